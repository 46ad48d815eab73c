import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { isDurable } from '#db/durability.ts'
import { startWorker } from '../worker.ts'

const hour = 60 * 60 * 1000

/**
 * Warns at the start and then hourly while the database server may lose what it acknowledged: sqld
 * forgets its durability mode whenever it starts.
 */
export const startDurabilityCheck = ({
  db,
  log,
  every = hour,
}: {
  db: Db
  log: Logger
  every?: number
}) =>
  startWorker({
    name: 'durability',
    every,
    async tick() {
      if (await isDurable(db)) return
      log.warn(
        'The database server may lose acknowledged writes in a power cut: set its durability_mode to strong',
      )
    },
    log,
    failure: 'durability of the database not checked',
  })
