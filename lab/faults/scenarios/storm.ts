import { setTimeout as pause } from 'node:timers/promises'
import { signIn } from '../../../scripts/testing/serve.ts'
import { metric, peakOf } from '../kit/figures.ts'
import { startFlood } from '../kit/flood.ts'
import { type Scenario, timed, unless } from '../kit/scenario.ts'
import { withScenarioContext } from '../kit/scenario-context.ts'
import { request, visit } from '../kit/visitor.ts'

const onLinux = () => (process.platform === 'linux' ? undefined : 'it reads /proc')

/** Tries a wrong password, from an address given as by a trusted proxy. */
async function guess(url: string, address: string, email: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password: 'is it this one perhaps' }),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

export const signInStorm: Scenario = {
  name: 'sign-in storm',
  missing: onLinux,
  run: ({ long }) =>
    withScenarioContext(async ({ start, atEnd }) => {
      const server = await start({ TRUST_PROXY: 'true', RATE_LIMITS: 'on' })
      const { token } = await signIn(server.url)
      const visitor = await startFlood(server.url)
      atEnd(visitor.stop)
      const count = long ? 1_000 : 200
      const many = Array.from({ length: count }, (_, n) =>
        guess(server.url, `198.51.${n >> 8}.${n & 255}`, `${n % 7}@example.com`),
      )
      const seen = await visitor.visit(1_000, '/', '/jobs', '/api/jobs/active')
      const tries = await Promise.all(many)
      const profile = await fetch(`${server.url}/api/auth/profile`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const one = Array.from({ length: 60 }, (_, n) =>
        guess(server.url, '203.0.113.1', `${n}@example.com`),
      )
      tries.push(...(await Promise.all(one)))
      const again = await signIn(server.url).then(
        () => true,
        () => false,
      )
      const peak = peakOf(server)
      await server.stop()
      const times = (status: number) => tries.filter((tried) => tried.status === status).length
      const unclear = tries.filter((tried) => tried.status !== 401 && !tried.retryAfter).length
      return {
        figures: `${count} addresses guess at once, then one address 60 times: ${times(401)} × 401, ${times(429)} × 429, ${times(503)} × 503; a visitor p99 ${seen.p99} ms, at most ${peak} MB resident`,
        faults: [
          ...unless(times(401) + times(429) + times(503) === tries.length, 'another answer'),
          ...unless(unclear === 0, `${unclear} had no Retry-After`),
          ...unless(times(429) >= 30, 'one address was not held up'),
          ...unless(times(503) > 0, 'no 503: the queue is unbounded'),
          ...unless(!seen.failed.length && seen.p99 <= 2_500, `a visitor waited ${seen.p99} ms`),
          ...unless(profile.status === 200, `a signed-in user got ${profile.status}`),
          ...unless(again, 'nobody can sign in afterwards'),
          ...unless(peak <= 300, `${peak} MB resident`),
        ],
      }
    }),
}

export const overload: Scenario = {
  name: 'too much asked',
  missing: onLinux,
  run: ({ long }) =>
    withScenarioContext(async ({ start, atEnd }) => {
      const server = await start({ METRICS_PORT: '0' })
      const kept = ['/', '/jobs']
      await visit(server.url, kept, 300)
      const flood = await startFlood(server.url)
      atEnd(flood.stop)
      const path = '/api/jobs/active?per_page=500'
      await flood.askers(1_000, path)
      // All connect at once, ahead of this request.
      const { ms: crush } = await timed(() => request(server.url, '/jobs'))
      await visit(server.url, kept, 500)
      const before = (await flood.counts()).statuses
      const seconds = long ? 10 : 1
      const seen = await visit(server.url, kept, seconds * 1000)
      const { statuses } = await flood.counts()
      const shed = await metric(server, 'foyer_shed_total')
      await flood.stop()
      await pause(1_000)
      const after = await request(server.url, path)
      await server.stop()
      const rate = (status: string) =>
        Math.round(((statuses[status] ?? 0) - (before[status] ?? 0)) / seconds)
      const others = Object.keys(statuses).filter((status) => !['200', '503'].includes(status))
      return {
        figures: `1000 connections ask for a list without end: ${rate('200')} lists and ${rate('503')} × 503 each second; cached pages p50 ${seen.p50} ms, p99 ${seen.p99} ms, ${crush} ms while they all came`,
        faults: [
          ...unless(!others.length, `answered ${others.join(', ')}`),
          ...unless(rate('200') > 50, `only ${rate('200')} lists a second`),
          // A server that answers 1,000 requests a second needs no load shedding.
          ...unless(shed > 0 || rate('200') > 900, 'nothing was refused'),
          ...unless(!seen.failed.length, `a cached page answered ${seen.failed[0]?.status}`),
          ...unless(seen.p99 <= 1_000, `a cached page took ${seen.p99} ms`),
          ...unless(crush <= 5_000, `a cached page took ${crush} ms while they all came`),
          ...unless(after.status === 200, `afterwards: ${after.status}`),
        ],
      }
    }),
}

export const largeJson: Scenario = {
  name: 'large JSON',
  missing: onLinux,
  run: ({ long }) =>
    withScenarioContext(async ({ start, atEnd }) => {
      const server = await start({ METRICS_PORT: '0' })
      await visit(server.url, ['/jobs'], 300)
      const flood = await startFlood(server.url)
      atEnd(flood.stop)
      await flood.posters(8)
      await pause(300)
      const seconds = long ? 10 : 2
      await metric(server, 'foyer_event_loop_delay_seconds{share="1"}')
      const seen = await visit(server.url, ['/jobs'], seconds * 1000)
      const stop = await metric(server, 'foyer_event_loop_delay_seconds{share="1"}')
      const { statuses } = await flood.counts()
      await flood.stop()
      await server.stop()
      const others = Object.keys(statuses).filter((status) => !/^(400|413|503|none)$/.test(status))
      const ms = Math.round(stop * 1000)
      return {
        figures: `8 connections sign in with as many keys as fit in 8 and in 256 KB, ${statuses['400']} × 400 and ${statuses['413']} × 413 in ${seconds} s: cached page p50 ${seen.p50} ms, p99 ${seen.p99} ms; event loop stopped ${ms} ms at most`,
        faults: [
          ...unless(!others.length, `answered ${others.join(', ')}`),
          ...unless(!seen.failed.length, `a cached page answered ${seen.failed[0]?.status}`),
          ...unless(seen.p50 <= 150, `a cached page took ${seen.p50} ms`),
          ...unless(ms <= 300, `the event loop stopped for ${ms} ms`),
        ],
      }
    }),
}
