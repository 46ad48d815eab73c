import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { newJob, twoApplications } from '#db/fixtures/databases.ts'
import { startNetworkProxy } from '#db/fixtures/network-proxy.ts'
import { patient, sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { applications, jobs, settings, users } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { hashPassword } from './accounts/auth/password/passwords.ts'
import { createSessions } from './accounts/auth/sessions/sessions.ts'
import { createApi, routes } from './app.ts'
import { openStore } from './core/files/open-store.ts'
import { createLog } from './core/monitoring/log.ts'
import { declaredRoutes } from './core/route/route.ts'

/** Those that need more than one. */
const readsInARow: Record<string, number> = {
  '/pages/unlinked': 5,
  '/applications/export.csv': 5,
  '/applications/export.zip': 8,
  '/audit/export': 4,
  '/postings.zip': 3,
  '/redirects/export.csv': 2,
  // They record or mark what was seen.
  '/applications/1': 2,
  '/applications/1/messages': 2,
  '/applications/1/evaluations': 3,
  '/applications/1/activity': 2,
}

const fileQuestions = [11, 12, 13].map((id) => ({
  id,
  kind: 'file' as const,
  label: `File ${id}`,
  help: null,
  required: true,
  options: null,
}))

test('a sign-in with the company never begins again: its code works once', () => {
  const ofCompany = declaredRoutes(routes).filter(({ path }) =>
    /oidc\/(start|callback)$/.test(path),
  )
  expect(ofCompany.map(({ declaration }) => declaration.repeats)).toEqual([false, false])
})

const password = 'Correct-horse-battery-9'

describe.skipIf(!sqldExists)(`On a libSQL server${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let line: Awaited<ReturnType<typeof startNetworkProxy>>
  let folder: string
  let db: Db
  /** Past the proxy, as another process. */
  let other: Db
  let job_id: number
  let job_with_files: number
  let api: ReturnType<typeof createApi>
  let token: string

  beforeAll(async () => {
    sqld = await startSqld()
    line = await startNetworkProxy(sqld.url)
    db = await openDb(line.url, patient)
    other = await openDb(sqld.url, patient)
    folder = await mkdtemp(join(tmpdir(), 'foyer-round-trips-'))
    const store = await openStore(`file:${folder}`)
    api = createApi({ db, store, log: await createLog('silent') })
    job_id = await newJob(other)
    job_with_files = await newJob(other)
    await other.update(jobs).set({ questions: fileQuestions }).where(eq(jobs.id, job_with_files))
    await twoApplications(other, job_id)
    const rita = {
      email: 'rita@example.com',
      first_name: 'Rita',
      last_name: 'Reviewer',
      password_hash: await hashPassword(password),
      role: 'admin' as const,
    }
    const [user] = await other.insert(users).values(rita).returning()
    token = await createSessions(other).start(user!.id)
  })
  afterAll(async () => {
    db.$client.close()
    other.$client.close()
    line.stop()
    await sqld.stop()
    await rm(folder, { recursive: true })
  })

  const ask = async (path: string, init: RequestInit = {}, signedIn = true) => {
    const request = new Request(`http://foyer.test/api${path}`, init)
    if (signedIn) request.headers.set('authorization', `Bearer ${token}`)
    const response = await api.fetch(request, { ip: '192.0.2.1' })
    return {
      status: response.status,
      headers: response.headers,
      body: await response.json().catch(() => undefined),
    }
  }
  /** Round trips of a call, one after another, without those of the probe, which come now and then. */
  async function roundTrips(call: () => Promise<{ status: number; body: unknown }>) {
    const counts = []
    for (let n = 0; n < 6; n++) {
      const before = line.inARow()
      const { status, body } = await call()
      if (status >= 300) throw new Error(JSON.stringify(body))
      // Also of what nobody waited for.
      counts.push(line.inARow() - before)
    }
    return Math.min(...counts)
  }

  const found: [call: string, roundTrips: number][] = []
  afterAll(() => {
    const table = found.map(([call, count]) => `${String(count).padStart(3)}  ${call}`)
    console.log(`Round trips in a row to a database server:\n${table.join('\n')}`)
  })

  const reads = declaredRoutes(routes).filter(
    ({ method, path, declaration: { access, query = {} } }) =>
      method === 'GET' && access.kind !== 'open' && !path.includes(':') && !('from' in query),
  )
  const details = [
    '/applications/1',
    '/applications/1/version',
    '/applications/1/messages',
    '/applications/1/evaluations',
    '/applications/1/interviews',
    '/applications/1/activity',
    '/applications/1/also-applied',
    '/applications/1/document-requests',
    '/jobs/1',
  ]
  test.each([...reads.map(({ path }) => path), ...details])('GET %s', async (path) => {
    const filter = /former-options|stages/.test(path) ? '?job_id=1' : ''
    const count = await roundTrips(() => ask(path + filter))
    found.push([`GET ${path}`, count])
    expect(count).toBeLessThanOrEqual(readsInARow[path] ?? 1)
  })

  /** As a browser sends it. */
  async function apply(fields: Parameters<typeof applicationForm>[0]) {
    const form = new Response(applicationForm(fields))
    const body = await form.arrayBuffer()
    const headers = {
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': String(body.byteLength),
      'idempotency-key': randomUUID(),
    }
    return ask('/applications/submit', { method: 'POST', headers, body }, false)
  }
  const threeFiles = Object.fromEntries(
    fileQuestions.map(({ id }) => [`answer_${id}`, resumeFile('mira.pdf')]),
  )

  const json = (method: string, body: object): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  let turn = 0
  const calls: [call: string, most: number, () => ReturnType<typeof ask>][] = [
    ['an application sent', 2, () => apply({ job_id, email: `mira${turn++}@example.org` })],
    [
      'an application with three files',
      2,
      () => apply({ job_id: job_with_files, email: `noor${turn++}@example.org`, ...threeFiles }),
    ],
    [
      'sign-in',
      4,
      () => ask('/auth/login', json('POST', { email: 'rita@example.com', password }), false),
    ],
    [
      'an application’s status',
      3,
      () => ask('/applications/1', json('PUT', { status: turn++ % 2 ? 'pending' : 'shortlisted' })),
    ],
    [
      'a message to a candidate',
      3,
      () => ask('/applications/1/messages', json('POST', { text: `Hello ${turn++}` })),
    ],
    [
      'a comment',
      3,
      () => ask('/applications/1/comments', json('POST', { text: `Good ${turn++}` })),
    ],
    ['a job saved', 3, () => ask('/jobs/1', json('PUT', { title: `Baker ${turn++}` }))],
    [
      'the first look at an application',
      2,
      async () => {
        const [row] = await other
          .insert(applications)
          .values({
            first_name: 'Nia',
            last_name: 'New',
            job_id,
            email: `new${turn++}@example.org`,
          })
          .returning({ id: applications.id })
        return ask(`/applications/${row!.id}`)
      },
    ],
  ]
  test.each(calls)('%s', async (name, most, call) => {
    const count = await roundTrips(call)
    found.push([name, count])
    expect(count).toBeLessThanOrEqual(most)
  })

  describe('an application follows changes of another process', () => {
    /** The status. */
    const applied = async (change: object = {}) =>
      (await apply({ job_id, email: `ada${turn++}@example.org`, ...change })).status
    /** Until all that it reads is assumed. */
    async function applySeveralTimes(change?: object) {
      for (let n = 0; n < 3; n++) expect(await applied(change)).toBe(201)
    }

    test('the largest file', async () => {
      const change = (value: string) =>
        other
          .insert(settings)
          .values({ key: 'max_file_size', category: 'files', value })
          .onConflictDoUpdate({ target: settings.key, set: { value } })
      await change('1')
      await applySeveralTimes()
      await change('2')
      const large = Buffer.concat([
        Buffer.from(await resumeFile('mira.pdf').arrayBuffer()),
        Buffer.alloc(1_500_000, '\n'),
      ])
      const resume = new File([large], 'mira.pdf')
      expect(await applied({ resume })).toBe(201)
      await change('1')
      expect(await applied({ resume })).toBe(413)
    })

    test('the files that are asked for', async () => {
      const job_id = await newJob(other)
      await applySeveralTimes({ job_id })
      await other.update(jobs).set({ questions: fileQuestions }).where(eq(jobs.id, job_id))
      expect(await applied({ job_id, ...threeFiles })).toBe(201)
      expect(await applied({ job_id })).toBe(400)
    })

    test('whether the job is open', async () => {
      const job_id = await newJob(other)
      await applySeveralTimes({ job_id })
      await other.update(jobs).set({ is_active: false }).where(eq(jobs.id, job_id))
      expect(await applied({ job_id })).toBe(409)
      expect(await other.$count(applications, eq(applications.job_id, job_id))).toBe(3)
    })
  })

  test('a list follows changes of another process: its rows, settings, user and session', async () => {
    const list = () => ask('/applications?per_page=1')
    const { body, headers } = await list()
    const total = Number(headers.get('x-total-count'))
    expect(body[0].overdue).toBe(false)
    await twoApplications(other, job_id)
    const created_at = new Date(Date.now() - 40 * 86_400_000).toISOString()
    await other.update(applications).set({ created_at })
    expect((await list()).headers.get('x-total-count')).toBe(String(total + 2))
    expect((await list()).body[0].overdue).toBe(true)
    const value = '60'
    await other.insert(settings).values({ key: 'answer_within_days', category: 'hiring', value })
    expect((await list()).body[0].overdue).toBe(false)

    await other.update(users).set({ role: 'user', permissions: ['edit_pages'] })
    const refused = await list()
    expect([refused.status, refused.headers.get('x-total-count')]).toEqual([403, null])
    await other.update(users).set({ permissions: ['review_applications'] })
    expect((await list()).status).toBe(200)
    await createSessions(other).end(token)
    const ended = await list()
    expect([ended.status, ended.headers.get('x-total-count')]).toEqual([401, null])
    expect(ended.body).not.toContainEqual(expect.anything())
    expect(await other.$count(users, eq(users.email, 'rita@example.com'))).toBe(1)
  })
})
