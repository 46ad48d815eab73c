import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '../testing/serve.ts'
import { startLoad } from './load.ts'
import { type Scenario, unless } from './scenario.ts'
import { withScenarioContext } from './scenario-context.ts'
import { verifyStored } from './verify-stored.ts'

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** Clock offsets from the true time, and whether the first session is still valid then. */
const jumps: [hours: number, signedIn: boolean][] = [
  [2, true],
  [-1, true],
  [72, false],
  [-48, false],
  [0, false],
]

async function saveJob(url: string, token: string, n: number) {
  const answer = await fetch(`${url}/api/jobs/1`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ location: `Place ${n}` }),
  })
  return ((await answer.json()) as { updated_at: string }).updated_at
}

/** libfaketime rereads its file periodically; the server's Date header shows when it has. */
async function untilItIs(url: string, hours: number) {
  for (let tries = 0; tries < 300; tries++) {
    const { headers } = await fetch(`${url}/healthz`)
    const away = Date.parse(headers.get('date') ?? '') - Date.now() - hours * 3_600_000
    if (Math.abs(away) < 60_000) return
    await pause(50)
  }
  throw new Error(`The server's clock never jumped by ${hours} h`)
}

export const clock: Scenario = {
  name: 'clock jumps',
  missing: () =>
    existsSync(library) ? undefined : 'there is no libfaketime (Debian: apt install faketime)',
  run: () =>
    withScenarioContext(async ({ folder, start }) => {
      const file = join(folder, 'clock')
      const setClock = (hours: number) =>
        writeFileSync(file, `${hours < 0 ? '-' : '+'}${Math.abs(hours)}h\n`)
      setClock(0)
      const server = await start({
        ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' },
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      })
      const { token } = await signIn(server.url)
      const load = startLoad(server.url, 5)
      const faults: string[] = []
      const saved = [await saveJob(server.url, token, 0)]
      for (const [hours, signedIn] of jumps) {
        setClock(hours)
        await untilItIs(server.url, hours)
        const profile = await fetch(`${server.url}/api/auth/profile`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const expected = signedIn ? 200 : 401
        faults.push(...unless(profile.status === expected, `${hours} h: profile ${profile.status}`))
        const fresh = await signIn(server.url)
        saved.push(await saveJob(server.url, fresh.token, hours))
      }
      await load.end()
      await server.stop()
      const grows = saved.every((at, n) => n === 0 || at > (saved[n - 1] ?? ''))
      const refused = load.tries.filter(({ status }) => status !== 201)
      return {
        figures: `to ${jumps.map(([hours]) => `${hours} h`).join(', ')}: ${load.answers()}; sessions end on time and stay ended, changes stay in order`,
        faults: [
          ...faults,
          ...unless(!refused.length, `answers: ${load.answers()}`),
          ...unless(grows, `updated_at went back: ${saved.join(', ')}`),
          ...verifyStored({ folder, acknowledged: load.acknowledged() }),
        ],
      }
    }),
}
