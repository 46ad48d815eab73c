import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'

/**
 * Stops this process's background work once a newer version has migrated the database: it no longer
 * knows all that its rows mean. Requests are still answered, as an update without a pause needs it.
 */
export const startVersionCheck = ({
  db,
  log,
  known,
  stop,
  every = 2_000,
}: {
  db: Db
  log: Logger
  /** How many migrations this version has. */
  known: number
  stop: () => Promise<unknown>
  every?: number
}) =>
  startWorker({
    name: 'version',
    every,
    async tick() {
      const applied = await db.get<{ count: number }>(
        sql`select count(*) as count from __drizzle_migrations`,
      )
      if ((applied?.count ?? 0) <= known) return every
      log.warn(
        'A newer version has migrated the database: this process answers requests, but sends no mail and does no other background work. Update it too',
      )
      await stop()
      return Number.POSITIVE_INFINITY
    },
    log,
    failure: 'version of the database not checked',
  })
