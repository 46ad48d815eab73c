import { setTimeout as pause } from 'node:timers/promises'
import { createCertificate, missingForTls } from '../../../../db/fixtures/certificate.ts'
import { startChild } from '../../../../db/fixtures/child.ts'
import { startNetworkProxy, startTlsProxy } from '../../../../db/fixtures/network-proxy.ts'
import { createToken, startSqld } from '../../../../db/fixtures/sqld.ts'
import { type RunningServer, signIn } from '../../../../scripts/testing/serve.ts'
import { apply } from '../../kit/load.ts'
import { type Scenario, unless } from '../../kit/scenario.ts'
import { withScenarioContext } from '../../kit/scenario-context.ts'

type Tls = Awaited<ReturnType<typeof startTlsProxy>>

/** Sends bursts over new connections, then measures how fast a dead connection is noticed. */
async function bursts(tls: Tls, token: string, roundTrip: number) {
  const line = await startNetworkProxy(tls.url, { roundTrip })
  const child = await startChild('remote-client.ts', line.url, token, `far${roundTrip}`)
  const failures = (await child.ask('bursts 6')) as unknown[]
  line.become('dead')
  const ms = Math.round((await child.ask('failure')) as number)
  await child.kill()
  line.stop()
  return {
    figures: `${roundTrip} ms away: dead after ${ms} ms`,
    faults: [
      ...unless(!failures.length, `${roundTrip} ms away: ${failures.join(', ')}`),
      ...unless(ms < 3_000 + roundTrip, `${roundTrip} ms away: noticed only after ${ms} ms`),
    ],
  }
}

/** Expects servers to stay ready for eight seconds, take applications and see all changes. */
async function together(servers: RunningServer[]) {
  const [one, ...others] = servers as [RunningServer, ...RunningServer[]]
  const { token } = await signIn(one.url)
  const statuses = new Set<number>()
  const end = performance.now() + 8_000
  const watch = servers.map(async ({ url }) => {
    while (performance.now() < end) {
      for (const path of ['/readyz', '/api/jobs/active'])
        statuses.add((await fetch(url + path)).status)
      await pause(100)
    }
  })
  const created = await fetch(`${one.url}/api/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Lighthouse Keeper', description: '<p>Nights.</p>' }),
  })
  const sent = await Promise.all(servers.map(({ url }) => apply(url)))
  const shows = async ({ url }: RunningServer) =>
    (await (await fetch(`${url}/jobs`)).text()).includes('Lighthouse Keeper')
  const atOnce = await shows(one)
  await pause(3_000)
  const later = await Promise.all(others.map(shows))
  await Promise.all(watch)
  return [
    ...unless(created.status === 201, `a new job was answered with ${created.status}`),
    ...sent.flatMap(({ status }) => unless(status === 201, `an application: ${status}`)),
    ...unless(atOnce, 'the server that took the job does not show it'),
    ...unless(later.every(Boolean), 'another server does not show the job after 3 s'),
    ...unless([...statuses].join() === '200', `not always ready: ${[...statuses].join()}`),
  ]
}

export const far: Scenario = {
  name: 'database server far away',
  missing: () => missingForTls.trim() || undefined,
  run: () =>
    withScenarioContext(async ({ folder, start, atEnd }) => {
      const { token, publicKey } = createToken()
      const certificate = createCertificate(folder)
      const sqld = await startSqld({ publicKey })
      const tls = await startTlsProxy(sqld.url, certificate)
      // Node reads it at process start, so only child processes use it.
      process.env.NODE_EXTRA_CA_CERTS = certificate.authority
      atEnd(() => {
        delete process.env.NODE_EXTRA_CA_CERTS
      })
      atEnd(sqld.stop)
      atEnd(tls.stop)
      const line = await startNetworkProxy(tls.url, { roundTrip: 300 })
      atEnd(line.stop)
      const env = {
        DATABASE_URL: line.url,
        DATABASE_AUTH_TOKEN: token,
        NODE_EXTRA_CA_CERTS: certificate.authority,
      }
      const servers = await Promise.all([1, 2, 3].map(() => start(env)))
      const faults = await together(servers)
      await Promise.all(servers.map((server) => server.stop()))
      const all = await Promise.all([40, 120, 200, 300].map((ms) => bursts(tls, token, ms)))
      return {
        figures: `three servers 300 ms away stay ready; ${all.map(({ figures }) => figures).join('; ')}`,
        faults: [...faults, ...all.flatMap((one) => one.faults)],
      }
    }),
}
