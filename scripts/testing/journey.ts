import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { hashPassword } from '#api/accounts/auth/password/passwords.ts'
import type { Permission } from '#db/enums.ts'
import { sharedChromium } from './browser.ts'
import { fillWithSmallCompany } from './company.ts'
import { administrator, type RunningServer, signIn, startServer } from './serve.ts'

type Credentials = { email: string; password: string }
type Session = Awaited<ReturnType<typeof signIn>>
type Options = BrowserContextOptions & {
  /** Opens the browser signed in as this user; signed out by default. */
  as?: Credentials
  /** In a new browser context, closed after the test: to set its clock, network or permissions. */
  closes?: true
}

/** A running server and a browser for the tests of one file. */
export type Journey = {
  /** Without a trailing slash; the same after a restart. */
  readonly url: string
  /** Holds the database and the resumes. */
  readonly folder: string
  readonly server: RunningServer
  /** Opens `path` in a browser context of its own, with empty storage unless `as` is given. */
  open(path: string, options?: Options): Promise<Page>
  /** Kills the server if it still runs (`kill -9`), then starts it on the same data and port. */
  restart(): Promise<void>
  /** Runs SQL on the database file directly, not through the server. */
  rows(sql: string): Record<string, unknown>[]
  /** Adds a user with exactly these permissions; by default, Nia. */
  createStaff(permissions: Permission[], first_name?: string): Promise<Credentials>
}

/**
 * Starts a server with the small company (company.ts), or what `SEED` says, before the calling file's tests, and stops it after them; the
 * browser starts with the first page. A page that throws, logs an error or violates its policy (CSP) fails its test.
 *
 * @param program as for `startServer`
 */
export function startJourney(env: Record<string, string> = {}, program?: string): Journey {
  let server: RunningServer
  let browser: Browser | undefined
  let folder = ''
  const pageErrors: string[] = []
  let idle: KeptContext[] = []
  let inUse: KeptContext[] = []

  const start = async (more = {}) => {
    const serverEnv = { RATE_LIMITS: 'off', ...env, ...more }
    server = await startServer({ folder, env: serverEnv, ...(program && { program }) })
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-journey-'))
    if (!env.SEED) await fillWithSmallCompany(folder)
    await start()
    // Another program may print its address before it has a database.
    if (env.SEED && !program) await cheapenSignIn(folder)
  })
  afterEach(async () => {
    await Promise.all(inUse.map(closePages))
    idle.push(...inUse)
    inUse = []
    const closing = (browser?.contexts() ?? []).filter(
      (open) => !idle.some(({ context }) => context === open),
    )
    await Promise.all(closing.map((context) => context.close()))
    expect(pageErrors.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await Promise.all(idle.map(({ context }) => context.close()))
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function newContext(kind: string, options: BrowserContextOptions) {
    browser ??= await sharedChromium()
    const context = await browser.newContext(options)
    // On a busy machine, an image of the library is read in more than a minute.
    context.setDefaultTimeout(120_000)
    context.on('page', (page) => collectErrors(page, pageErrors))
    const anchor = await context.newPage()
    await anchor.goto(`${server.url}/robots.txt`)
    return { context, anchor, kind }
  }

  /** Opening a page in a context that an earlier test has used takes a third of the time. */
  async function takeContext(kind: string, options: BrowserContextOptions) {
    const kept = idle.find((one) => one.kind === kind)
    if (!kept) return newContext(kind, options)
    idle = idle.filter((one) => one !== kept)
    await emptyStorage(kept, server.url)
    return kept
  }

  return {
    get url() {
      return server.url
    },
    get folder() {
      return folder
    },
    get server() {
      return server
    },
    async open(path, { as, closes, ...given } = {}) {
      // Transitions of the back office are a tenth of the work of opening a screen.
      const options = { ...(as && { reducedMotion: 'reduce' as const }), ...given }
      const kind = JSON.stringify([Boolean(as), options])
      const taken = await (closes ? newContext(kind, options) : takeContext(kind, options))
      if (!closes) inUse.push(taken)
      if (as) await storeSession(taken.anchor, await signIn(server.url, as))
      const page = await taken.context.newPage()
      await page.goto(server.url + path)
      return page
    },
    async restart() {
      const { port } = new URL(server.url)
      await server.kill()
      await start({ PORT: port })
    },
    rows: (sql) => withDatabase(folder, (db) => db.prepare(sql).all()),
    createStaff: (permissions, first_name) => createStaff(folder, permissions, first_name),
  }
}

/** A browser context kept for later tests with the same options. */
type KeptContext = {
  context: BrowserContext
  /** Stays open, and with it the process that has the scripts compiled. */
  anchor: Page
  kind: string
}

async function closePages({ context, anchor }: KeptContext) {
  const pages = context.pages().filter((page) => page !== anchor)
  await Promise.all(pages.map((page) => page.close()))
}

/** Tabs' storage was closed with them; staff keep the HTTP cache, with the back-office scripts. */
async function emptyStorage({ context, anchor, kind }: KeptContext, origin: string) {
  const devTools = await context.newCDPSession(anchor)
  await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  if (kind.startsWith('[false')) await devTools.send('Network.clearBrowserCache')
  await devTools.detach()
  await context.clearCookies()
}

/** Signs in: what the back office keeps in local storage. */
const storeSession = (page: Page, { token, user }: Session) =>
  page.evaluate((items) => void Object.assign(localStorage, items), {
    token,
    user: JSON.stringify(user),
  })

/** Failed responses don't count: many tests expect them. */
function collectErrors(page: Page, pageErrors: string[]) {
  page.on('pageerror', ({ name, message }) => {
    // Chromium reports a skipped view transition as an uncaught error.
    if (!message.startsWith('Transition was')) pageErrors.push(`${page.url()}: ${name} ${message}`)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      pageErrors.push(`${page.url()}: ${text}`)
  })
}

function withDatabase<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'careers.db'), { timeout: 5000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

async function cheapenSignIn(folder: string) {
  const hash = await hashPassword(administrator.password)
  withDatabase(folder, (db) =>
    db.prepare('UPDATE users SET password_hash = ? WHERE email = ?').run(hash, administrator.email),
  )
}

async function createStaff(
  folder: string,
  permissions: Permission[],
  first_name?: string,
): Promise<Credentials> {
  const email = `${first_name?.toLowerCase() || permissions.join('.') || 'nothing'}@example.com`
  const hash = await hashPassword(administrator.password)
  withDatabase(folder, (db) =>
    db
      .prepare(
        `INSERT INTO users (email, first_name, last_name, password_hash, permissions)
         VALUES (?, ?, 'Newcomer', ?, ?)`,
      )
      .run(email, first_name ?? 'Nia', hash, JSON.stringify(permissions)),
  )
  return { email, password: administrator.password }
}

/** Fills in and submits the sign-in form of the open page. */
export async function signInOn(page: Page, { email, password }: Credentials = administrator) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Waits until the page has drawn what it was last told, twice, and its animations have ended: what
 * moves the focus, the scroll position or an element does so then.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    for (let drawn = 0; drawn < 2; drawn++) await frame()
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    await frame()
  })
