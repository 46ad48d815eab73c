import { lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { jobVisits } from '#db/schema.ts'
import { maxDays, otherSources } from './contract.ts'
import { addVisits, type Visits } from './rows.ts'

/** Pairs of job and source per write, which blocks other requests for some ms. */
const maxWaiting = 500
/** Of one job; views from further sources are counted as from others. Anyone can invent more. */
const maxSources = 20

type VisitCounter = ReturnType<typeof startVisitCounter>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Undefined where views are not counted. */
    visits: Pick<VisitCounter, 'view'> | undefined
  }
}

/**
 * Counts views in memory and writes them every ten seconds, so that a view costs no write. A crash
 * loses those of the last seconds. Also drops what is older than `maxDays`.
 */
export function startVisitCounter({ db, log }: { db: Db; log: Logger }) {
  let waiting = new Map<string, Visits>()
  let cleaned = ''

  async function write() {
    const batch = waiting
    waiting = new Map()
    try {
      const [first, ...others] = Array.from(batch.values(), (visits) => addVisits(db, visits))
      if (first) await db.batch([first, ...others])
    } catch (error) {
      for (const visits of batch.values()) add(visits)
      throw error
    }
  }

  async function dropOld() {
    const oldest = daysLater(await siteToday(db), -maxDays)
    if (oldest === cleaned) return
    await db.delete(jobVisits).where(lt(jobVisits.day, oldest))
    cleaned = oldest
  }

  function add(visits: Visits) {
    const keyOf = (source: string) => JSON.stringify([visits.day, visits.job_id, source])
    const counted = waiting.get(keyOf(visits.source))
    if (counted) {
      counted.views += visits.views
      return
    }
    const ofJob = waiting.values().filter(({ job_id }) => job_id === visits.job_id)
    const isFull = waiting.size >= maxWaiting || [...ofJob].length >= maxSources
    // One more per job always has room, so that no view of a real job is lost.
    if (isFull && visits.source !== otherSources) add({ ...visits, source: otherSources })
    else waiting.set(keyOf(visits.source), { ...visits })
  }

  const worker = startWorker({
    name: 'visits',
    every: 10_000,
    async tick() {
      await write()
      await dropOld()
    },
    log,
    failure: 'views of jobs not written',
  })
  return {
    view: (visit: Pick<Visits, 'day' | 'job_id' | 'source'>) =>
      add({ ...visit, views: 1, applications: 0 }),
    /** Writes what waits. */
    write,
    async stop() {
      await worker.stop()
      await write().catch((err: unknown) => log.warn({ err }, 'views of jobs not written'))
    },
  }
}
