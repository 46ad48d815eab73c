import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '../../../scripts/testing/serve.ts'
import { metric, sizesOf } from '../kit/figures.ts'
import { startFlood } from '../kit/flood.ts'
import { apply, startLoad } from '../kit/load.ts'
import { percentiles, type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { verifyStored } from '../kit/verify-stored.ts'

/** Reads lists, opens applications, and changes a job, which invalidates every cached page. */
function startStaff(url: string, token: string) {
  const waits: number[] = []
  const statuses = new Set<number>()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let over = false
  async function call(method: string, path: string, body?: object) {
    const sent = body && { body: JSON.stringify(body) }
    const { ms, value } = await timed(async () => {
      const response = await fetch(`${url}/api${path}`, { method, headers, ...sent })
      await response.arrayBuffer()
      return response.status
    })
    waits.push(ms)
    statuses.add(value)
  }
  const loop = (async () => {
    for (let turn = 0; !over; turn++) {
      await call('GET', `/applications?page=${(turn % 5) + 1}`)
      await call('GET', '/applications?q=mira')
      await call('GET', `/applications/${(turn % 20) + 1}`)
      if (turn % 20 === 0) await call('PUT', '/jobs/1', { location: `Place ${turn}` })
      await pause(50)
    }
  })()
  const end = () => {
    over = true
    return loop
  }
  return { waits, statuses, end }
}

type Sizes = ReturnType<typeof sizesOf>

const most = (sizes: Sizes[], of: keyof Sizes) => Math.max(...sizes.map((one) => one[of]))

/** Compares the second quarter of the run with the last: memory and descriptors must level off. */
function growth(sizes: Sizes[]) {
  const half = sizes.slice(Math.floor(sizes.length / 4), Math.floor(sizes.length / 2))
  const end = sizes.slice(Math.floor((sizes.length * 3) / 4))
  const grown = (of: keyof Sizes) => most(end, of) - most(half, of)
  return {
    words: `memory ${most(half, 'memory')} → ${most(end, 'memory')} MB, descriptors ${most(half, 'files')} → ${most(end, 'files')}, log ${most(half, 'log')} → ${most(end, 'log')} MB`,
    faults: [
      ...unless(grown('memory') <= 25, `memory grew by ${grown('memory')} MB`),
      ...unless(grown('files') <= 20, `${grown('files')} more descriptors`),
      ...unless(most(end, 'log') <= 16, `the log has ${most(end, 'log')} MB`),
    ],
  }
}

export const mixed: Scenario = {
  name: 'mixed load',
  onlyLong: true,
  missing: () => (process.platform === 'linux' ? undefined : 'it reads /proc'),
  run: ({ minutes }) =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const server = await start({ METRICS_PORT: '0' })
      const { token } = await signIn(server.url)
      const flood = await startFlood(server.url)
      atEnd(flood.stop)
      // Repeated, since the server closes slow connections.
      const comeSlowly = () => flood.heads(50).then(() => flood.bodies(10))
      const slow = setInterval(() => void comeSlowly().catch(() => undefined), 20_000)
      atEnd(() => clearInterval(slow))
      const visitor = await startFlood(server.url)
      atEnd(visitor.stop)
      const staff = startStaff(server.url, token)
      const load = startLoad(server.url, 2)
      const ms = minutes * 60_000
      const visits = visitor.visit(ms, '/', '/jobs', '/jobs/1/apply', '/api/jobs/active')
      const sizes: Sizes[] = []
      for (const until = Date.now() + ms; Date.now() < until; await pause(1_000)) {
        sizes.push(sizesOf(server, folder))
        if (sizes.length % 10 === 0) await apply(server.url, { padding: 4_000_000 })
      }
      const seen = await visits
      await Promise.all([load.end(), staff.end()])
      const late = await metric(server, 'foyer_event_loop_delay_seconds{share="0.99"}')
      clearInterval(slow)
      await flood.stop()
      await server.stop()
      const { words, faults } = growth(sizes)
      const [applied, worked] = [load.tries.map((t) => t.ms), staff.waits].map(percentiles)
      return {
        figures: `${minutes} min: ${seen.requests} page views p99 ${seen.p99} ms, ${load.answers()} p99 ${applied?.p99} ms, ${staff.waits.length} calls of staff p99 ${worked?.p99} ms; ${words}; event loop p99 ${Math.round(late * 1000)} ms late`,
        faults: [
          ...faults,
          ...unless(!seen.failed.length, `a visitor was answered ${seen.failed[0]?.status}`),
          ...unless([...staff.statuses].join() === '200', `staff: ${[...staff.statuses]}`),
          ...unless(
            load.tries.every(({ status }) => status === 201),
            load.answers(),
          ),
          ...verifyStored({ folder, acknowledged: load.acknowledged() }),
        ],
      }
    }),
}
