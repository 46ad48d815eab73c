import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate, missingForTls } from '../../../db/fixtures/certificate.ts'
import { startNetworkProxy } from '../../../db/fixtures/network-proxy.ts'
import { startSqld } from '../../../db/fixtures/sqld.ts'
import { administrator } from '../../../scripts/testing/serve.ts'
import { fill } from '../fill.ts'
import type { Options } from '../kit/compare.ts'
import { type Filled, startAtRest } from '../kit/filled.ts'
import { applicationForm } from '../kit/form.ts'
import { type Call, manyCalls } from '../kit/many-calls.ts'
import { startNginx } from '../kit/nginx.ts'
import { printTable } from '../kit/table.ts'
import { cores, median, missing, pin } from '../kit/tools.ts'

const applications = 10_000
const jobs = 50

type Measured = Awaited<ReturnType<typeof manyCalls>>

/** As in docs/grow.md. */
const tlsSite = (folder: string, target: string) => (port: number) =>
  `
  upstream sqld { server ${new URL(target).host}; keepalive 32; }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${folder}/server.crt;
    ssl_certificate_key ${folder}/server.key;
    client_max_body_size 16m;
    location / {
      proxy_pass http://sqld;
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_set_header Connection "";
    }
  }`

const json = { 'content-type': 'application/json' }

/** Each the next of its kind: another record, word or person. Servers of one database begin apart. */
async function callsOf({ headers }: Pick<Filled, 'headers'>, first = 0) {
  const form = await applicationForm(3 * 1024)
  const body = form.body.toString('latin1')
  let turn = first
  const another = () => (turn++ % applications) + 1
  let person = first
  const calls: Record<string, () => Call> = {
    list: () => ({ path: '/api/applications?per_page=50', headers }),
    dashboard: () => ({ path: '/api/dashboard', headers }),
    'search page': () => ({ path: `/jobs?q=machine+${another()}` }),
    record: () => ({ path: `/api/applications/${another()}`, headers }),
    status: () => ({
      path: `/api/applications/${another()}`,
      method: 'PUT',
      headers: { ...headers, ...json },
      body: Buffer.from(`{"status":"${turn % 2 ? 'pending' : 'shortlisted'}","tell":"never"}`),
    }),
    submission: () => ({
      path: '/api/applications/submit',
      method: 'POST',
      headers: { 'content-type': form.type, 'idempotency-key': randomUUID() },
      body: Buffer.from(body.replace('ada@', `ada${person++}@`), 'latin1'),
    }),
  }
  return calls
}

const signIn = (): Call => ({
  path: '/api/auth/login',
  method: 'POST',
  headers: json,
  body: Buffer.from(JSON.stringify(administrator)),
})

/**
 * Compares servers on a file with those on a database server: over http, behind nginx with TLS, and 40
 * ms away. Server, sqld and nginx share a core, the load has the other.
 */
export async function remote({ seconds, rounds }: Options) {
  const absent = [missingForTls.trim(), ...missing(['nginx', 'taskset'])].filter(Boolean)
  if (absent.length) return console.log(`Not measured: remote. There is no ${absent.join(', ')}.`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const file = join(folder, 'careers.db')
  await fill(file, applications, jobs)
  createCertificate(folder)
  const sqld = await startSqld({ database: file })
  pin(sqld.pid)
  const nginx = await startNginx(tlsSite(folder, sqld.url))
  const line = await startNetworkProxy(sqld.url, { roundTrip: 40 })
  const stops = [() => sqld.stop(), () => nginx.stop(), async () => line.stop()]
  const open = async (database: string) => {
    const env = { DATABASE_URL: database, NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt') }
    const server = await startAtRest(folder, { env })
    stops.unshift(() => server.stop())
    return server
  }
  try {
    const servers = [
      { server: await open(`file:${file}`), beside: [] },
      { server: await open(sqld.url), beside: [sqld.pid] },
      { server: await open(nginx.url.replace('http:', 'https:')), beside: [sqld.pid, nginx.pid] },
    ]
    const calls = await Promise.all(servers.map(({ server }, n) => callsOf(server, n * 100_000)))
    if (cores) pin(process.pid, cores.load)
    // There are 36 of them in a round.
    const each = seconds / 3
    const rows = []
    for (const name of Object.keys(calls[0]!))
      for (const atOnce of [4, 16]) {
        const found: Measured[][] = []
        // The first is a warm-up.
        for (let round = 0; round <= rounds; round++) {
          const results = []
          for (const [n, { server, beside }] of servers.entries()) {
            const how = { atOnce, seconds: round ? each : 1, pids: [server.pid, ...beside] }
            try {
              results.push(await manyCalls(server.url, calls[n]![name]!, how))
            } catch (error) {
              // A server that is overloaded, or whose database is, says 503 and why.
              throw new Error(`${error}\n${server.output()}`, { cause: error })
            }
          }
          if (round) found.push(results)
        }
        const of = (n: number, what: 'perSecond' | 'cpu') =>
          median(found.map((all) => all[n]![what]))
        const ratio = (n: number) =>
          median(found.map((all) => all[n]!.perSecond / all[0]!.perSecond)).toFixed(2)
        rows.push([
          `${name}, ${atOnce} at once`,
          ...[0, 1, 2].map((n) => of(n, 'perSecond').toFixed(0)),
          ratio(1),
          ratio(2),
          ...[0, 1, 2].map((n) => of(n, 'cpu').toFixed(2)),
        ])
      }
    printTable(
      [
        'calls a second',
        'file',
        'http',
        'https',
        'http ÷ file',
        'https ÷ file',
        'CPU ms: file',
        'http',
        'https',
      ],
      rows,
    )
    const far = await open(line.url)
    const distant = { ...(await callsOf(far, 900_000)), 'sign-in': signIn }
    const times = []
    for (const [name, next] of Object.entries(distant))
      times.push([name, (await manyCalls(far.url, next, { seconds })).best.toFixed(0)])
    printTable(['40 ms away', 'best ms'], times)
  } finally {
    for (const stop of stops) await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
