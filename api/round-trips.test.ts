import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '#db/client.ts'
import { newJob, twoApplications } from '#db/fixtures/databases.ts'
import { startNetworkProxy } from '#db/fixtures/network-proxy.ts'
import { sqldExists, startSqld } from '#db/fixtures/sqld.ts'
import { applications, settings, users } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { createSessions } from './accounts/auth/sessions/sessions.ts'
import { createApi } from './app.ts'
import { openStore } from './core/files/open-store.ts'
import { createLog } from './core/monitoring/log.ts'

describe.skipIf(!sqldExists)(`On a libSQL server${sqldExists ? '' : ' (no binary)'}`, () => {
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let line: Awaited<ReturnType<typeof startNetworkProxy>>
  let folder: string
  let db: Db
  /** Past the proxy, as another process. */
  let other: Db
  let job_id: number
  let api: ReturnType<typeof createApi>
  let token: string

  beforeAll(async () => {
    sqld = await startSqld()
    line = await startNetworkProxy(sqld.url)
    db = await openDb(line.url)
    other = await openDb(sqld.url)
    folder = await mkdtemp(join(tmpdir(), 'foyer-round-trips-'))
    const store = await openStore(`file:${folder}`)
    api = createApi({ db, store, log: await createLog('silent') })
    job_id = await newJob(other)
    await twoApplications(other, job_id)
    const rita = {
      email: 'rita@example.com',
      first_name: 'Rita',
      last_name: 'Reviewer',
      password_hash: '',
      permissions: ['review_applications' as const, 'manage_jobs' as const],
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
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  /** Round trips of a call, without those of the probe, which come now and then. */
  async function roundTrips(call: () => Promise<unknown>) {
    const counts = []
    for (let n = 0; n < 3; n++) {
      const before = line.requests()
      await call()
      counts.push(line.requests() - before)
    }
    return Math.min(...counts)
  }

  test.each([
    '/applications',
    '/applications?status=pending',
    '/applications?page=2&per_page=1',
    '/jobs',
  ])('GET %s is one round trip', async (path) => {
    expect((await ask(path)).status).toBe(200)
    expect(await roundTrips(() => ask(path))).toBe(1)
  })

  test('an application is five requests, two of them at once', async () => {
    let id = 0
    const submit = async () => {
      const email = `mira${id++}@example.org`
      const init = { method: 'POST', body: applicationForm({ job_id, email }) }
      expect((await ask('/applications/submit', init, false)).status).toBe(201)
    }
    await submit()
    expect(await roundTrips(submit)).toBeLessThanOrEqual(5)
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

    await other.update(users).set({ permissions: ['edit_pages'] })
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
