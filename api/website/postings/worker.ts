import type { Logger } from 'pino'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { recordMissing, recordPostings } from './record.ts'

/** After writes of this process the worker is woken; others and the job timer's are found so. */
const pollMs = 15_000

/** Keeps each ad as it was published. */
export function startPostings({
  db,
  log,
  publicUrl,
}: {
  db: Db
  log: Logger
  publicUrl: string | undefined
}) {
  let isFirst = true
  return startWorker({
    name: 'postings',
    every: pollMs,
    log,
    failure: 'published ads could not be kept',
    async tick() {
      if (isFirst) await recordMissing({ db, publicUrl })
      isFirst = false
      await recordPostings({ db, publicUrl })
    },
  })
}
