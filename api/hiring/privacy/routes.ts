import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { columnsOf } from '#api/core/http/columns.ts'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, canReview, route } from '#api/core/route/route.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { privacyKeys } from '#api/core/site-settings/contract.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { type Outcome, outcomes } from '#db/enums.ts'
import {
  privacyNotices,
  retentionRuns,
  settings,
  applications as table,
  touched,
} from '#db/schema.ts'
import { privacyNoticeRow, privacyRow, retentionPreview } from './contract/row.ts'
import { maxNamed, privacyChange, type RetentionRules, triedRules } from './contract.ts'
import {
  applyDue,
  dropPending,
  isPeriod,
  isShorter,
  mayShorten,
  postpone,
  readPending,
  takeBack,
} from './pending.ts'
import { dueLongest, hasRules, isSkipped, nextRun, rulesOf } from './rules.ts'

const access = can('manage_settings')

type Oldest = { id: number; since: string; first_name: string; last_name: string }

/** What these rules would erase now; with names for reviewers. */
async function preview(c: Context<Env>, rules: RetentionRules, timeZone: string) {
  const { db } = c.var
  const now = new Date()
  const isReviewer = may(signedInUser(c), 'review_applications')
  const all: { outcome: Outcome; count: number; oldest: Oldest[] }[] = []
  for (const outcome of outcomes) {
    const due = (limit: number) => dueLongest(outcome, limit, rules, { now, timeZone })
    const counts = await db.get<{ n: number }>(sql`select count(*) as n from (${due(maxCounted)})`)
    const oldest = await db.all<Oldest>(sql`
      select due.id, since, first_name, last_name from (${due(maxNamed)}) as due
      cross join ${table} on ${table.id} = due.id order by since, due.id`)
    all.push({ outcome, count: counts?.n ?? 0, oldest })
    // Others are answered in between.
    await setImmediate()
  }
  const of = (name: string) => all.find(({ outcome }) => outcome === name)?.count ?? 0
  const oldest = all.flatMap(({ outcome, oldest }) =>
    oldest.map(({ id, since, ...person }) => ({
      id,
      name: isReviewer ? fullName(person) : null,
      outcome,
      since,
    })),
  )
  return {
    undecided: of('undecided'),
    rejected: of('rejected'),
    selected: of('selected'),
    withdrawn: of('withdrawn'),
    oldest: oldest.sort((a, b) => a.since.localeCompare(b.since)).slice(0, maxNamed),
  }
}

async function read(c: Context<Env>) {
  const { db } = c.var
  await applyDue(db)
  const [site, pending, [saved], runs] = await Promise.all([
    readSiteSettings(db),
    readPending(db),
    db
      .select({ at: max(settings.updated_at) })
      .from(settings)
      .where(inArray(settings.key, privacyKeys)),
    db.select().from(retentionRuns).orderBy(desc(retentionRuns.id)).limit(20),
  ])
  const rules = rulesOf(site)
  const [last] = runs
  const next = hasRules(rules) && last?.ended_at ? nextRun(last.started_at) : 0
  return {
    ...rules,
    keep_consent_months: Number(site.keep_consent_months) || null,
    pending: pending
      ? {
          ...(pending.rules as Partial<RetentionRules>),
          effective_at: pending.effective_at,
          requested_by: pending.requested_by,
        }
      : null,
    updated_at: saved?.at ?? null,
    preview: await preview(c, rules, site.site_time_zone),
    runs: runs.map((run) => ({ ...run, skipped: isSkipped(run) })),
    next_run_at: next > Date.now() ? new Date(next).toISOString() : null,
  }
}

const newest = sql`(select max(updated_at) from settings where ${inArray(settings.key, privacyKeys)})`

/** Databases of older versions may lack the settings of the screen. */
const addMissing = (db: Db) =>
  db
    .insert(settings)
    .values(builtInRows.filter(({ key }) => privacyKeys.some((one) => one === key)))
    .onConflictDoNothing()

export const privacy = new Hono<Env>()

  .get(
    '/retention',
    route(
      {
        summary: 'Read how long applications are kept',
        description: 'With what the next run would erase, and the last runs.',
        access,
        answers: { 200: privacyRow },
      },
      async (c) => c.json(await read(c)),
    ),
  )

  .get(
    '/retention/preview',
    route(
      {
        summary: 'Count what retention rules would erase',
        description: 'Erases nothing. An outcome without a number is kept.',
        access,
        query: triedRules,
        answers: { 200: retentionPreview },
      },
      async (c) => {
        const tried = c.req.valid('query')
        const { site_time_zone } = await readSiteSettings(c.var.db)
        const rules: RetentionRules = {
          keep_undecided_days: tried.keep_undecided_days ?? null,
          keep_rejected_days: tried.keep_rejected_days ?? null,
          keep_selected_days: tried.keep_selected_days ?? null,
          keep_withdrawn_days: tried.keep_withdrawn_days ?? null,
        }
        return c.json(await preview(c, rules, site_time_zone))
      },
    ),
  )

  .put(
    '/retention',
    route(
      {
        summary: 'Change how long applications are kept',
        description:
          'Null: without end. Shorter periods are for admins and take effect a day later; until then they are `pending`.',
        access,
        json: {
          schema: privacyChange,
          example: {
            keep_undecided_days: null,
            keep_rejected_days: 180,
            keep_selected_days: null,
            keep_withdrawn_days: 30,
            keep_consent_months: 12,
          },
          readOnly: ['pending', 'preview', 'runs', 'next_run_at'],
        },
        answers: { 200: privacyRow, 409: conflictWith(privacyRow) },
        audit: 'retention.changed',
      },
      async (c) => {
        const { db } = c.var
        await applyDue(db)
        await addMissing(db)
        const { updated_at, ...given } = c.req.valid('json')
        const before = await read(c)
        if (updated_at && updated_at !== before.updated_at) throw stale(before)
        const shorter: Partial<RetentionRules> = {}
        const now: Record<string, string> = {}
        for (const key of privacyKeys) {
          const value = given[key]
          // What is in force or pending already is no change.
          if (value === undefined || value === before[key]) continue
          if (!isPeriod(key) || !isShorter(value, before[key])) now[key] = String(value ?? '')
          else if (value !== before.pending?.[key]) shorter[key] = value
        }
        const [first] = Object.keys(shorter)
        const isUnchanged = sql`${newest} is ${before.updated_at}`
        const condition = first ? sql`${isUnchanged} and ${mayShorten(c, first)}` : isUnchanged
        c.set('auditDetail', now)
        const keys = Object.keys(now)
        const statements = [
          db.all(sql`select 1 where ${condition}`),
          ...(first ? await postpone(c, shorter, condition) : []),
          ...dropPending(db, keys.filter(isPeriod), condition),
          db
            .update(settings)
            .set({
              value: sql`${JSON.stringify(now)} ->> ${settings.key}`,
              updated_at: touched(settings.updated_at),
            })
            .where(and(inArray(settings.key, keys), condition)),
        ]
        const [allowed] = (await db.batch(statements as never)) as [unknown[]]
        const after = await read(c)
        if (!allowed.length) throw stale(after)
        return c.json(after)
      },
    ),
  )

  .delete(
    '/retention/pending',
    route(
      {
        summary: 'Take back shorter periods before they take effect',
        access,
        answers: { 204: null, 404: 'refused' },
        audit: 'retention.taken_back',
      },
      async (c) => {
        if (!(await takeBack(c.var.db))) throw new Problem(404, 'No shorter period is pending')
        return c.body(null, 204)
      },
    ),
  )

  .get(
    '/notices/:id',
    route(
      {
        summary: 'Read a privacy notice as applicants were shown it',
        access: canReview('of any job'),
        answers: { 200: privacyNoticeRow, 404: 'refused' },
      },
      async (c) => {
        const missing = 'Privacy notice not found'
        const [row] = await c.var.db
          .select(columnsOf(privacyNotices, privacyNoticeRow))
          .from(privacyNotices)
          .where(eq(privacyNotices.id, idOf(c, missing)))
        return c.json(orNotFound(row, missing))
      },
    ),
  )
