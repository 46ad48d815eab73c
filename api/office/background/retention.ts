import { setTimeout as pause } from 'node:timers/promises'
import { desc, eq, inArray, max, sql } from 'drizzle-orm'
import { privacyKeys } from '#api/core/site-settings/contract.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { RemovalTools } from '#api/hiring/applications/remove.ts'
import { erase, eraseAtOnce } from '#api/hiring/candidate/erase.ts'
import { applyDue } from '#api/hiring/privacy/pending.ts'
import {
  dayLength,
  dueLongest,
  hasRules,
  isDue,
  nextRun,
  rulesOf,
} from '#api/hiring/privacy/rules.ts'
import { type Outcome, outcomes } from '#db/enums.ts'
import { retentionRuns, settings, applications as table } from '#db/schema.ts'

/**
 * The longest time between two reads of the clock that is believed. After a longer one, or a step
 * back, the clock may be wrong: that day's run erases nothing.
 */
const maxClockJump = 2 * dayLength

type Run = { id: number; started_at: string; ended_at: string | null; erased: number }

type Options = RemovalTools & {
  now?: () => number
  /** Between two checks whether a run is due. */
  pollMs?: number
  /** Pause after each batch, as a multiple of its duration, so that requests don't wait. */
  share?: number
}

/**
 * Erases each day what the retention rules no longer keep. The run is a row: after a crash, or when
 * its instance has stopped, a check that finds its counts unchanged goes on with it.
 */
export function startRetention({ now = Date.now, pollMs = 60_000, share = 2, ...tools }: Options) {
  const { db, log } = tools
  /** The unfinished run of another process, as it was at the last check. */
  let seen = ''

  async function latest(): Promise<Run | undefined> {
    const { undecided, rejected, selected, withdrawn } = retentionRuns
    const [run] = await db
      .select({
        id: retentionRuns.id,
        started_at: retentionRuns.started_at,
        ended_at: retentionRuns.ended_at,
        erased: sql<number>`${undecided} + ${rejected} + ${selected} + ${withdrawn}`,
      })
      .from(retentionRuns)
      .orderBy(desc(retentionRuns.id))
      .limit(1)
    return run
  }

  /** Starts a run, unless another instance just has. */
  async function begin(last: Run | undefined, values: { started_at: string; ended_at?: string }) {
    const [run] = await db.all<Run>(sql`
      insert into ${retentionRuns} (started_at, ended_at)
      select ${values.started_at}, ${values.ended_at ?? null}
      where coalesce((select max(id) from ${retentionRuns}), 0) = ${last?.id ?? 0}
      returning id, started_at, ended_at, 0 as erased`)
    return run
  }

  /** Whether the clock was read recently: by the last run, or when someone saved the rules. */
  async function isBelievable(last: Run | undefined) {
    const [saved] = await db
      .select({ at: max(settings.updated_at) })
      .from(settings)
      .where(inArray(settings.key, privacyKeys))
    const reads = [last?.started_at, saved?.at].flatMap((at) => (at ? [Date.parse(at)] : []))
    return reads.some((read) => Math.abs(now() - read) <= maxClockJump)
  }

  async function tick(signal: AbortSignal) {
    const last = await latest()
    if (last && !last.ended_at) {
      const state = `${last.id}: ${last.erased}`
      const isAbandoned = state === seen
      seen = state
      return isAbandoned ? work(last, signal) : undefined
    }
    await applyDue(db, now())
    if (!hasRules(rulesOf(await readSiteSettings(db)))) return
    const time = now()
    if (last && time >= Date.parse(last.started_at) && time < nextRun(last.started_at)) return
    const started_at = new Date(time).toISOString()
    if (await isBelievable(last)) {
      const run = await begin(last, { started_at })
      return run && work(run, signal)
    }
    if (await begin(last, { started_at, ended_at: started_at }))
      log.warn(
        { before: last?.started_at },
        'the clock has moved by more than two days since it was last read: nothing is erased today',
      )
  }

  async function work(run: Run, signal: AbortSignal) {
    for (const outcome of outcomes)
      while (!signal.aborted && (await eraseSome(run, outcome, signal)));
    if (signal.aborted) return
    const ended = Math.max(now(), Date.parse(run.started_at) + 1)
    await db
      .update(retentionRuns)
      .set({ ended_at: new Date(ended).toISOString() })
      .where(eq(retentionRuns.id, run.id))
    log.info({ run: run.id }, 'retention rules applied')
  }

  /** Erases a batch by the current rules and the clock at the start. False when none was left. */
  async function eraseSome({ id, started_at }: Run, outcome: Outcome, signal: AbortSignal) {
    const began = performance.now()
    const site = await readSiteSettings(db)
    const clock = { now: new Date(started_at), timeZone: site.site_time_zone }
    const rules = rulesOf(site)
    const rows = await db.all<{ id: number }>(dueLongest(outcome, eraseAtOnce, rules, clock))
    if (!rows.length) return false
    const which = sql`${inArray(
      table.id,
      rows.map((row) => row.id),
    )} and ${isDue(outcome, rules, clock)}`
    const count = sql`${retentionRuns[outcome]} + (select count(*) from ${table} where ${which})`
    await erase(tools, which, {
      cause: 'rule',
      before: [
        db
          .update(retentionRuns)
          .set({ [outcome]: count })
          .where(eq(retentionRuns.id, id)),
      ],
    })
    await pause(share * (performance.now() - began), undefined, { signal }).catch(() => {})
    // Also when another process has erased this batch in the meantime: there may be more.
    return true
  }

  return startWorker({
    name: 'retention',
    every: pollMs,
    tick,
    log,
    failure: 'retention rules not applied',
  })
}
