import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import { isViewRecorded, viewerOf } from '#api/core/audit/record.ts'
import { answerDay, cutoffOf, promiseWith } from '#api/core/calendar/waiting.ts'
import { areStaged, takeStaged } from '#api/core/forms/staged-files.ts'
import { columnsOf } from '#api/core/http/columns.ts'
import { visibleText } from '#api/core/http/contract/text.ts'
import type { NewMail } from '#api/core/mail/new-mail.ts'
import { idPlaceholder, referencePlaceholder } from '#api/core/mail/new-mail.ts'
import { queueMail } from '#api/core/mail/queue.ts'
import { mayReceive, tooManyMails } from '#api/core/mail/recipient-limit.ts'
import type { Env } from '#api/core/route/context.ts'
import { phoneMarks } from '#api/core/search/phone.ts'
import { answerMarks, jobMark, searchable, ungrouped } from '#api/core/search/terms.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { fileChecksOf } from '#api/core/virus-scan/file-checks.ts'
import { openOn, summarized, withTexts } from '#api/website/jobs/rows.ts'
import type { Db } from '#db/client.ts'
import { databaseNow } from '#db/clock.ts'
import type { resumeTextStates } from '#db/enums.ts'
import { foldedName } from '#db/folded-name.ts'
import { prepared } from '#db/prepared.ts'
import {
  answerFiles,
  candidateLinks,
  jobs,
  now,
  rejectionReasons,
  resumeTexts,
  applications as table,
} from '#db/schema.ts'
import { stepDueOf, stepIdOf, stepNameOf } from '../hiring-steps/placement.ts'
import { retentionOf, rulesOf } from '../privacy/rules.ts'
import { tagsOf } from '../tags/tagged.ts'
import { applicationRow } from './contract/row.ts'
import { keepAskError } from './keep-asked.ts'
import { isUnreadBy, markRead } from './read-marks.ts'
import { usualNotify, usualNotifyBy } from './usual-notify.ts'

export const missing = 'Application not found'

/** SQL: until when the mail about a decision is held; null without such a mail. */
const held_until = sql<string | null>`(
  select held_until from outbox
  where application_id = ${table.id} and held_until is not null
    and sent_at is null and failed_at is null
  order by id desc limit 1)`.as('held_until')

/** SQL: the name of the reason for a rejection. */
export const reasonNameOf = (reason: SQLWrapper) =>
  sql<
    string | null
  >`(select name from ${rejectionReasons} where ${rejectionReasons.id} = ${reason})`

export const resume_path = sql<
  string | null
>`case when ${table.resume_key} is not null then '/api/applications/' || ${table.id} || '/resume' end`.as(
  'resume_path',
)

/** SQL: what became of the resume's text for searches; null while the setting is off. */
const resumeTextOf = (id: SQLWrapper) =>
  sql<(typeof resumeTextStates)[number] | null>`(
    select ${resumeTexts.state} from ${resumeTexts} where ${resumeTexts.application_id} = ${id})`

/** Why the confirmation didn't reach the applicant; null when it did, or is on its way. */
const receipt_error = sql<string | null>`(
  select last_error from outbox
  where application_id = ${table.id} and kind = 'receipt' and failed_at is not null
  order by id desc limit 1)`.as('receipt_error')

/** Why the email about the decision was not sent; null when it was, or is on its way. */
const tell_error = sql<string | null>`(
  select case when failed_at is not null then last_error end from outbox
  where application_id = ${table.id} and tells = ${table.status} and sent_at is null
  order by id desc limit 1)`.as('tell_error')

/** SQL: how many messages of the candidate no reviewer has opened. */
export const unreadMessages = sql<number>`(select count(*) from messages
  where messages.application_id = applications.id and author_name is null and read_at is null)`

/** An application with its job, as the detail shows it. */
const detail = {
  ...columnsOf(table, applicationRow),
  // A trigger sets it.
  reference: sql<string>`${table.reference}`,
  job_title: jobs.title,
  job: summarized,
  step_id: stepIdOf(table.id).as('step_id'),
  step_name: stepNameOf(table.id).as('step_name'),
  step_due: stepDueOf(table.id).as('step_due'),
  reason_name: reasonNameOf(table.reason_id).as('reason_name'),
  tags: tagsOf(table.id)
    .mapWith((ids: string): number[] => JSON.parse(ids))
    .as('tags'),
  resume_path,
  resume_text: resumeTextOf(table.id).as('resume_text'),
  receipt_error,
  held_until,
  is_telling: sql`${table.telling} is ${table.status}`.mapWith(Boolean).as('is_telling'),
  tell_error,
  keep_ask_error: keepAskError,
  gets_links: sql`${table.given_email} is null`.mapWith(Boolean).as('gets_links'),
}

const viewer = sql.placeholder('viewer')

/** What the viewer sees of an application. */
const viewed = prepared((db) =>
  db
    .select({
      ...detail,
      file_checks: fileChecksOf(sql.placeholder('id')).as('file_checks'),
      unread_messages: unreadMessages.as('unread_messages'),
      usual_tell: usualNotify(viewer).as('usual_tell'),
      usual_tell_by: usualNotifyBy(viewer).as('usual_tell_by'),
      is_unread: sql`${isUnreadBy(viewer, table.id)}`.mapWith(Boolean).as('is_unread'),
      is_recorded: sql`${isViewRecorded}`.mapWith(Boolean).as('is_recorded'),
    })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(eq(table.id, sql.placeholder('id')))
    .prepare(),
)

/** Fields from GET that a PUT may send back; they are ignored. */
export const readOnly = [
  'id',
  'reference',
  'job_id',
  'step_name',
  'step_due',
  'job_title',
  'job_location',
  'job_salary_range',
  'motivation_letter',
  'resume_path',
  'resume_type',
  'resume_name',
  'resume_size',
  'resume_text',
  'created_at',
  'reviewed_at',
  'receipt_error',
  'answers',
  'told_status',
  'told_at',
  'answered_at',
  'held_until',
  'is_telling',
  'hold_hours',
  'tell_error',
  'usual_tell',
  'usual_tell_by',
  'gets_links',
  'language',
  'unread',
  'unread_messages',
  'interview_at',
  'interview_proposed',
  'also_applied',
  'withdrawn_at',
  'legal_hold_user_id',
  'legal_hold_by',
  'legal_hold_at',
  'keep_until',
  'keep_asked_at',
  'keep_ask_error',
  'kept_until',
  'kept_because',
  'answer_by',
  'overdue',
  'notice_id',
  'reason_name',
  'source',
  'suspicious',
  'file_checks',
]

/**
 * The application with its letter; records a view in the audit trail.
 * @param marksRead it is then read by the caller
 */
export async function load(c: Context<Env>, id: number, { marksRead = false } = {}) {
  const { db } = c.var
  const who = viewerOf(c)
  const [[found], settings] = await Promise.all([
    viewed(db).all({ id, ...who }),
    readSiteSettings(db),
  ])
  if (!found) return
  const { job, is_unread, is_recorded, ...row } = found
  const { location_text: job_location, salary_text: job_salary_range } = withTexts(job)
  const kept = retentionOf(row, rulesOf(settings), settings.site_time_zone)
  const { created_at, status, told_status, answered_at, withdrawn_at } = row
  const isUnheard = !told_status && !answered_at && !withdrawn_at
  const promise = isUnheard ? await promiseWith(db, settings) : undefined
  const answer_by =
    promise && status === 'pending' ? answerDay(new Date(created_at), promise) : null
  const overdue =
    promise !== undefined &&
    !row.is_telling &&
    created_at < cutoffOf(new Date(databaseNow(db)), promise)
  const hold_hours = Number(settings.hold_hours)
  const texts = { job_location, job_salary_range, answer_by, overdue, hold_hours }
  const application = { ...row, ...texts, ...kept }
  const reader = who.viewer
  const isUnread = reader !== null && is_unread
  c.set('viewed', {
    ...application,
    isRecorded: is_recorded,
    ...(marksRead && isUnread && { also: markRead(db, reader, id) }),
  })
  return application
}

export type NewApplication = typeof table.$inferInsert

type Searchable = Pick<
  NewApplication,
  | 'job_id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'motivation_letter'
  | 'notes'
  | 'answers'
>

/** The application's search text: what people read, without markup, and marks to filter by. */
export const searchText = ({ motivation_letter, notes, answers = [], ...row }: Searchable) =>
  [
    searchable(
      [
        row.first_name,
        row.last_name,
        row.email,
        row.phone,
        ungrouped(row.phone ?? ''),
        visibleText(motivation_letter ?? ''),
        visibleText(notes ?? ''),
        ...answers.flatMap(({ value }) => (typeof value === 'boolean' ? [] : value)),
      ].join(' '),
    ),
    jobMark(row.job_id),
    ...phoneMarks(row.phone),
    ...answers.flatMap(answerMarks),
  ].join(' ')

/** The job's id if it is open on that day at the time of the write; else null. */
const idWhileOpen = (id: number, today: string) =>
  sql`(select ${jobs.id} from ${jobs} where ${and(eq(jobs.id, id), openOn(today))})`

function insertRow(db: Db, values: NewApplication, today: string | undefined, staged: string[]) {
  const open = today === undefined ? sql`${values.job_id}` : idWhileOpen(values.job_id, today)
  const job_id = staged.length
    ? sql`case when ${areStaged(JSON.stringify(staged))} then ${open} end`
    : open
  return db
    .insert(table)
    .values({ ...values, job_id })
    .onConflictDoNothing({ target: table.idempotency_key })
    .returning({ id: table.id })
}

const insertSearchText = (db: Db, text: string) =>
  db.run(
    sql`insert into application_search (rowid, text) select last_insert_rowid(), ${text} where changes() > 0`,
  )

/** The candidate's link to the application just inserted. */
const insertNewLink = (db: Db, link: string) =>
  db.run(
    sql`insert into ${candidateLinks} (id, application_id) select ${link}, (select max(id) from ${table}) where changes() > 0`,
  )

export type AnswerFile = Omit<typeof answerFiles.$inferInsert, 'application_id'>

/** The files that answer questions of the application just inserted. */
const insertFiles = (db: Db, files: AnswerFile[]) =>
  db.run(sql`
    insert into ${answerFiles} (application_id, question_id, key, type, name, size, sha256)
    select (select max(id) from ${table}), value ->> 'question_id', value ->> 'key',
      value ->> 'type', value ->> 'name', value ->> 'size', value ->> 'sha256'
    from json_each(${JSON.stringify(files)}) where changes() > 0`)

/**
 * Queues the receipt of the application just inserted; nothing if nothing was inserted. Over its
 * mailbox's limit it is stored as failed, without text, so that staff see why.
 */
function queueReceipt(db: Db, mail: NewMail) {
  const numbered = (text: string) =>
    sql`replace(replace(${text}, ${idPlaceholder}, written.id), ${referencePlaceholder}, written.reference)`
  const unlessTooMany = (value: SQL) =>
    sql`case when not written.too_many then ${value} else '' end`
  const onceTooMany = (value: SQL) => sql`case when written.too_many then ${value} end`
  const mailbox = sql`${mail.mailbox ?? null}`
  return queueMail(
    db,
    {
      ...mail,
      application_id: sql`written.id`,
      mailbox: sql`case when not written.too_many then ${mailbox} end`,
      subject: numbered(mail.subject),
      text: unlessTooMany(numbered(mail.text)),
      html: unlessTooMany(numbered(mail.html)),
      failed_at: onceTooMany(now),
      expires_at: onceTooMany(now),
      last_error: onceTooMany(sql`${tooManyMails}`),
    },
    sql`changes() > 0`,
    sql`(
      select ${table.id} as id, ${table.reference} as reference,
        not ${mayReceive(mailbox, 'receipt')} as too_many
      from ${table}
      where ${table.id} = (select max(id) from ${table})
    ) written`,
  )
}

type Belongings = {
  files?: AnswerFile[]
  mail?: NewMail[]
  openOn?: string | undefined
  /** Hash of the token of the candidate's link. */
  link?: string | undefined
  /** Ids of the staged files that become the application's. */
  staged?: string[]
  /** Statements that follow, each with `changes() > 0`. */
  also?: BatchItem<'sqlite'>[]
  /** Receives what the last of them returned. */
  onLast?: (rows: unknown) => void
}

/**
 * Batch statements that store the application and its search text; `also` follow, each with
 * `changes() > 0`. Nothing is stored when the idempotency key exists.
 */
export function insertStatements(
  db: Db,
  given: Omit<NewApplication, 'folded_name'>,
  { files = [], mail = [], openOn: today, link, staged = [], also = [] }: Belongings = {},
) {
  const application = { ...given, folded_name: foldedName(given) }
  return [
    insertRow(db, application, today, staged),
    insertSearchText(db, searchText(application)),
    ...(link ? [insertNewLink(db, link)] : []),
    ...(files.length ? [insertFiles(db, files)] : []),
    ...mail.map((message) => queueReceipt(db, message)),
    ...(staged.length ? [takeStaged(db, JSON.stringify(staged))] : []),
    ...also,
  ] as const
}

/**
 * Stores the application, its search text, its answers' files and its mail in one batch, and
 * returns the id. Undefined, and nothing stored, when the idempotency key exists: each statement
 * runs only when the one before inserted something. `openOn`: throws SQLITE_CONSTRAINT_NOTNULL
 * unless the job is open on that day at the time of the write and all `staged` files still exist.
 */
export async function insertApplication(
  db: Db,
  given: Omit<NewApplication, 'folded_name'>,
  belongings?: Belongings,
) {
  const results = await db.batch(insertStatements(db, given, belongings))
  belongings?.onLast?.(results.at(-1))
  return results[0][0]?.id
}

/** SQL: what a search finds in the resume; empty while the setting is off. */
const wordsOfResume = sql`coalesce((
  select ' ' || ${resumeTexts.words} from ${resumeTexts}
  where ${resumeTexts.application_id} = ${table.id}), '')`

/** A batch statement: updates the application's search text, if `condition` still holds. */
export const reindex = (db: Db, id: number, row: Searchable, condition?: SQL) =>
  db.run(
    sql`insert or replace into application_search (rowid, text) select ${table.id}, ${searchText(row)} || ${wordsOfResume} from ${table} where ${and(eq(table.id, id), condition)}`,
  )
