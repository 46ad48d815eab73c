import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { recordExport } from '#api/core/audit/exports.ts'
import { recordLook } from '#api/core/audit/looks.ts'
import { escapeHtml } from '#api/core/http/contract/text.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { zip } from '#api/core/http/zip.ts'
import { seesEvaluations } from '#api/core/reviewers/evaluations.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { archived, refuseUnscanned, someUnscanned } from '#api/core/virus-scan/received-files.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import { shownAlert } from '#api/website/alerts/alerts.ts'
import { databaseNow } from '#db/clock.ts'
import { candidateMailKinds } from '#db/enums.ts'
import {
  answerFiles,
  comments,
  documentRequests,
  evaluations,
  jobAlerts,
  messages,
  outbox,
  privacyNotices,
  shareApplications,
  shares,
  applications as table,
} from '#db/schema.ts'
import { stepNameOf } from '../hiring-steps/placement.ts'
import { tagNamesOf } from '../tags/tagged.ts'
import { linked, loadLinked, words } from './access.ts'
import { load } from './rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const json = (value: unknown) => bytes(`${JSON.stringify(value, null, 2)}\n`)
const page = (title: string, body: string) =>
  bytes(`<!doctype html>
<html lang="${readerLanguage()}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>${body}</body></html>
`)

type Tools = Pick<Env['Variables'], 'db' | 'store'>
type Row = NonNullable<Awaited<ReturnType<typeof load>>>

/** The files of an archive about an application, but for what staff noted and have not told. */
async function* entriesOf(
  { db, store }: Tools,
  row: Row,
  which: SQL,
  { folder = [], leftOut }: { folder?: string[]; leftOut?: string } = {},
) {
  const { motivation_letter, answers, history, interviews, document_requests, ...application } = row
  const [[kept], files, documents, mails, conversation, shown] = await Promise.all([
    db
      .select({
        key: table.resume_key,
        source: table.source,
        notice: { title: privacyNotices.title, content: privacyNotices.content },
      })
      .from(table)
      .leftJoin(privacyNotices, eq(privacyNotices.id, table.notice_id))
      .where(sql`${table.id} in ${which}`),
    db
      .select({
        key: answerFiles.key,
        name: answerFiles.name,
        question_id: answerFiles.question_id,
      })
      .from(answerFiles)
      .where(sql`${answerFiles.application_id} in ${which}`),
    db
      .select({
        id: documentRequests.id,
        key: documentRequests.key,
        name: documentRequests.file_name,
      })
      .from(documentRequests)
      .where(
        and(sql`${documentRequests.application_id} in ${which}`, isNotNull(documentRequests.key)),
      ),
    db
      .select({
        kind: outbox.kind,
        to_address: outbox.to_address,
        subject: outbox.subject,
        body: outbox.body,
        sent_at: outbox.sent_at,
      })
      .from(outbox)
      .where(
        and(
          sql`${outbox.application_id} in ${which}`,
          inArray(outbox.kind, candidateMailKinds),
          isNotNull(outbox.sent_at),
        ),
      )
      .orderBy(asc(outbox.id)),
    db
      .select({
        at: messages.created_at,
        by: sql<string>`coalesce(${messages.author_name}, 'the candidate')`,
        text: messages.text,
      })
      .from(messages)
      .where(sql`${messages.application_id} in ${which}`)
      .orderBy(asc(messages.id)),
    db
      .select({
        shared_with: shares.name,
        at: shares.created_at,
        until: sql<string>`min(${shares.expires_at}, coalesce(${shares.revoked_at}, '9'))`,
      })
      .from(shareApplications)
      .innerJoin(shares, eq(shares.id, shareApplications.share_id))
      .where(sql`${shareApplications.application_id} in ${which}`)
      .orderBy(asc(shares.id)),
  ])
  const lastModified = new Date(application.created_at)
  const entry = (name: string, input: Uint8Array) => ({
    path: [...folder, name],
    input,
    lastModified,
  })
  yield entry(
    'application.json',
    json({ ...application, ...(kept?.source && { source: kept.source }) }),
  )
  if (motivation_letter) yield entry('letter.html', page(application.job_title, motivation_letter))
  yield entry('answers.json', json(answers))
  yield entry('history.json', json(history))
  yield entry('emails.json', json(mails))
  yield entry('messages.json', json(conversation))
  yield entry('document-requests.json', json(document_requests))
  yield entry('interviews.json', json(interviews))
  if (shown.length) yield entry('shared.json', json(shown))
  if (kept?.notice) yield entry('privacy-notice.html', page(kept.notice.title, kept.notice.content))
  const resume = kept?.key
    ? [{ key: kept.key, place: ['resume'], name: application.resume_name }]
    : []
  const rest = files.map((file) => ({ ...file, place: ['answers', String(file.question_id)] }))
  const asked = documents.map(({ id, ...file }) => ({ ...file, place: ['documents', String(id)] }))
  for (const { key, place, name } of [...resume, ...rest, ...asked]) {
    const file = key && (await archived({ db, store }, { key, name: name ?? 'resume', leftOut }))
    if (file) yield { path: [...folder, ...place, file.name], input: file.input, lastModified }
  }
}

const archive = (c: Context<Env>, entries: Parameters<typeof zip>[0], name: string) =>
  c.body(zip(entries), 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}.zip"`,
  })

/** A ZIP archive of what the candidate sent and was told. */
export async function exportApplication(c: Context<Env>) {
  const which = await linked(c)
  const row = await loadLinked(c.var, which)
  await refuseUnscanned(c.var.db, which, words().filesNotScanned)
  return archive(
    c,
    entriesOf(c.var, row, which, { leftOut: words().fileLeftOut }),
    `application-${row.reference}`,
  )
}

/** The evaluations, if staff export them; null for someone who may not see them yet. */
async function evaluationsOf(c: Context<Env>, id: number) {
  const me = signedInUser(c)
  const isAdmin = may(me, 'admin')
  const [row] = await c.var.db
    .select({ sees: seesEvaluations(me, id).mapWith(Boolean) })
    .from(table)
    .where(eq(table.id, id))
  if (!row?.sees && !isAdmin) return null
  return c.var.db
    .select({
      at: evaluations.updated_at,
      by: evaluations.author_name,
      verdict: evaluations.verdict,
      text: evaluations.text,
      criteria: evaluations.criteria,
    })
    .from(evaluations)
    .where(and(eq(evaluations.application_id, id), isNotNull(evaluations.verdict)))
    .orderBy(asc(evaluations.id))
}

/** What staff noted about the application and decided. */
async function* staffEntries(c: Context<Env>, id: number, folder: string[], isEvaluated: boolean) {
  const { db } = c.var
  const [[row], said, evaluated] = await Promise.all([
    db
      .select({
        status: table.status,
        step: stepNameOf(sql`${table}.id`),
        tags: tagNamesOf(sql`${table}.id`),
        reviewed_at: table.reviewed_at,
        notes: table.notes,
        legal_hold: table.legal_hold,
        created_at: table.created_at,
      })
      .from(table)
      .where(eq(table.id, id)),
    db
      .select({ at: comments.created_at, by: comments.author_name, text: comments.text })
      .from(comments)
      .where(eq(comments.application_id, id))
      .orderBy(asc(comments.id)),
    isEvaluated ? evaluationsOf(c, id) : undefined,
  ])
  if (!row) return
  const { created_at, ...kept } = row
  const lastModified = new Date(created_at)
  const input = json({ ...kept, comments: said, evaluations: evaluated })
  yield { path: [...folder, 'staff.json'], input, lastModified }
}

/** All data about a person: every application from the same address, and what staff noted. */
export async function exportPerson(c: Context<Env>) {
  const { db } = c.var
  const missing = 'Application not found'
  const id = idOf(c, missing)
  const [person] = await db
    .select({ id: table.id, first_name: table.first_name, last_name: table.last_name })
    .from(table)
    .where(eq(table.id, id))
  c.set('auditTarget', orNotFound(person, missing))
  const all = await db
    .select({ id: table.id })
    .from(table)
    .where(
      sql`(${table.mailbox}, lower(${table.email})) = (select mailbox, lower(email) from ${table} where id = ${id})`,
    )
    .orderBy(asc(table.id))
  const ids = all.map(({ id }) => id)
  await refuseUnscanned(
    db,
    sql`(select value from json_each(${JSON.stringify(ids)}))`,
    someUnscanned,
  )
  const { person_zip_evaluations } = await readSomeSettings(db, 'person_zip_evaluations')
  const isEvaluated = person_zip_evaluations === 'true'
  if (isEvaluated && may(signedInUser(c), 'admin')) await recordLook(c, ids)
  await recordExport(c, ids, 'person')
  const alerts = await db
    .select(shownAlert)
    .from(jobAlerts)
    .where(sql`${jobAlerts.mailbox} = (select mailbox from ${table} where id = ${id})`)
    .orderBy(asc(jobAlerts.id))
  async function* entries() {
    if (alerts.length)
      yield { path: ['alerts.json'], input: json(alerts), lastModified: new Date(databaseNow(db)) }
    for (const { id } of all) {
      const which = sql`(select ${id})`
      const row = await load(c.var, which)
      if (!row) continue
      const folder = [`application-${id}`]
      yield* entriesOf(c.var, row, which, { folder })
      yield* staffEntries(c, id, folder, isEvaluated)
    }
  }
  return archive(c, entries(), `person-${id}`)
}
