import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { errorCode, isOutcomeUnknown } from '#db/errors.ts'
import { prepared } from '#db/prepared.ts'
import { applications, jobs } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { orNotFound } from '../http/rows.ts'
import { dayIn } from '../jobs/contract/dates.ts'
import type { NewMail } from '../mail/new-mail.ts'
import { refuseInMaintenance } from '../maintenance.ts'
import { maxFileBytes } from '../settings/contract.ts'
import { readSiteSettings, siteAddress } from '../settings/site-settings.ts'
import { type Language, siteLanguage } from '../words/contract.ts'
import type { CheckedAnswerFile, CheckedFile } from './form-faults.ts'
import { confirmation, notice } from './receipt-mail.ts'
import { discardFiles, type ReceivedForm, receiveForm } from './receive-form.ts'
import { type AnswerFile, insertApplication, type NewApplication, resume_path } from './rows.ts'
import {
  checkIdempotencyKey,
  checkSubmission,
  contentKey,
  openJob,
  rejectCrossSite,
  senderKey,
} from './submission.ts'

/** Columns for the applicant: what they sent, nothing added by staff. */
const receipt = {
  id: applications.id,
  job_id: applications.job_id,
  job_title: jobs.title,
  first_name: applications.first_name,
  last_name: applications.last_name,
  email: applications.email,
  phone: applications.phone,
  motivation_letter: applications.motivation_letter,
  answers: applications.answers,
  resume_name: applications.resume_name,
  resume_path,
  created_at: applications.created_at,
}

const receiptBy = prepared((db, column: 'id' | 'idempotency_key') =>
  db
    .select(receipt)
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .where(eq(applications[column], sql.placeholder('value')))
    .prepare(),
)

async function receiptFor(db: Db, column: 'id' | 'idempotency_key', value: number | string) {
  const row = await receiptBy(db, column).get({ value })
  if (!row) return undefined
  // The status at submission, also when a repeat comes after a decision.
  return { ...row, status: 'pending' as const }
}

const missing = 'Application not found'

/** Repeats the first response. Its stored letter may differ from this request's: records a view. */
function repeat(c: Context<Env>, receipt: NonNullable<Awaited<ReturnType<typeof receiptFor>>>) {
  c.set('viewed', receipt)
  return c.json(receipt, 201)
}

type Form = {
  application: NewApplication
  resume?: CheckedFile | undefined
  answerFiles?: CheckedAnswerFile[]
  mail?: NewMail[]
  /** Rejects the application unless the job is open on this day. */
  openOn?: string
  language: Language
}

/**
 * Stores the files first, then the row: a row without its files must never be visible. If the row was
 * certainly not written, the files are removed; after a lost connection they stay, since the row may
 * exist.
 */
export async function keep(
  { db, store, log }: Context<Env>['var'],
  { application, resume, answerFiles = [], mail = [], openOn, language }: Form,
) {
  const keys: string[] = []
  const keepFile = async (file: CheckedFile) => {
    const key = await store.keep(file)
    keys.push(key)
    return { key, type: file.type, name: file.name, size: file.size, sha256: file.sha256 }
  }
  const drop = async () => {
    for (const key of keys)
      await store
        .remove(key)
        .catch((err) => log.warn({ err, key }, 'a file is left for the reaper'))
  }
  try {
    const kept = resume && (await keepFile(resume))
    const files: AnswerFile[] = []
    for (const file of answerFiles)
      files.push({ question_id: file.question_id, ...(await keepFile(file)) })
    const row = kept ? { ...application, ...resumeColumns(kept) } : application
    const id = await insertApplication(db, row, { files, mail, openOn })
    if (id === undefined) await drop()
    return id
  } catch (error) {
    if (!isOutcomeUnknown(error)) await drop()
    // The job closed meanwhile: throws the proper error.
    if (openOn && errorCode(error) === 'SQLITE_CONSTRAINT_NOTNULL')
      await openJob(db, application.job_id, openOn, language)
    throw error
  }
}

const resumeColumns = ({ key, type, name, size, sha256 }: Omit<AnswerFile, 'question_id'>) => ({
  resume_key: key,
  resume_type: type,
  resume_name: name,
  resume_size: size,
  resume_sha256: sha256,
})

/**
 * Runs checks that need no form. If they fail, reads the form to its end and discards the file: a
 * browser shows the response only after sending everything, and the fields are shown again.
 */
async function drainFormOnError<T>(
  c: Context<Env>,
  fields: Record<string, string>,
  work: () => Promise<T>,
) {
  try {
    return await work()
  } catch (refusal) {
    const { store } = c.var
    await receiveForm(c.req.raw, {
      ...{ store, maxFileBytes: 0, fields, incoming: c.env.incoming },
      language: siteLanguage,
    }).then(
      (form) => discardFiles(store, form),
      () => undefined,
    )
    throw refusal
  }
}

/** The job page's URL wins over the form's job_id. */
const forJob = (form: ReceivedForm, job_id: string | undefined): ReceivedForm =>
  job_id === undefined ? form : { ...form, fields: { ...form.fields, job_id } }

/**
 * POST /applications/submit: a visitor's multipart form. 201 with the receipt once row and file are
 * on disk; a refused form leaves nothing behind.
 */
export async function submit(c: Context<Env>) {
  const { db, store, limits, log } = c.var
  const header = c.req.header('idempotency-key')
  const fields: Record<string, string> = c.env.withoutScript?.typed ?? Object.create(null)
  const settings = await drainFormOnError(c, fields, async () => {
    rejectCrossSite(c.req.raw, c.env.host)
    await refuseInMaintenance(c)
    checkIdempotencyKey(header)
    await limits.submit(c.env.ip)
    return readSiteSettings(db)
  })
  const { language } = settings
  const limit = maxFileBytes(settings.max_file_size)
  const received = await receiveForm(c.req.raw, {
    ...{ store, maxFileBytes: limit, fields, incoming: c.env.incoming, language },
  })
  const form = forJob(received, c.env.withoutScript?.job_id)
  try {
    // Before any check: the job may have closed since the first response was lost.
    const repeated = header ? senderKey(header, form.fields) : null
    const earlier = repeated && (await receiptFor(db, 'idempotency_key', repeated))
    if (earlier) return repeat(c, earlier)
    const today = dayIn(settings.site_time_zone)
    const checked = await checkSubmission(db, form, { limit, today, language })
    const { applicant, title, resume, answerFiles } = checked
    const hashes = [resume, ...answerFiles].map((file) => file?.sha256)
    const content = [...Object.values(applicant), ...hashes]
    const key = repeated ?? (c.env.withoutScript ? contentKey(content) : null)
    const application = { ...applicant, idempotency_key: key }
    const about = { ...applicant, job_title: title }
    const mail = [confirmation(about, settings, c.var.mailFrom)]
    const { notify_email: to, site_name: site } = settings
    const base = siteAddress(c.var.publicUrl, settings)
    if (to) mail.push(notice(about, { to, site, base, from: c.var.mailFrom }))
    const id = await keep(c.var, {
      ...{ application, resume, answerFiles, mail, openOn: today, language },
    })
    if (id) log.info({ application: id, job: applicant.job_id }, 'application received')
    if (id) return c.json(orNotFound(await receiptFor(db, 'id', id), missing), 201)
    return repeat(c, orNotFound(await receiptFor(db, 'idempotency_key', key ?? ''), missing))
  } finally {
    await discardFiles(store, form)
  }
}
