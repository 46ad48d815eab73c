import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { actorMay } from '#api/accounts/users/rules.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { queueRetentionMail } from '#api/core/letters/admin-mails.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { readSiteSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import { auditEvents, retentionPending as pending, settings, touched } from '#db/schema.ts'
import { type RetentionRules, retentionRules } from './contract.ts'
import { dayLength, rulesOf } from './rules.ts'

type Key = keyof RetentionRules

export const isPeriod = (key: string): key is Key => Object.hasOwn(retentionRules, key)

const names: Record<Key, string> = {
  keep_undecided_days: 'Undecided applications',
  keep_rejected_days: 'Rejected applications',
  keep_selected_days: 'Selected applications',
  keep_withdrawn_days: 'Withdrawn applications',
}

/** Whether applications would be erased earlier; without a period they are kept without end. */
export const isShorter = (days: number | null, before: number | null) =>
  days !== null && days < (before ?? Number.POSITIVE_INFINITY)

export const readPending = async (db: Db) => (await db.select().from(pending))[0]

/** Puts periods in force whose day has passed. Their time is no proof that the clock is right. */
export async function applyDue(db: Db, now = databaseNow(db)) {
  const due = await readPending(db)
  const time = new Date(now).toISOString()
  if (!due || due.effective_at > time) return
  const still = sql`exists (
    select 1 from ${pending} where created_at = ${due.created_at} and effective_at <= ${time})`
  await db.batch([
    db.run(sql`
      insert into ${auditEvents} (actor_name, action, target_name, detail)
      select ${due.requested_by}, 'retention.changed', '', ${JSON.stringify(due.rules)} where ${still}`),
    ...Object.entries(due.rules).map(([key, days]) =>
      db
        .update(settings)
        .set({
          value: String(days),
          updated_at: sql`max(${due.effective_at}, strftime('%Y-%m-%dT%H:%M:%fZ', ${settings.updated_at}, '+0.001 seconds'))`,
        })
        .where(sql`${settings.key} = ${key} and ${still}`),
    ),
    db.delete(pending).where(still),
  ] as unknown as [BatchItem<'sqlite'>])
}

/** Throws 403 unless the caller may shorten periods; returns that rule as a condition. */
export function mayShorten(c: Context<Env>, field: string): SQL {
  const me = signedInUser(c)
  if (!may(me, 'admin'))
    throw Problem.field(403, field, 'Only an admin can shorten how long applications are kept')
  return actorMay(me.id, 'admin')
}

/**
 * Batch statements: shorter periods take effect a day from now, together with those that are
 * pending already, and every admin gets an email; if `condition` holds. The last one returns a row.
 */
export async function postpone(c: Context<Env>, rules: Partial<RetentionRules>, condition: SQL) {
  const { db, publicUrl, mailFrom: from } = c.var
  const site = await readSiteSettings(db)
  const current = rulesOf(site)
  const by = fullName(signedInUser(c))
  const created_at = new Date(databaseNow(db))
  const effective_at = new Date(created_at.getTime() + dayLength)
  const days = (value: number | null | undefined) => (value ? `${value} days` : 'without end')
  const mail = queueRetentionMail(
    db,
    {
      site: site.site_name,
      from,
      by,
      effective_at,
      base: siteAddress(publicUrl, site),
      periods: (Object.keys(rules) as Key[]).map((key) => [
        names[key],
        `${days(rules[key])}, until then ${days(current[key])}`,
      ]),
    },
    condition,
  )
  const values = [
    JSON.stringify(rules),
    by,
    created_at.toISOString(),
    effective_at.toISOString(),
  ] as const
  const row = db.all<{ id: number }>(sql`
    insert into ${pending} (id, rules, requested_by, created_at, effective_at)
    select 1, ${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )} where ${condition}
    on conflict (id) do update set rules = json_patch(retention_pending.rules, excluded.rules),
      requested_by = excluded.requested_by, created_at = excluded.created_at,
      effective_at = excluded.effective_at
    returning id`)
  c.set('auditDetail', {
    ...c.var.auditDetail,
    ...Object.fromEntries(Object.entries(rules).map(([key, value]) => [key, String(value)])),
    effective_at: effective_at.toISOString(),
  })
  return [mail, row] as const
}

/** Batch statements: periods that were lengthened since are no longer pending; if `condition`. */
export const dropPending = (db: Db, keys: readonly string[], condition: SQL) =>
  [
    ...keys.map((key) =>
      db.run(sql`update ${pending} set rules = json_remove(rules, ${`$.${key}`}),
        created_at = ${touched(pending.created_at)} where ${condition}`),
    ),
    db.run(sql`delete from ${pending} where rules = '{}'`),
  ] as const

/** Takes back what is pending; false when nothing is, or it has taken effect. */
export async function takeBack(db: Db, now = databaseNow(db)) {
  const gone = await db
    .delete(pending)
    .where(sql`${pending.effective_at} > ${new Date(now).toISOString()}`)
    .returning({ id: pending.id })
  return gone.length > 0
}
