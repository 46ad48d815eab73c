import { asc, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { builtInSettings } from '#db/built-in-settings.ts'
import { outcomes } from '#db/enums.ts'
import {
  privacyNotices,
  retentionRuns,
  settings,
  applications as table,
  touched,
} from '#db/schema.ts'
import { may } from '../auth/contract/access.ts'
import { type Env, signedInUser } from '../context.ts'
import { columnsOf } from '../http/columns.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { fullName } from '../http/contract/text.ts'
import { idOf, orNotFound, stale } from '../http/rows.ts'
import { can, route } from '../route.ts'
import { privacyKeys } from '../settings/contract.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import { privacyNoticeRow, privacyRow, retentionPreview } from './contract/row.ts'
import {
  mostCounted,
  mostNamed,
  privacyChange,
  type RetentionRules,
  triedRules,
} from './contract.ts'
import { hasRules, isDue, rulesOf, since } from './rules.ts'
import { isSkipped, nextRun } from './runs.ts'

const access = can('manage_settings')

/** What these rules would erase now; with names for reviewers. */
async function preview(c: Context<Env>, rules: RetentionRules, timeZone: string) {
  const { db } = c.var
  const now = new Date()
  const isReviewer = may(signedInUser(c), 'review_applications')
  const found = outcomes.map(async (outcome) => {
    const due = isDue(outcome, rules, { now, timeZone })
    const [counts, oldest] = await Promise.all([
      db.get<{ n: number }>(
        sql`select count(*) as n from (select 1 from ${table} where ${due} limit ${mostCounted})`,
      ),
      db
        .select({
          id: table.id,
          since: since[outcome],
          first_name: table.first_name,
          last_name: table.last_name,
        })
        .from(table)
        .where(due)
        .orderBy(asc(since[outcome]), asc(table.id))
        .limit(mostNamed),
    ])
    return { outcome, count: counts?.n ?? 0, oldest }
  })
  const all = await Promise.all(found)
  const of = (name: string) => all.find(({ outcome }) => outcome === name)?.count ?? 0
  const oldest = all.flatMap(({ outcome, oldest }) =>
    oldest.map(({ id, since, ...person }) => ({
      ...{ id, name: isReviewer ? fullName(person) : null, outcome, since },
    })),
  )
  return {
    ...{ undecided: of('undecided'), rejected: of('rejected') },
    ...{ selected: of('selected'), withdrawn: of('withdrawn') },
    oldest: oldest.sort((a, b) => a.since.localeCompare(b.since)).slice(0, mostNamed),
  }
}

async function read(c: Context<Env>) {
  const { db } = c.var
  const [site, [saved], runs] = await Promise.all([
    readSiteSettings(db),
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
    updated_at: saved?.at ?? null,
    preview: await preview(c, rules, site.site_time_zone),
    runs: runs.map((run) => ({ ...run, skipped: isSkipped(run) })),
    next_run_at: next > Date.now() ? new Date(next).toISOString() : null,
  }
}

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
        description: 'Null: without end. Applications are erased in the background, once a day.',
        access,
        json: { schema: privacyChange, readOnly: ['preview', 'runs', 'next_run_at'] },
        answers: { 200: privacyRow, 409: conflictWith(privacyRow) },
        audit: 'retention.changed',
      },
      async (c) => {
        const { db } = c.var
        const { updated_at, ...given } = c.req.valid('json')
        const values = builtInSettings.flatMap(({ is_public = true, ...row }) => {
          const value = given[row.key as keyof typeof given]
          return value === undefined ? [] : { ...row, is_public, value: String(value ?? '') }
        })
        const newest = sql`(select max(updated_at) from settings where ${inArray(settings.key, privacyKeys)})`
        const saved = values.length
          ? await db
              .insert(settings)
              .values(values)
              .onConflictDoUpdate({
                target: settings.key,
                set: { value: sql`excluded.value`, updated_at: touched(settings.updated_at) },
                ...(updated_at && { setWhere: sql`${newest} = ${updated_at}` }),
              })
              .returning({ id: settings.id })
          : []
        const now = await read(c)
        if (saved.length < values.length) throw stale(now)
        c.set('auditDetail', Object.fromEntries(values.map(({ key, value }) => [key, value])))
        return c.json(now)
      },
    ),
  )

  .get(
    '/notices/:id',
    route(
      {
        summary: 'Read a privacy notice as applicants were shown it',
        access: can('review_applications'),
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
