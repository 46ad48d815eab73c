import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createSessions } from '../../../api/accounts/auth/sessions/sessions.ts'
import { createApi } from '../../../api/app.ts'
import { openStore } from '../../../api/core/files/open-store.ts'
import { openDb } from '../../../db/client.ts'
import { newJob, twoApplications } from '../../../db/fixtures/databases.ts'
import { startNetworkProxy } from '../../../db/fixtures/network-proxy.ts'
import { sqldExists, startSqld } from '../../../db/fixtures/sqld.ts'
import { users } from '../../../db/schema.ts'
import { applicationForm } from '../../../scripts/testing/fixtures/application-form.ts'
import type { Options } from '../kit/compare.ts'
import { printTable } from '../kit/table.ts'
import { median, processorTime } from '../kit/tools.ts'

const pairs = 100

/** An API in this process; `pid` is that of its database server. */
async function open(url: string, folder: string, pid?: number, through = url) {
  const filled = await openDb(url)
  const store = await openStore(`file:${join(folder, 'files')}`)
  const job_id = await newJob(filled)
  for (let n = 0; n < pairs; n++) await twoApplications(filled, job_id)
  filled.$client.close()
  const db = await openDb(through)
  const api = createApi({ db, store, log: pino({ enabled: false }), rateLimits: false })
  const person = { email: 'bench@example.com', first_name: 'Bench', last_name: 'Admin' }
  const [user] = await db
    .insert(users)
    .values({ ...person, role: 'admin' })
    .returning({ id: users.id })
  const authorization = `Bearer ${await createSessions(db).start(user?.id ?? 0)}`
  let turn = 0
  const call = async (path: string, init: RequestInit = {}) => {
    const request = new Request(`http://bench/api${path}`, init)
    request.headers.set('authorization', authorization)
    const response = await api.fetch(request, { ip: '192.0.2.1' })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    await response.arrayBuffer()
  }
  const calls: Record<string, () => Promise<void>> = {
    list: () => call('/applications?per_page=50'),
    dashboard: () => call('/dashboard'),
    record: () => call(`/applications/${(turn++ % (2 * pairs)) + 1}`),
    status: () => {
      const status = Math.floor(turn / (2 * pairs)) % 2 ? 'pending' : 'shortlisted'
      return call(`/applications/${(turn++ % (2 * pairs)) + 1}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status, tell: 'never' }),
      })
    },
    submission: () => {
      const body = applicationForm({ job_id, email: `mira${turn++}@example.org` })
      return call('/applications/submit', { method: 'POST', body })
    },
  }
  const used = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + (pid ? processorTime(pid) * 1000 : 0)
  }
  return { calls, used, close: () => db.$client.close() }
}

type Opened = Awaited<ReturnType<typeof open>>

/** Ms of CPU a call, and the best of the ms that it takes. */
async function measure({ calls, used }: Opened, name: string, seconds: number) {
  let best = Number.POSITIVE_INFINITY
  let count = 0
  for (let n = 0; n < 5; n++) await calls[name]?.()
  const before = used()
  for (const until = performance.now() + seconds * 1000; performance.now() < until; count++) {
    const began = performance.now()
    await calls[name]?.()
    best = Math.min(best, performance.now() - began)
  }
  return { cpu: (used() - before) / count, best }
}

/** Compares the API on a file with that on a database server, and on one that is 40 ms away. */
export async function remote({ seconds, rounds }: Options) {
  if (!sqldExists) return console.log('Not measured: remote. There is no sqld for this platform.')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
  const [near, distant] = [await startSqld(), await startSqld()]
  const line = await startNetworkProxy(distant.url, { roundTrip: 40 })
  const file = await open(`file:${join(folder, 'careers.db')}`, folder)
  const server = await open(near.url, folder, near.pid)
  // Filled past the line, which would take minutes.
  const far = await open(distant.url, folder, undefined, line.url)
  try {
    const rows = []
    for (const name of Object.keys(file.calls)) {
      const found = []
      for (let round = 0; round < rounds; round++)
        found.push({
          file: await measure(file, name, seconds),
          server: await measure(server, name, seconds),
        })
      rows.push([
        name,
        median(found.map((one) => one.file.cpu)).toFixed(2),
        median(found.map((one) => one.server.cpu)).toFixed(2),
        median(found.map((one) => one.file.cpu / one.server.cpu)).toFixed(2),
        (await measure(far, name, seconds)).best.toFixed(0),
      ])
    }
    printTable(
      ['calls', 'file: CPU ms', 'Foyer + sqld: CPU ms', 'ratio', '40 ms away: best ms'],
      rows,
    )
  } finally {
    for (const one of [file, server, far]) one.close()
    line.stop()
    await Promise.all([near.stop(), distant.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}
