// `npm run screenshots`: each screen, as a whole page, in each width and color scheme, in
// `screenshots`. `--only NAME` and `--width N` (repeatable) select; `--readme` retakes docs/images.
import './one-line-errors.ts'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Theme, themes } from '#db/enums.ts'
import { publishLook } from '../lab/publish-look.ts'
import { screens } from './screens.ts'
import { launchChromium } from './testing/browser.ts'
import { type RunningServer, signIn, startServer } from './testing/serve.ts'

type Picture = {
  name: string
  scheme: 'light' | 'dark'
  width: 360 | 390 | 768 | 1440
  look?: Theme
}

const forReadme: Picture[] = [
  { name: 'home', scheme: 'light', width: 1440 },
  { name: 'job', scheme: 'dark', width: 360 },
  { name: 'applications', scheme: 'light', width: 1440 },
  { name: 'application', scheme: 'dark', width: 1440 },
]
const ofThemes: Picture[] = themes.flatMap((look) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    ([390, 1440] as const).map((width) => ({ name: 'home', scheme, width, look })),
  ),
)
const everything: Picture[] = Object.keys(screens).flatMap((name) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    ([360, 768, 1440] as const).map((width) => ({ name, scheme, width })),
  ),
)
const heights = { 360: 780, 390: 844, 768: 1024, 1440: 900 }

const {
  readme,
  only,
  width: widths,
} = parseArgs({
  options: {
    readme: { type: 'boolean' },
    only: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
  },
}).values
const target = fileURLToPath(new URL(readme ? '../docs/images' : '../screenshots', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'foyer-screenshots-'))
await mkdir(target, { recursive: true })
const server = await startServer({ folder, env: { SEED: 'demo' } })
const browser = await launchChromium()
try {
  const session = await signIn(server.url)
  for (const picture of readme ? [...forReadme, ...ofThemes] : everything)
    if (isWanted(picture)) {
      if (picture.look) await publishLook({ url: server.url, token: session.token }, picture.look)
      await take(browser, server, session, picture)
    }
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function isWanted({ name, width }: Picture) {
  return (!only || only.includes(name)) && (!widths || widths.includes(String(width)))
}

async function take(
  browser: Browser,
  { url }: RunningServer,
  session: Awaited<ReturnType<typeof signIn>>,
  { name, scheme, width, look }: Picture,
) {
  const screen = screens[name]!
  const context = await browser.newContext({
    viewport: { width, height: heights[width] },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  if (screen.staff) await context.addInitScript(storeSession, session)
  const page = await context.newPage()
  const response = await page.goto(url + screen.path, { waitUntil: 'networkidle' })
  if (!response?.ok() || page.url() !== url + screen.path)
    throw new Error(`${screen.path} answered ${response?.status()} and led to ${page.url()}`)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await screen.act?.(page)
  // As JPEG, whole pages and pictures are a quarter of the size.
  const isPng = readme && !look && name !== 'home'
  const path = join(target, `${look ?? name}-${scheme}-${width}.${isPng ? 'png' : 'jpg'}`)
  const quality = isPng ? {} : { type: 'jpeg' as const, quality: 75 }
  await page.screenshot({ path, fullPage: !readme, animations: 'disabled', ...quality })
  await context.close()
  console.log(path)
}

/** Runs in the browser. */
function storeSession({ token, user }: { token: string; user: unknown }) {
  localStorage.setItem('token', token)
  localStorage.setItem('user', JSON.stringify(user))
}
