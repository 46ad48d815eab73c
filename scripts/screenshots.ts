// `npm run screenshots` retakes the pictures of docs/images. `-- --all` takes each screen instead, as
// a whole page, in each width and color scheme, in `screenshots`; `--only NAME` and `--width N`
// (repeatable) select.
import './one-line-errors.ts'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { type Theme, themes } from '#db/enums.ts'
import { publishLook } from '../lab/publish-look.ts'
import { type Screen, screens } from './screens.ts'
import {
  applicationOf,
  invitedCandidate,
  showRows,
  themeSize,
  themesBeside,
  tour,
  tourSizes,
} from './screenshots/readme.ts'
import { launchChromium } from './testing/browser.ts'
import { signIn, startServer } from './testing/serve.ts'

type Shot = {
  screen: Screen
  scheme?: 'light' | 'dark'
  width: number
  height: number
  /** Pixels of the picture for one of the screen. */
  scale?: number
}

const heights = { 360: 780, 390: 844, 768: 1024, 1440: 900 }
const schemes = ['light', 'dark'] as const

const {
  all,
  only,
  width: widths,
} = parseArgs({
  options: {
    all: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
  },
}).values
const target = fileURLToPath(new URL(all ? '../screenshots' : '../docs/images', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'foyer-screenshots-'))
await mkdir(target, { recursive: true })
const server = await startServer({ folder, env: { SEED: 'demo' } })
const browser = await launchChromium()
try {
  const session = await signIn(server.url)
  await (all ? takeAll(session) : takeForDocs(session))
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

type Session = Awaited<ReturnType<typeof signIn>>

async function takeAll(session: Session) {
  for (const [name, screen] of Object.entries(screens))
    for (const scheme of schemes)
      for (const width of [360, 768, 1440] as const)
        if ((!only || only.includes(name)) && (!widths || widths.includes(String(width))))
          await open({ screen, scheme, width, height: heights[width] }, session, (page) =>
            store(page, `${name}-${scheme}-${width}`, { fullPage: true }),
          )
}

async function takeForDocs(session: Session) {
  const site = { url: server.url, token: session.token }
  const home = screens.home!
  const beside: Buffer[] = []
  for (const theme of themes) {
    await publishLook(site, theme)
    await takeTheme(theme, session)
    beside.push(await picture({ screen: home, ...themeSize }, session))
  }
  await write('themes', await themesBeside(browser, beside))
  await publishLook(site, 'warm')
  await showRows(site)
  const id = await applicationOf(site, 'kwame.boateng@example.com')
  const record: Screen = {
    path: `/backoffice/applications/${id}?tab=conversation`,
    staff: true,
    act: showConversation,
  }
  const userId = Number(session.user.id)
  const phone: Screen = { path: await invitedCandidate({ ...site, userId }), act: showTimes }
  const taken = {
    list: await picture({ screen: screens['job-list']!, ...tourSizes.list }, session),
    record: await picture({ screen: record, ...tourSizes.record }, session),
    phone: await picture({ screen: phone, ...tourSizes.phone }, session),
  }
  await write('tour', await tour(browser, taken))
}

async function takeTheme(theme: Theme, session: Session) {
  for (const scheme of schemes)
    for (const width of [390, 1440] as const)
      await open(
        { screen: screens.home!, scheme, width, height: heights[width] },
        session,
        (page) => store(page, `${theme}-${scheme}-${width}`),
      )
}

/** Waits for its latest message, and for the resume beside it. */
async function showConversation(page: Page) {
  await page.getByRole('listitem').filter({ hasText: 'I will ask at home today' }).waitFor()
  await page.frameLocator('iframe').locator('canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
}

async function showTimes(page: Page) {
  const heading = page.getByRole('heading', { name: 'Choose a time for your interview' })
  await heading.evaluate((element) => {
    element.scrollIntoView()
    window.scrollBy(0, -64)
  })
}

/** As PNG, twice as large as it is shown. */
function picture({ width, height, ...shot }: Shot, session: Session) {
  return open({ ...shot, width, height, scale: 2 }, session, (page) =>
    page.screenshot({ animations: 'disabled' }),
  )
}

async function write(name: string, picture: Buffer) {
  const path = join(target, `${name}.jpg`)
  await writeFile(path, picture)
  console.log(path)
}

/** As JPEG, whole pages and pictures are a quarter of the size. */
async function store(page: Page, name: string, options: { fullPage?: boolean } = {}) {
  const form = { animations: 'disabled', type: 'jpeg', quality: 75 } as const
  await write(name, await page.screenshot({ ...options, ...form }))
}

async function open<T>(
  { screen, scheme = 'light', width, height, scale = 1 }: Shot,
  session: Session,
  take: (page: Page) => Promise<T>,
): Promise<T> {
  const { url } = server
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  if (screen.staff) await context.addInitScript(storeSession, session)
  const page = await context.newPage()
  const response = await page.goto(url + screen.path, { waitUntil: 'networkidle' })
  if (!response?.ok() || page.url() !== url + screen.path)
    throw new Error(`${screen.path} answered ${response?.status()} and led to ${page.url()}`)
  await page.evaluate(loadEverything)
  await screen.act?.(page)
  const taken = await take(page)
  await context.close()
  return taken
}

/** Runs in the browser: also the pictures further down, which would load when they are near. */
async function loadEverything() {
  const loaded = (image: HTMLImageElement) =>
    new Promise((resolve) => {
      if (image.complete && image.naturalWidth) resolve(true)
      image.addEventListener('load', resolve)
      image.addEventListener('error', resolve)
    })
  const pictures = [...document.images].filter(({ src }) => src)
  const loading = pictures.map(loaded)
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(loading)
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  await document.fonts.ready
}

/** Runs in the browser. */
function storeSession({ token, user }: { token: string; user: unknown }) {
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
}
