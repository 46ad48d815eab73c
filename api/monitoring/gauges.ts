import { readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { fileOf } from '#db/embedded/node-sqlite.ts'
import type { Environment } from '../env.ts'
import { folderOf } from '../files/open-store.ts'
import type { Metrics } from './metrics.ts'

const isHere = (url: string) => url.startsWith('file:')

/** Process metrics under Prometheus's standard names. */
export function processGauges({ gauge, readCounter }: Metrics) {
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution) / 1000
  gauge('foyer_event_loop_delay_seconds', 'Event loop delay since the last scrape.', () => {
    const values = { '0.5': delay.percentile(50), '0.99': delay.percentile(99), '1': delay.max }
    delay.reset()
    return Object.entries(values).map(([share, value]) => ({
      labels: { share },
      value: seconds(value),
    }))
  })
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss())
  gauge('nodejs_heap_used_bytes', 'JavaScript heap in use.', () => process.memoryUsage().heapUsed)
  readCounter('process_cpu_seconds_total', 'CPU time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  const started = Date.now() / 1000 - process.uptime()
  gauge('process_start_time_seconds', 'Start time of the process.', () => started)
  gauge('process_open_fds', 'Open file descriptors.', () => readdirSync('/proc/self/fd').length)
}

const waiting = sql`
  select count(*) as waiting, min(coalesce(held_until, created_at)) as oldest from outbox
  where sent_at is null and failed_at is null`
const failed = sql`select count(*) as failed from outbox where failed_at is not null`
const bulkAtWork = sql`
  select count(*) as actions, min(created_at) as oldest from bulk
  where state in ('running', 'undoing')`
const signedIn = sql`select count(*) as open from sessions where expires_at > unixepoch()`

/** Metrics of the database and the resume storage. */
export function storeGauges({ gauge }: Metrics, db: Db, env: Environment) {
  gauge('foyer_outbox_messages', 'Emails waiting to be sent, or failed.', async () => {
    const [row] = await db.all<{ waiting: number }>(waiting)
    const [given] = await db.all<{ failed: number }>(failed)
    return [
      { labels: { state: 'waiting' }, value: row?.waiting ?? 0 },
      { labels: { state: 'failed' }, value: given?.failed ?? 0 },
    ]
  })
  gauge('foyer_outbox_oldest_seconds', 'Age of the oldest waiting email.', async () => {
    const [row] = await db.all<{ oldest: string | null }>(waiting)
    // Mail that is held waits for its time, not for the mail server.
    return row?.oldest ? Math.max(0, Date.now() - Date.parse(row.oldest)) / 1000 : 0
  })
  gauge('foyer_bulk_actions', 'Bulk actions in progress.', async () => {
    const [row] = await db.all<{ actions: number }>(bulkAtWork)
    return row?.actions ?? 0
  })
  gauge('foyer_bulk_oldest_seconds', 'Age of the oldest bulk action in progress.', async () => {
    const [row] = await db.all<{ oldest: string | null }>(bulkAtWork)
    return row?.oldest ? (Date.now() - Date.parse(row.oldest)) / 1000 : 0
  })
  gauge('foyer_sessions', 'Active staff sessions.', async () => {
    const [row] = await db.all<{ open: number }>(signedIn)
    return row?.open ?? 0
  })
  const file = isHere(env.DATABASE_URL) && fileOf(env.DATABASE_URL)
  if (file)
    gauge('foyer_database_bytes', 'Size of the database file and its write-ahead log.', () => [
      { labels: { file: 'database' }, value: statSync(file).size },
      { labels: { file: 'log' }, value: statSync(`${file}-wal`).size },
    ])
  const folder = isHere(env.STORAGE_URL) && folderOf(env.STORAGE_URL)
  const disks = { database: file, resumes: folder }
  gauge('foyer_disk_free_bytes', 'Free space on the disks of database and resumes.', async () => {
    const samples = Object.entries(disks).map(async ([disk, path]) => {
      if (!path) return []
      const { bavail, bsize } = await statfs(path)
      return [{ labels: { disk }, value: bavail * bsize }]
    })
    return (await Promise.all(samples)).flat()
  })
}
