import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { hashPassword } from '#api/auth/passwords.ts'
import type { Permission } from '#db/enums.ts'
import { launchChromium } from './browser.ts'
import { administrator, type RunningServer, signIn, startServer } from './serve.ts'

type Credentials = { email: string; password: string }
type Options = BrowserContextOptions & {
  /** Whose session the browser has; nobody's by default. */
  as?: Credentials
}

/** A running product and a browser in front of it, for the tests of one file. */
type Journey = {
  /** Without a slash at the end; the same after a restart. */
  readonly url: string
  /** Where database and resumes are. */
  readonly folder: string
  readonly server: RunningServer
  /** A page of a browser that has never been here, at `path`. */
  open(path: string, options?: Options): Promise<Page>
  /** `kill -9` if it still runs, and started again on the same data and port. */
  restart(): Promise<void>
  /** The rows that the SQL selects, read past the server. */
  rows(sql: string): Record<string, unknown>[]
  /** Someone new who has exactly these permissions. */
  hire(permissions: Permission[]): Promise<Credentials>
}

/**
 * Starts a server (`program` as for `startServer`) with the demo data and a browser before the tests
 * of the calling file, ends both after them. A test fails when a page it opened threw, or broke its Content-Security-Policy.
 */
export function setOut(env: Record<string, string> = {}, program?: string): Journey {
  let server: RunningServer
  let browser: Browser
  let folder = ''
  const complaints: string[] = []

  const start = async (more = {}) => {
    const given = { RATE_LIMITS: 'off', ...env, ...more }
    server = await startServer({ folder, env: given, ...(program && { program }) })
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-journey-'))
    await start()
    browser = await launchChromium()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

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
    async open(path, { as, ...options } = {}) {
      const storageState = await stateOf(server.url, as)
      const context = await browser.newContext({ ...options, storageState })
      context.setDefaultTimeout(10_000)
      context.on('page', (page) => listen(page, complaints))
      const page = await context.newPage()
      await page.goto(server.url + path)
      return page
    },
    async restart() {
      const { port } = new URL(server.url)
      await server.kill()
      await start({ PORT: port })
    },
    rows: (sql) => reading(folder, (db) => db.prepare(sql).all()),
    hire: (permissions) => hire(folder, permissions),
  }
}

/** What a page says of itself that a visitor would not see. An answer that is no success is none of it. */
function listen(page: Page, complaints: string[]) {
  page.on('pageerror', ({ name, message }) => {
    // Chromium reports a page transition that it left out as if the page had thrown.
    if (!message.startsWith('Transition was')) complaints.push(`${page.url()}: ${name} ${message}`)
  })
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      complaints.push(`${page.url()}: ${text}`)
  })
}

async function stateOf(url: string, as: Credentials | undefined) {
  if (!as) return { cookies: [], origins: [] }
  const { token, user } = await signIn(url, as)
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ]
  return { cookies: [], origins: [{ origin: url, localStorage }] }
}

function reading<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(folder, 'careers.db'), { timeout: 5000 })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

async function hire(folder: string, permissions: Permission[]): Promise<Credentials> {
  const email = `${permissions.join('.') || 'nothing'}@example.com`
  const hash = await hashPassword(administrator.password)
  reading(folder, (db) =>
    db
      .prepare(
        `INSERT INTO users (email, first_name, last_name, password_hash, permissions)
         VALUES (?, 'Nia', 'Newcomer', ?, ?)`,
      )
      .run(email, hash, JSON.stringify(permissions)),
  )
  return { email, password: administrator.password }
}

/** Signs in on the page that is open, which is the sign-in. */
export async function signInOn(page: Page, { email, password }: Credentials = administrator) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
