import type { Logger } from 'pino'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { readClock } from '#db/clock.ts'
import { isDurable } from '#db/durability.ts'

const hour = 60 * 60 * 1000

const seconds = (ms: number) => `${(Math.abs(ms) / 1000).toFixed(1)} seconds`

const maxClockDifference = 1000

/**
 * Warns at the start and then hourly while the database server may lose what it acknowledged (sqld
 * forgets its durability mode whenever it starts), and while its clock and ours differ.
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
      const ahead = await readClock(db)
      if (Math.abs(ahead) > maxClockDifference)
        log.warn(
          `The clock of this machine is ${seconds(ahead)} ${ahead > 0 ? 'behind' : 'ahead of'} the database server's: synchronize both (NTP)`,
        )
      if (!(await isDurable(db)))
        log.warn(
          'The database server may lose acknowledged writes in a power cut: set its durability_mode to strong',
        )
    },
    log,
    failure: 'durability of the database not checked',
  })
