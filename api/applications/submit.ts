import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { errorCode, isOutcomeUnknown } from '#db/errors.ts'
import { prepared } from '#db/prepared.ts'
import { applications, jobs } from '#db/schema.ts'
import type { Env } from '../context.ts'
import type { StagedResume } from '../files/store.ts'
import { orNotFound } from '../http/rows.ts'
import { dayIn } from '../jobs/contract/dates.ts'
import type { NewMail } from '../mail/new-mail.ts'
import { refuseInMaintenance } from '../maintenance.ts'
import { maxFileBytes } from '../settings/contract.ts'
import { readSiteSettings, siteAddress } from '../settings/site-settings.ts'
import { type Language, siteLanguage } from '../words/contract.ts'
import { confirmation, notice } from './receipt-mail.ts'
import { type ReceivedForm, receiveForm } from './receive-form.ts'
import { insertApplication, type NewApplication } from './rows.ts'
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
  resume_name: applications.resume_name,
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
  return { ...row, resume_path: `/api/applications/${row.id}/resume`, status: 'pending' as const }
}

const missing = 'Application not found'

/** Repeats the first response. Its stored letter may differ from this request's: records a view. */
function repeat(c: Context<Env>, receipt: NonNullable<Awaited<ReturnType<typeof receiptFor>>>) {
  c.set('viewed', receipt)
  return c.json(receipt, 201)
}

type Form = {
  application: Omit<NewApplication, 'resume_key'>
  resume: StagedResume
  mail?: NewMail[]
  /** Rejects the application unless the job is open on this day. */
  openOn?: string
  language: Language
}

export const resumeColumns = ({ name, size, sha256 }: StagedResume & { name: string }) => ({
  resume_name: name,
  resume_size: size,
  resume_sha256: sha256,
})

/**
 * Stores the file first, then the row: a row without its file must never be visible. If the row was
 * certainly not written, the file is removed; after a lost connection it stays, since the row may exist.
 */
export async function keep(
  { db, store, log }: Context<Env>['var'],
  { application, resume, mail = [], openOn, language }: Form,
) {
  const resume_key = await store.keep(resume)
  const drop = () =>
    store
      .remove(resume_key)
      .catch((err) => log.warn({ err, key: resume_key }, 'a resume is left for the reaper'))
  try {
    const row = { ...application, resume_key }
    const id = await insertApplication(db, row, { mail, openOn })
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
      ({ resume }) => resume && store.discard(resume),
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
  let unwanted = form.resume
  try {
    // Before any check: the job may have closed since the first response was lost.
    const repeated = header ? senderKey(header, form.fields) : null
    const earlier = repeated && (await receiptFor(db, 'idempotency_key', repeated))
    if (earlier) return repeat(c, earlier)
    const { resume, ...applicant } = await checkSubmission(form, limit, language)
    const today = dayIn(settings.site_time_zone)
    const { title } = await openJob(db, applicant.job_id, today, language)
    const content = [...Object.values(applicant), resume.sha256]
    const key = repeated ?? (c.env.withoutScript ? contentKey(content) : null)
    const application = {
      ...applicant,
      ...resumeColumns(resume),
      idempotency_key: key,
    }
    const about = { ...applicant, job_title: title, resume_name: resume.name }
    const mail = [confirmation(about, settings, c.var.mailFrom)]
    const { notify_email: to, site_name: site } = settings
    const base = siteAddress(c.var.publicUrl, settings)
    if (to) mail.push(notice(about, { to, site, base, from: c.var.mailFrom }))
    unwanted = undefined
    const id = await keep(c.var, { application, resume, mail, openOn: today, language })
    if (id) log.info({ application: id, job: applicant.job_id }, 'application received')
    if (id) return c.json(orNotFound(await receiptFor(db, 'id', id), missing), 201)
    return repeat(c, orNotFound(await receiptFor(db, 'idempotency_key', key ?? ''), missing))
  } finally {
    if (unwanted) await store.discard(unwanted)
  }
}
