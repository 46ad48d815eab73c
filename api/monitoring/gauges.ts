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
export function processGauges({ ask }: Metrics) {
  const resolution = 20
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution) / 1000
  ask(
    'gauge',
    'foyer_event_loop_delay_seconds',
    'How late things began since the last look.',
    () => {
      const values = { '0.5': delay.percentile(50), '0.99': delay.percentile(99), '1': delay.max }
      delay.reset()
      return Object.entries(values).map(([share, value]) => ({
        labels: { share },
        value: seconds(value),
      }))
    },
  )
  ask('gauge', 'process_resident_memory_bytes', 'Memory that is resident.', () =>
    process.memoryUsage.rss(),
  )
  ask(
    'gauge',
    'nodejs_heap_used_bytes',
    'Memory of JavaScript.',
    () => process.memoryUsage().heapUsed,
  )
  ask('counter', 'process_cpu_seconds_total', 'Processor time used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  const started = Date.now() / 1000 - process.uptime()
  ask('gauge', 'process_start_time_seconds', 'When the process was started.', () => started)
  ask(
    'gauge',
    'process_open_fds',
    'Open descriptors: files and connections.',
    () => readdirSync('/proc/self/fd').length,
  )
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
export function storeGauges({ ask }: Metrics, db: Db, env: Environment) {
  ask('gauge', 'foyer_outbox_messages', 'Mail that waits, or was given up.', async () => {
    const [row] = await db.all<{ waiting: number }>(waiting)
    const [given] = await db.all<{ failed: number }>(failed)
    return [
      { labels: { state: 'waiting' }, value: row?.waiting ?? 0 },
      { labels: { state: 'failed' }, value: given?.failed ?? 0 },
    ]
  })
  ask('gauge', 'foyer_outbox_oldest_seconds', 'How long the oldest mail has waited.', async () => {
    const [row] = await db.all<{ oldest: string | null }>(waiting)
    // Mail that is held waits for its time, not for the mail server.
    return row?.oldest ? Math.max(0, Date.now() - Date.parse(row.oldest)) / 1000 : 0
  })
  ask(
    'gauge',
    'foyer_bulk_actions',
    'Actions on many applications that have not ended.',
    async () => {
      const [row] = await db.all<{ actions: number }>(bulkAtWork)
      return row?.actions ?? 0
    },
  )
  ask('gauge', 'foyer_bulk_oldest_seconds', 'How long ago the oldest of them began.', async () => {
    const [row] = await db.all<{ oldest: string | null }>(bulkAtWork)
    return row?.oldest ? (Date.now() - Date.parse(row.oldest)) / 1000 : 0
  })
  ask('gauge', 'foyer_sessions', 'Sessions of staff that are open.', async () => {
    const [row] = await db.all<{ open: number }>(signedIn)
    return row?.open ?? 0
  })
  const file = isHere(env.DATABASE_URL) && fileOf(env.DATABASE_URL)
  if (file)
    ask('gauge', 'foyer_database_bytes', 'The database and the log of its last changes.', () => [
      { labels: { file: 'database' }, value: statSync(file).size },
      { labels: { file: 'log' }, value: statSync(`${file}-wal`).size },
    ])
  const folder = isHere(env.STORAGE_URL) && folderOf(env.STORAGE_URL)
  const disks = { database: file, resumes: folder }
  ask('gauge', 'foyer_disk_free_bytes', 'Room left on the disks that are written to.', async () => {
    const samples = Object.entries(disks).map(async ([disk, path]) => {
      if (!path) return []
      const { bavail, bsize } = await statfs(path)
      return [{ labels: { disk }, value: bavail * bsize }]
    })
    return (await Promise.all(samples)).flat()
  })
}
