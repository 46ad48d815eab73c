/** The real API on its own database and folder, with a cast of users who really sign in. */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { hc } from 'hono/client'
import type { Logger } from 'pino'
import { hashPassword } from '#api/accounts/auth/password/passwords.ts'
import { type Api, createApi, type ServerBindings } from '#api/app.ts'
import type { FolderOptions } from '#api/core/files/folder-store.ts'
import { openStore } from '#api/core/files/open-store.ts'
import type { FileStore } from '#api/core/files/store.ts'
import type { Mailer } from '#api/core/mail/mailer.ts'
import type { Outbox } from '#api/core/mail/outbox.ts'
import { createLog } from '#api/core/monitoring/log.ts'
import { createReadiness } from '#api/core/monitoring/readiness.ts'
import type { Services } from '#api/core/route/context.ts'
import { insertApplication, type NewApplication } from '#api/hiring/applications/rows.ts'
import { type Times as BulkTimes, startBulk } from '#api/hiring/bulk/worker.ts'
import { indexInserted } from '#api/website/jobs/search.ts'
import type { Pictures } from '#api/website/media/pictures.ts'
import type { SlowFormats } from '#api/website/media/slow-formats.ts'
import { startVisitCounter } from '#api/website/visits/counter.ts'
import type { Db } from '#db/client.ts'
import { foldedTitle } from '#db/folded-name.ts'
import { applicationCounts, applications, interviewEndings, jobs, users } from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { testPictures } from './pictures.ts'

const home = 'http://foyer.test'
export const password = 'correct horse battery staple'
const passwordHash = hashPassword(password)

const cast = {
  ada: { last_name: 'Admin', role: 'admin' },
  rita: { last_name: 'Reviewer', permissions: ['review_applications'] },
  joe: { last_name: 'Jobs', permissions: ['manage_jobs'] },
  pam: { last_name: 'Pages', permissions: ['edit_pages'] },
  uma: { last_name: 'Users', permissions: ['manage_users'] },
  sam: { last_name: 'Settings', permissions: ['manage_settings'] },
  ned: { last_name: 'Nobody', is_active: false, permissions: ['manage_jobs'] },
  mo: { last_name: 'Member' },
} satisfies Record<string, Partial<typeof users.$inferInsert>>
export type Name = keyof typeof cast

export const emailOf = (name: Name) => `${name}@example.com`

const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)

async function people() {
  const password_hash = await passwordHash
  return Object.entries(cast).map(([name, person]) => ({
    email: emailOf(name as Name),
    first_name: capital(name),
    password_hash,
    ...person,
  }))
}

/** The response, with a JSON body parsed and any other as text. */
async function read(response: Response) {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  const body: any = isJson ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body }
}
export type ApiResponse = Awaited<ReturnType<typeof read>>
/** A client that sends this token, valid or not. */
function person(
  api: ReturnType<typeof createApi>,
  token?: string,
  bindings: Partial<ServerBindings> = {},
) {
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    if (token) request.headers.set('authorization', `Bearer ${token}`)
    return api.fetch(request, { ip: '192.0.2.1', ...bindings })
  }
  const raw = (path: string, init?: RequestInit) => fetch(`${home}/api${path}`, init)
  const send = async (method: string, path: string, json?: unknown) =>
    read(
      await raw(path, {
        method,
        ...(json !== undefined && {
          body: typeof json === 'string' ? json : JSON.stringify(json),
          headers: { 'content-type': 'application/json' },
        }),
      }),
    )
  return {
    token,
    /** The typed client, as used by site and back office. */
    client: hc<Api>(home, { fetch }).api,
    /** Sends any request below /api. */
    raw,
    /** Sends JSON; a string is sent as it is. */
    send,
    get: (path: string) => send('GET', path),
  }
}
export type Person = ReturnType<typeof person>

export type World = Awaited<ReturnType<typeof world>>
type Options = {
  /** Off by default. */
  rateLimits?: boolean
  afterWrite?: () => Promise<void>
  /** Starts a mail worker; by default mail stays in the outbox. */
  outbox?: (db: Db) => Outbox
  publicUrl?: string
  folder?: FolderOptions
  /** Groups failures into outages, as in production; by default each is logged. */
  countsOutages?: boolean
  /** By default a queue as long as in production. */
  pictures?: Pictures
  /** Starts the worker for AVIF; by default pictures wait. */
  slowFormats?: (parts: {
    db: Db
    store: FileStore
    pictures: Pictures
    log: Logger
  }) => SlowFormats
  /** Starts the worker of bulk actions; by default they wait. */
  bulk?: Partial<BulkTimes>
  /** Replaces the mailer; by default a mail server counts as configured. */
  mailer?: Mailer
  /** More of what handlers use. */
  services?: (db: Db) => Promise<Partial<Services>>
}
/** Call `remove` to close and delete everything. */
export async function world({
  rateLimits = false,
  afterWrite = async () => {},
  ...more
}: Options = {}) {
  const { db, url, remove } = await temporaryDb()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-resumes-'))
  const store = await openStore(`file:${folder}`, {}, more.folder)
  const logged: string[] = []
  const log = await createLog('info', {
    to: { write: (line) => void logged.push(line) },
    ...(more.countsOutages && { available: createReadiness({ db, store }) }),
  })
  let writes = 0
  const counted = () => {
    writes++
    return afterWrite()
  }
  const outbox = more.outbox?.(db)
  const pictures = more.pictures ?? testPictures({ log, maxWaiting: 12 })
  const slowFormats = more.slowFormats?.({ db, store, pictures, log })
  const bulk =
    more.bulk &&
    startBulk({
      db,
      store,
      outbox,
      log,
      publicUrl: more.publicUrl,
      mailFrom: 'jobs@example.org',
      ownAddress: () => 'http://localhost:4321',
      times: more.bulk,
    })
  const visits = startVisitCounter({ db, log })
  const api = createApi({
    db,
    store,
    log,
    visits,
    rateLimits,
    afterWrite: counted,
    publicUrl: more.publicUrl,
    ...(outbox && { outbox }),
    pictures,
    ...(slowFormats && { slowFormats }),
    ...(bulk && { bulk }),
    ...(more.mailer && { mailer: more.mailer }),
    ...(await more.services?.(db)),
  })
  await db.insert(users).values(await people())

  const withToken = (token?: string, bindings?: Partial<ServerBindings>) =>
    person(api, token, bindings)
  const visitor = withToken()
  const signIn = async (name: Name, secret = password) => {
    const answer = await visitor.send('POST', '/auth/login', {
      email: emailOf(name),
      password: secret,
    })
    if (answer.status !== 200) throw new Error(`${name} cannot sign in: ${answer.body.error}`)
    return withToken(answer.body.token)
  }
  const signedIn = new Map<Name, Promise<Person>>()

  async function files() {
    // Reads 256 folders; asynchronously that takes three times as long.
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const isListed = (path: string) => path === join(folder, 'erased')
    return entries
      .filter((entry) => entry.isFile() && !isListed(entry.parentPath))
      .map(({ name }) => name)
  }

  return {
    api,
    db,
    url,
    store,
    folder,
    log,
    logged,
    visits,
    visitor,
    withToken,
    read,
    /** A new session each time. */
    signIn,
    /** The same session each time. */
    as(name: Name) {
      const person = signedIn.get(name) ?? signIn(name)
      signedIn.set(name, person)
      return person
    },
    /** How often the API reported a write. */
    writes: () => writes,
    /** The names of all files in the store, staged or kept, except the list of erasures. */
    files,
    async newJob(job: Partial<typeof jobs.$inferInsert> = {}) {
      const values = { title: 'Baker', description: '<p>Bake bread.</p>', ...job }
      const [[row]] = await db.batch([
        db
          .insert(jobs)
          .values({ ...values, folded_title: foldedTitle(values) })
          .returning({ id: jobs.id }),
        indexInserted(db, values),
      ])
      return row!.id
    },
    async newApplication(job_id: number, application: Partial<NewApplication> = {}) {
      const mira = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
      return (await insertApplication(db, { ...mira, job_id, ...application }))!
    },
    applications: () => db.select().from(applications),
    /** Of the application that a response of the form is about, which names its reference only. */
    async idOf({ body }: Pick<ApiResponse, 'body'>): Promise<number> {
      const which = eq(applications.reference, body.reference)
      const [row] = await db.select({ id: applications.id }).from(applications).where(which)
      return row!.id
    },
    /** Back to the cast, with no jobs, applications and files. Other tables, such as settings, stay. */
    async reset() {
      for (const table of [applications, applicationCounts, jobs, users]) await db.delete(table)
      // Those of what was booked.
      await db.delete(interviewEndings)
      for (const key of await files()) await store.remove(key)
      await db.insert(users).values(await people())
      signedIn.clear()
      logged.length = 0
    },
    async remove() {
      await Promise.all([outbox?.stop(), pictures.stop(), slowFormats?.stop(), bulk?.stop()])
      await visits.stop()
      await remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
