import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { retentionGauge } from '#api/office/background/retention-age.ts'
import { media, outbox, retentionRuns, settings } from '#db/schema.ts'
import { temporaryDb } from '#db/test-db.ts'
import { readEnvironment } from '../environment/env.ts'
import { openStore } from '../files/open-store.ts'
import { countRounds } from '../workers/rounds.ts'
import { storeGauges, workerGauges } from './gauges.ts'
import { noteBackup, noteFailedBackup } from './last-backup.ts'
import { createMetrics } from './metrics.ts'

const { db, url, remove } = await temporaryDb()
const folder = await mkdtemp(join(tmpdir(), 'foyer-100% #1-'))
afterAll(() => Promise.all([remove(), rm(folder, { recursive: true })]))

test('free disk space is that of the folder the store writes to', async () => {
  const STORAGE_URL = `file:${folder}`
  await openStore(STORAGE_URL)
  const metrics = createMetrics()
  storeGauges(metrics, db, readEnvironment({ DATABASE_URL: url, STORAGE_URL }))
  const text = await metrics.text()
  for (const disk of ['database', 'resumes'])
    expect(text).toMatch(new RegExp(`^foyer_disk_free_bytes\\{disk="${disk}"\\} [1-9]`, 'm'))
})

/** The samples of the database and the storage by name and labels. */
async function samples(STORAGE_URL = `file:${folder}`) {
  const metrics = createMetrics()
  storeGauges(metrics, db, readEnvironment({ DATABASE_URL: url, STORAGE_URL }))
  retentionGauge(metrics, db)
  const lines = (await metrics.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('with resumes in S3, the disk of uploads is watched', async () => {
  const disks = [...(await samples('s3://bucket')).keys()].filter((name) => name.includes('disk'))
  expect(disks).toEqual([
    'foyer_disk_free_bytes{disk="database"}',
    'foyer_disk_free_bytes{disk="uploads"}',
  ])
})

test('held mail is not counted as waiting', async () => {
  const mail = (message_id: string, held_until: string | null) =>
    ({
      message_id,
      held_until,
      kind: 'answer',
      to_address: 'x@y.example',
      subject: 's',
      text: 't',
      html: 'h',
    }) as const
  await db
    .insert(outbox)
    .values([
      mail('<1@x>', ago(-5)),
      mail('<2@x>', ago(-5)),
      mail('<3@x>', ago(1)),
      mail('<4@x>', null),
    ])
  const found = await samples()
  expect(found.get('foyer_outbox_messages{state="waiting"}')).toBe(2)
  expect(found.get('foyer_outbox_messages{state="held"}')).toBe(2)
})

test('retention is late since the last run that was not skipped, or since the rules were saved', async () => {
  const age = async () => (await samples()).get('foyer_retention_age_seconds')
  expect(await age()).toBeUndefined()
  const key = 'keep_rejected_days'
  await db.insert(settings).values({ key, value: '30', category: 'privacy', updated_at: ago(100) })
  expect(await age()).toBeGreaterThan(99 * 3600)
  const at = ago(10)
  await db.insert(retentionRuns).values([
    { started_at: ago(50), ended_at: ago(49) },
    { started_at: at, ended_at: at },
  ])
  expect(await age()).toBeGreaterThan(49 * 3600)
  expect(await age()).toBeLessThan(51 * 3600)
  await db.delete(settings).where(eq(settings.key, key))
  expect(await age()).toBeUndefined()
})

test('pictures and staged files are counted', async () => {
  const picture = { name: 'x', width: 1, height: 1, color: '#000000', variants: [] }
  const hash = (digit: string) => digit.repeat(32)
  await db.insert(media).values([
    { ...picture, hash: hash('a'), source_key: hash('b') },
    { ...picture, hash: hash('c'), slow_formats: 'failed' },
    { ...picture, hash: hash('d'), slow_formats: 'made' },
  ])
  const found = await samples()
  expect(found.get('foyer_pictures{state="waiting"}')).toBe(1)
  expect(found.get('foyer_pictures{state="failed"}')).toBe(1)
  expect(found.get('foyer_staged_bytes')).toBe(0)
})

test('the age of the last backup comes from its note; without one it is that of the site', async () => {
  await db
    .insert(settings)
    .values({ key: 'site_name', value: 'x', category: 'site', created_at: ago(30) })
  expect((await samples()).get('foyer_backup_age_seconds')).toBeGreaterThan(29 * 3600)
  await noteBackup(url, { folder: '/backup', taken_at: ago(2), lost: 3 })
  const found = await samples()
  expect(found.get('foyer_backup_age_seconds')).toBeLessThan(3 * 3600)
  expect(found.get('foyer_backup_lost_files')).toBe(3)
})

test('a failed backup shows at once, until one succeeds', async () => {
  const failed = async () => (await samples()).get('foyer_backup_failed')
  await noteBackup(url, { folder: '/backup', taken_at: ago(2), lost: 0 })
  expect(await failed()).toBe(0)
  await noteFailedBackup(url)
  expect(await failed()).toBe(1)
  expect((await samples()).get('foyer_backup_age_seconds')).toBeLessThan(3 * 3600)
  await noteBackup(url, { folder: '/backup', taken_at: ago(0), lost: 0 })
  expect(await failed()).toBe(0)
})

test('a worker that has ended is not late, and its failures stay counted', async () => {
  const metrics = createMetrics()
  workerGauges(metrics)
  const going = countRounds('going', 60_000)
  going.failed()
  countRounds('ended', 60_000).succeeded(Number.POSITIVE_INFINITY)
  const text = await metrics.text()
  expect(text).toContain('foyer_worker_interval_seconds{worker="going"} 60\n')
  expect(text).toContain('foyer_worker_success_age_seconds{worker="going"} ')
  expect(text).toContain('foyer_worker_failures_total{worker="going"} 1\n')
  expect(text).toContain('foyer_worker_failures_total{worker="ended"} 0\n')
  expect(text).not.toContain('seconds{worker="ended"}')
})
