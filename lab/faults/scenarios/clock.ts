import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '../../../scripts/testing/serve.ts'
import { fakeClock, fakeTimeMissing, untilItIs } from '../kit/fake-clock.ts'
import { startLoad } from '../kit/load.ts'
import { type Scenario, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** Clock offsets from the true time, and whether the first session is still valid then. */
const jumps: [hours: number, signedIn: boolean][] = [
  [2, true],
  [-1, true],
  [72, false],
  [-48, false],
  [0, false],
]

async function saveJob(url: string, token: string, change: object) {
  const response = await fetch(`${url}/api/jobs/1`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(change),
  })
  return ((await response.json()) as { updated_at: string }).updated_at
}

/** How long after `time` the API returns `status` for the job, in ms. */
async function untilJobIs(url: string, status: number, time: number) {
  for (let tries = 0; tries < 500; tries++) {
    const response = await fetch(`${url}/api/jobs/1`)
    if (response.status === status) return Date.now() - time
    await pause(20)
  }
  throw new Error(`The job never got ${status}`)
}

const hour = 3_600_000
const day = 24 * hour

/** A job opens at midnight, and closes when the clock skips its last day; each within a second. */
async function openAndClose(url: string, setClock: (seconds: number) => void) {
  const nextDay = Math.ceil(Date.now() / day) * day
  const ahead = Math.round((nextDay - Date.now()) / 1000) - 5
  setClock(ahead)
  await untilItIs(url, ahead / 3600)
  const opens = new Date(nextDay).toISOString().slice(0, 10)
  const { token } = await signIn(url)
  await saveJob(url, token, { opens_on: opens, closes_on: opens })
  const opened = await untilJobIs(url, 200, nextDay - ahead * 1000)
  setClock(ahead + 30 * 24 * 3600)
  await untilItIs(url, ahead / 3600 + 30 * 24)
  const closed = await untilJobIs(url, 410, Date.now())
  return { opened, closed }
}

export const clock: Scenario = {
  name: 'clock jumps',
  missing: fakeTimeMissing,
  run: () =>
    withScenarioContext(async ({ folder, start }) => {
      const { setClock, env } = fakeClock(folder)
      const server = await start(env)
      const { token } = await signIn(server.url)
      const load = startLoad(server.url, 5)
      const faults: string[] = []
      const saved = [await saveJob(server.url, token, { location: 'Place' })]
      for (const [hours, signedIn] of jumps) {
        setClock(hours * 3600)
        await untilItIs(server.url, hours)
        const profile = await fetch(`${server.url}/api/auth/profile`, {
          headers: { authorization: `Bearer ${token}` },
        })
        const expected = signedIn ? 200 : 401
        faults.push(...unless(profile.status === expected, `${hours} h: profile ${profile.status}`))
        const fresh = await signIn(server.url)
        saved.push(await saveJob(server.url, fresh.token, { location: `Place ${hours}` }))
      }
      await load.end()
      const dates = await openAndClose(server.url, setClock)
      await server.stop()
      const grows = saved.every((at, n) => n === 0 || at > (saved[n - 1] ?? ''))
      const refused = load.tries.filter(({ status }) => status !== 201)
      return {
        figures: `to ${jumps.map(([hours]) => `${hours} h`).join(', ')}: ${load.answers()}; sessions end on time and stay ended, changes stay in order; a job opened ${dates.opened} ms after midnight and closed ${dates.closed} ms after a jump`,
        faults: [
          ...faults,
          ...unless(dates.opened >= 0 && dates.opened < 1000, `opened after ${dates.opened} ms`),
          ...unless(dates.closed < 1000, `closed after ${dates.closed} ms`),
          ...unless(!refused.length, `answers: ${load.answers()}`),
          ...unless(grows, `updated_at went back: ${saved.join(', ')}`),
          ...verifyStored({ folder, acknowledged: load.acknowledged() }),
        ],
      }
    }),
}
