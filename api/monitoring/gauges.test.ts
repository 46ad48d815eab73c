import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDb } from '#db/test-db.ts'
import { readEnvironment } from '../env.ts'
import { openStore } from '../files/open-store.ts'
import { storeGauges } from './gauges.ts'
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
