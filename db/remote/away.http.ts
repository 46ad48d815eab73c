import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'
import { sqldExists, startSqld } from '../fixtures/sqld.ts'

describe.skipIf(!sqldExists)(
  `Two servers on one database${sqldExists ? '' : ' (no binary)'}`,
  () => {
    let sqld: Awaited<ReturnType<typeof startSqld>>
    let folder = ''
    let one: RunningServer
    let two: RunningServer

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'foyer-away-'))
      sqld = await startSqld()
      const start = (name: string) =>
        startServer({ folder: join(folder, name), env: { DATABASE_URL: sqld.url } })
      one = await start('one')
      two = await start('two')
    })
    afterAll(async () => {
      await Promise.all([one?.kill(), two?.kill()])
      await rm(folder, { recursive: true, force: true })
    })

    const knock = (server: RunningServer, path: string) => fetch(server.url + path)
    const says = async (server: RunningServer, words: string) =>
      (await (await knock(server, '/jobs')).text()).includes(words)

    test('five guesses at a password are five, not five on each', async () => {
      const statuses: number[] = []
      for (const server of [one, two, one, two, one, two, one]) {
        const response = await fetch(`${server.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'nobody@example.com', password: 'a guess' }),
        })
        statuses.push(response.status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    })

    test('a change shows at once on its own server and within a second on the other', async () => {
      expect(await says(one, 'Keeper of the Tide Tables')).toBe(false)
      expect(await says(two, 'Keeper of the Tide Tables')).toBe(false)
      const { token } = await signIn(one.url)
      const made = await fetch(`${one.url}/api/jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: 'Keeper of the Tide Tables',
          description: '<p>Mornings.</p>',
        }),
      })
      expect(made.status).toBe(201)
      // On a busy machine a render may fail, and the older page is shown.
      await expect.poll(() => says(one, 'Keeper of the Tide Tables')).toBe(true)
      await expect.poll(() => says(two, 'Keeper of the Tide Tables')).toBe(true)
    })

    test('cached pages are served while the database is away, all others answer 503', async () => {
      const seen = await (await knock(one, '/')).text()
      await sqld.stop()
      // Time passes: a second, after which pages in the cache are checked.
      await sleep(1500)
      const home = await knock(one, '/')
      expect([home.status, await home.text()]).toEqual([200, seen])
      // A search that is not cached.
      const search = await knock(two, '/jobs?q=tables')
      expect(search.status).toBe(503)
      expect(search.headers.get('retry-after')).toBeTruthy()
      expect(await search.text()).toContain('Failed to load jobs')
      const list = await knock(one, '/api/jobs/active')
      expect([list.status, list.headers.get('retry-after')]).toEqual([503, '2'])
      expect((await knock(one, '/healthz')).status).toBe(200)
      expect((await knock(one, '/readyz')).status).toBe(503)
    })
  },
)
