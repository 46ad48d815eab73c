import { readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { clockDifference, databaseNow } from '#db/clock.ts'
import { fileOf } from '#db/embedded/node-sqlite.ts'
import type { Environment } from '../environment/env.ts'
import { folderOf } from '../files/open-store.ts'
import { countedRounds } from '../workers/rounds.ts'
import { hasBackupFailed, lastBackup } from './last-backup.ts'
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

/** Background workers, by name. */
export function workerGauges({ gauge, readCounter }: Metrics) {
  /** One that has nothing left to do can't be late. */
  const working = () => [...countedRounds].filter(([, { every }]) => Number.isFinite(every))
  gauge(
    'foyer_worker_success_age_seconds',
    'Time since the last round of a background worker that worked.',
    () =>
      working().map(([worker, { succeededAt }]) => ({
        labels: { worker },
        value: (performance.now() - succeededAt) / 1000,
      })),
  )
  gauge('foyer_worker_interval_seconds', 'Time from one round to the next.', () =>
    working().map(([worker, { every }]) => ({ labels: { worker }, value: every / 1000 })),
  )
  readCounter('foyer_worker_failures_total', 'Rounds of background workers that failed.', () =>
    [...countedRounds].map(([worker, { failures }]) => ({ labels: { worker }, value: failures })),
  )
}

/** Mail that is held waits for its time, not for the mail server. */
const waiting = sql`
  select count(*) - count(iif(held_until > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1, null)) as waiting,
    count(iif(held_until > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1, null)) as held,
    min(coalesce(held_until, created_at)) as oldest
  from outbox where sent_at is null and failed_at is null`
const failed = sql`select count(*) as failed from outbox where failed_at is not null`
const bulkAtWork = sql`
  select count(*) as actions, min(created_at) as oldest from bulk
  where state in ('running', 'undoing')`
const pictures = sql`
  select (select count(*) from media where slow_formats = 'waiting') as waiting,
    (select count(*) from media where slow_formats = 'failed') as failed`
const staged = sql`select count(*) as files, total(size) as bytes from staged_files`
const scans = sql`
  select count(iif(state = 'waiting' and is_earlier = 0, 1, null)) as waiting,
    count(iif(is_earlier, 1, null)) as earlier,
    count(iif(state = 'too_large', 1, null)) as too_large,
    min(iif(state = 'waiting' and is_earlier = 0, created_at, null)) as oldest
  from file_scans where due_at is not null`
const setUp = sql`select min(created_at) as at from settings`
const signedIn = sql`select count(*) as open from sessions where expires_at > unixepoch()`

/** Seconds since then. */
const ageOf = (at: string | null | undefined) =>
  Math.max(0, Date.now() - (Date.parse(at ?? '') || 0)) / 1000

/** Metrics of the database and the resume storage. */
export function storeGauges({ gauge }: Metrics, db: Db, env: Environment) {
  gauge(
    'foyer_outbox_messages',
    'Emails waiting to be sent, held until later, or failed.',
    async () => {
      const [row] = await db.all<{ waiting: number; held: number }>(waiting)
      const [given] = await db.all<{ failed: number }>(failed)
      return [
        { labels: { state: 'waiting' }, value: row?.waiting ?? 0 },
        { labels: { state: 'held' }, value: row?.held ?? 0 },
        { labels: { state: 'failed' }, value: given?.failed ?? 0 },
      ]
    },
  )
  gauge('foyer_outbox_oldest_seconds', 'Age of the oldest waiting email.', async () => {
    const [row] = await db.all<{ oldest: string | null }>(waiting)
    return row?.oldest ? Math.max(0, databaseNow(db) - Date.parse(row.oldest)) / 1000 : 0
  })
  gauge(
    'foyer_clock_difference_seconds',
    'By how much the clock of the database is ahead of this machine’s.',
    () => clockDifference(db) / 1000,
  )
  gauge('foyer_bulk_actions', 'Bulk actions in progress.', async () => {
    const [row] = await db.all<{ actions: number }>(bulkAtWork)
    return row?.actions ?? 0
  })
  gauge('foyer_bulk_oldest_seconds', 'Age of the oldest bulk action in progress.', async () => {
    const [row] = await db.all<{ oldest: string | null }>(bulkAtWork)
    return row?.oldest ? (databaseNow(db) - Date.parse(row.oldest)) / 1000 : 0
  })
  gauge('foyer_pictures', 'Pictures waiting for AVIF, or without it for good.', async () => {
    const [row] = await db.all<{ waiting: number; failed: number }>(pictures)
    return Object.entries(row ?? {}).map(([state, value]) => ({ labels: { state }, value }))
  })
  if (env.CLAMD_URL) {
    gauge('foyer_virus_scan_files', 'Files that were not scanned for viruses yet.', async () => {
      const [row] = await db.all<Record<'waiting' | 'earlier' | 'too_large', number>>(scans)
      return (['waiting', 'earlier', 'too_large'] as const).map((state) => ({
        labels: { state },
        value: row?.[state] ?? 0,
      }))
    })
    gauge('foyer_virus_scan_oldest_seconds', 'Age of the file that waits longest.', async () => {
      const [row] = await db.all<{ oldest: string | null }>(scans)
      return row?.oldest ? Math.max(0, databaseNow(db) - Date.parse(row.oldest)) / 1000 : 0
    })
    gauge('foyer_virus_scanner_failing_seconds', 'Since when clamd can’t be reached.', async () => {
      const [row] = await db.all<{ since: string | null }>(
        sql`select failing_since as since from virus_scanner`,
      )
      return row?.since ? Math.max(0, databaseNow(db) - Date.parse(row.since)) / 1000 : 0
    })
  }
  gauge('foyer_staged_files', 'Files of forms that were not accepted.', async () => {
    const [row] = await db.all<{ files: number }>(staged)
    return row?.files ?? 0
  })
  gauge('foyer_staged_bytes', 'Size of the files of forms that were not accepted.', async () => {
    const [row] = await db.all<{ bytes: number }>(staged)
    return row?.bytes ?? 0
  })
  gauge(
    'foyer_backup_age_seconds',
    'Age of the last backup; without any, of the site.',
    async () => {
      const backup = await lastBackup(env.DATABASE_URL)
      if (backup) return ageOf(backup.taken_at)
      const [row] = await db.all<{ at: string | null }>(setUp)
      return ageOf(row?.at)
    },
  )
  gauge('foyer_backup_failed', 'Whether the last attempt to back up failed.', () =>
    Number(hasBackupFailed(env.DATABASE_URL)),
  )
  gauge('foyer_backup_lost_files', 'Files that the last backup found lost.', async () => {
    const backup = await lastBackup(env.DATABASE_URL)
    return backup ? backup.lost : []
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
  const disks = {
    database: file,
    resumes: folder,
    // On their way to the bucket.
    uploads: isHere(env.STORAGE_URL) ? null : tmpdir(),
  }
  gauge(
    'foyer_disk_free_bytes',
    'Free space on the disks of database, resumes and uploads.',
    async () => {
      const samples = Object.entries(disks).map(async ([disk, path]) => {
        if (!path) return []
        const { bavail, bsize } = await statfs(path)
        return [{ labels: { disk }, value: bavail * bsize }]
      })
      return (await Promise.all(samples)).flat()
    },
  )
}
