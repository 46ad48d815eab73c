import { eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { Problem } from '#api/core/http/problem.ts'
import { stale } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { candidateLanguage, type Language, languagesOf } from '#api/core/words/contract/names.ts'
import { readerWords } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { now, applications as table, touched } from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import { reindex } from '../applications/rows.ts'
import { removeUnsent } from '../decisions/decide.ts'
import { consentUntil } from '../privacy/contract/consent.ts'
import { linked, loadLinked, note, unknownLink, words } from './access.ts'
import type { candidateChange } from './contract.ts'
import { requestEmail } from './requests.ts'
import { candidateVersion, undoUntil } from './rows.ts'

/** Withdrawing again changes nothing. Removes unsent mail about a decision. */
export async function withdraw(c: Context<Env>) {
  const { db, log } = c.var
  const which = await linked(c)
  const open = sql`${table.id} in ${which} and ${isNull(table.withdrawn_at)}`
  const [, , changed] = await db.batch([
    removeUnsent(db, sql`(select ${table.id} from ${table} where ${open})`),
    note(db, 'application.withdrawn', open),
    db
      .update(table)
      .set({ withdrawn_at: now, updated_at: touched(table.updated_at) })
      .where(open)
      .returning({ id: table.id }),
  ])
  if (changed[0]) log.info({ application: changed[0].id }, 'application withdrawn')
  return loadLinked(c.var, which)
}

/** Throws 409 when the time for it is over. */
export async function undoWithdrawal(c: Context<Env>) {
  const { db, log } = c.var
  const which = await linked(c)
  const recent = sql`${table.id} in ${which} and ${undoUntil} > ${now}`
  const [, changed] = await db.batch([
    note(db, 'application.withdrawal_undone', recent),
    db
      .update(table)
      .set({ withdrawn_at: null, updated_at: touched(table.updated_at) })
      .where(recent)
      .returning({ id: table.id }),
  ])
  if (changed[0]) log.info({ application: changed[0].id }, 'withdrawal undone')
  const row = await loadLinked(c.var, which)
  if (row.withdrawn_at) throw new Problem(409, words().undoTooLate)
  return row
}

/** Whether another language is asked for than the candidate reads. Throws 400 for one that the site lacks. */
async function isOther(db: Db, given: string | undefined, before: { language: string | null }) {
  if (given === undefined) return false
  const settings = await readSomeSettings(db, 'site_language', 'site_languages')
  if (!languagesOf(settings).includes(given as Language))
    throw Problem.field(400, 'language', readerWords().server.unknownLanguage)
  return given !== candidateLanguage(settings, before)
}

/** Changes phone number and language at once; a new address is mailed a link to confirm it. */
export async function change(
  c: Context<Env>,
  { phone, email, language, updated_at }: z.output<typeof candidateChange>,
) {
  const { db } = c.var
  const which = await linked(c)
  const conflict = async () => stale(await loadLinked(c.var, which), words().changedMeanwhile)
  // The search text covers the whole row: retry when the row changes in between.
  return untilWritten(async () => {
    const [found] = await db
      .select({ before: table, version: candidateVersion })
      .from(table)
      .where(sql`${table.id} in ${which}`)
    if (!found) throw unknownLink()
    const { before, version } = found
    if (updated_at && updated_at !== version) throw await conflict()
    const { id } = before
    const unmoved = sql`${table.id} in ${which} and ${eq(table.updated_at, before.updated_at)}`
    const isNewLanguage = await isOther(db, language, before)
    const isNewPhone = phone !== undefined && phone !== before.phone
    const asked =
      email === undefined || email === before.email
        ? []
        : await requestEmail(c, { id, email, unmoved })
    if (!isNewPhone && !isNewLanguage && !asked.length) return loadLinked(c.var, which)
    const [still, ...statements] = [
      db.select({ id: table.id }).from(table).where(unmoved),
      ...asked,
      ...(isNewPhone
        ? [
            reindex(db, id, { ...before, phone }, unmoved),
            note(db, 'application.contact_changed', unmoved),
          ]
        : []),
      ...(isNewPhone || isNewLanguage
        ? [
            db
              .update(table)
              .set({
                ...(isNewPhone && { phone }),
                ...(isNewLanguage && { language }),
                updated_at: touched(table.updated_at),
              })
              .where(unmoved),
          ]
        : []),
    ] as const
    const [unchanged] = await db.batch([still, ...statements] as unknown as [typeof still])
    return unchanged.length ? loadLinked(c.var, which) : undefined
  }, conflict)
}

/** Takes back the consent to be kept for later openings. Doing it again changes nothing. */
export async function revokeConsent(c: Context<Env>) {
  const { db, log } = c.var
  const which = await linked(c)
  const agreed = sql`${table.id} in ${which} and ${table.keep_until} is not null`
  const [, changed] = await db.batch([
    note(db, 'application.consent_revoked', agreed),
    db
      .update(table)
      .set({ keep_until: null, updated_at: touched(table.updated_at) })
      .where(agreed)
      .returning({ id: table.id }),
  ])
  if (changed[0]) log.info({ application: changed[0].id }, 'consent to be kept taken back')
  return loadLinked(c.var, which)
}

/** Renews that consent for as long as the form asks for. Throws 409 when there is none to renew. */
export async function renewConsent(c: Context<Env>) {
  const { db, log } = c.var
  const which = await linked(c)
  const site = await readSomeSettings(db, 'site_time_zone', 'keep_consent_months')
  const months = Number(site.keep_consent_months)
  const until = consentUntil(dayIn(site.site_time_zone), months)
  // The setting may change meanwhile.
  const isAsked = sql`exists (select 1 from settings
    where key = 'keep_consent_months' and cast(value as integer) = ${months} and ${months} > 0)`
  const agreed = sql`${table.id} in ${which} and ${table.keep_until} is not null and ${isAsked}`
  const earlier = sql`${agreed} and ${table.keep_until} < ${until}`
  const [[renewable], , changed] = await db.batch([
    db.select({ id: table.id }).from(table).where(agreed),
    note(db, 'application.consent_renewed', earlier),
    db
      .update(table)
      .set({ keep_until: until, updated_at: touched(table.updated_at) })
      .where(earlier)
      .returning({ id: table.id }),
  ])
  if (changed[0]) log.info({ application: changed[0].id }, 'consent to be kept renewed')
  const row = await loadLinked(c.var, which)
  if (!renewable) throw new Problem(409, words().notRenewable)
  return row
}
