import { sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startWorker } from '#api/core/workers/worker.ts'
import { onEveryDatabase } from '#db/fixtures/databases.ts'
import { countMigrations } from '#db/migrate.ts'
import { startVersionCheck } from './version-check.ts'

onEveryDatabase((db) => {
  test('once a newer version has migrated, workers stop and one line says so', async () => {
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) })
    let rounds = 0
    const tick = async () => void rounds++
    const worker = startWorker({ name: 'test', every: 1, tick, log, failure: '' })
    const check = startVersionCheck({
      db: db(),
      log,
      known: countMigrations(),
      stop: worker.stop,
      every: 1,
    })
    await expect.poll(() => rounds).toBeGreaterThan(20)
    expect(lines).toEqual([])
    await db().run(
      sql`insert into __drizzle_migrations (hash, created_at)
        select 'newer', max(created_at) + 1 from __drizzle_migrations`,
    )
    await check.done
    const atTheEnd = rounds
    worker.wake()
    await worker.done
    expect(rounds).toBe(atTheEnd)
    expect(lines).toEqual([expect.stringMatching(/^A newer version has migrated the database/)])
  })
})
