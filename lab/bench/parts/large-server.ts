import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createSessions } from '../../../api/accounts/auth/sessions/sessions.ts'
import { openDb } from '../../../db/client.ts'
import { startServer } from '../../../scripts/testing/serve.ts'
import { atRest } from '../kit/filled.ts'
import { printTable } from '../kit/table.ts'
import {
  forgetPeak,
  median,
  peakMemory,
  processorTime,
  residentMemory,
  visit,
} from '../kit/tools.ts'
import { applications, filledLarge, folder } from './large.ts'

/** Of the rejected, those longest ago. */
const erased = Math.min(10_000, applications / 100)

async function sessionOf(file: string) {
  const db = await openDb(pathToFileURL(file).href)
  const [row] = await db.all<{ id: number }>(
    "select id from users where role = 'admin' and is_active = 1 limit 1",
  )
  const token = await createSessions(db).start(row!.id)
  db.$client.close()
  return { authorization: `Bearer ${token}` }
}

async function download(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers })
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`)
  let bytes = 0
  for await (const part of response.body) bytes += part.byteLength
  return `${(bytes / 1_048_576).toFixed(0)} MB`
}

/** Sets the rule that makes so many due, and waits until they are erased. */
async function retention(file: string) {
  const db = new DatabaseSync(file)
  const { at } = db
    .prepare(
      `select reviewed_at as at from applications where status = 'rejected' and withdrawn_at is null
      order by reviewed_at limit 1 offset ?`,
    )
    .get(erased) as { at: string }
  const days = Math.ceil((Date.now() - Date.parse(at)) / 86_400_000)
  db.prepare(
    `insert into settings (key, category, value) values ('keep_rejected_days', 'privacy', ?)
    on conflict do update set value = excluded.value, updated_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  ).run(String(days))
  // Those that were generated: the next would be due tomorrow.
  db.exec('delete from retention_runs')
  const last = db.prepare('select ended_at, rejected from retention_runs order by id desc limit 1')
  for (;;) {
    const run = last.get()
    if (run?.ended_at) {
      db.close()
      return `${run.rejected} erased`
    }
    await pause(1000)
  }
}

/** What a server with a large database takes: its start, exports, a backup and a retention run. */
export async function largeServer() {
  const filled = await filledLarge()
  const own = await mkdtemp(join(folder, 'server-'))
  const file = join(own, 'careers.db')
  try {
    await copyFile(filled, file)
    const headers = await sessionOf(file)
    const started = async () => {
      const began = performance.now()
      const server = await startServer({ folder: own, env: { LOG_LEVEL: 'error' } })
      const { status } = await fetch(`${server.url}/jobs`)
      if (status !== 200) throw new Error(`The first answer was ${status}`)
      const ms = performance.now() - began
      return { server, ms, cpu: processorTime(server.pid) * 1000 }
    }
    // The first makes what a new version makes.
    const first = await started()
    await atRest(first.server.pid)
    await first.server.stop()
    const starts: { ms: number; cpu: number }[] = []
    for (let n = 0; n < 5; n++) {
      const { server, ms, cpu } = await started()
      starts.push({ ms, cpu })
      await server.stop()
    }
    const middle = (what: 'ms' | 'cpu') => median(starts.map((one) => one[what])).toFixed(0)
    console.log(
      `Start to first page: ${middle('ms')} ms, ${middle('cpu')} ms of CPU (aim: 1,000). The first: ${first.ms.toFixed(0)} ms.`,
    )
    const rows: string[][] = []
    const { server } = await started()
    const { url, pid } = server
    const during = async (name: string, work: () => Promise<string>) => {
      const leave = await visit(url)
      const before = residentMemory(pid)
      forgetPeak(pid)
      const used = processorTime(pid)
      const began = performance.now()
      const what = await work()
      const seconds = (performance.now() - began) / 1000
      const { p99, max } = await leave()
      const numbers = [seconds, processorTime(pid) - used, before, peakMemory(pid), p99, max]
      rows.push([name, what, ...numbers.map((number) => number.toFixed(0))])
    }
    try {
      await atRest(pid)
      for (const name of ['export.csv', 'export.zip'])
        await during(name, () => download(`${url}/api/applications/${name}?status=all`, headers))
      await during('backup', async () => {
        const env = {
          ...process.env,
          DATABASE_URL: pathToFileURL(file).href,
          STORAGE_URL: pathToFileURL(join(own, 'resumes')).href,
        }
        const script = ['--import', './scripts/drizzle-modules.mjs', 'scripts/backup.ts']
        const run = promisify(execFile)(process.execPath, [...script, join(own, 'backup')], { env })
        const peak = watchPeak(run.child.pid!)
        // The generated pictures have no files, which it reports.
        await run.catch((error) => {
          if (!String(error.stdout).startsWith('Backed up')) throw error
        })
        return `${peak()} MB of its own`
      })
      await during('a retention run', () => retention(file))
    } finally {
      await server.stop()
    }
    printTable(
      ['', '', 'seconds', 'CPU s', 'MB resident before', 'at most', "visitor's p99, ms", 'longest'],
      rows,
    )
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

/** The most memory that the process has had, in MB. */
function watchPeak(pid: number) {
  let peak = 0
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, peakMemory(pid))
    } catch {
      // It has ended.
      clearInterval(timer)
    }
  }, 200)
  return () => {
    clearInterval(timer)
    return peak.toFixed(0)
  }
}
