import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ResumeType } from '#db/enums.ts'
import { prepared } from '#db/prepared.ts'
import { jobs } from '#db/schema.ts'
import { resumeType } from '../files/resume-type.ts'
import { Problem } from '../http/problem.ts'
import { openOn } from '../jobs/rows.ts'
import { fromWriter } from '../rich-text/rich-text.ts'
import { type Fault, type FaultKey, faultText } from '../words/contract/fault.ts'
import type { Values } from '../words/contract/say.ts'
import { type Language, languages } from '../words/contract.ts'
import { letterFault } from './contract/letter.ts'
import { applicantFields } from './contract.ts'
import type { ReceivedForm } from './receive-form.ts'

const inMegabytes = (bytes: number) => Number((bytes / 1_048_576).toFixed(1))

type ResumeCheck = { type: ResumeType } | { status: 400 | 413; fault: Fault }

/** The resume's type, or what is wrong with it. */
export async function checkResume(form: ReceivedForm, limit: number): Promise<ResumeCheck> {
  if (form.resumeTooLarge)
    return { status: 413, fault: { key: 'resumeTooLarge', values: { max: inMegabytes(limit) } } }
  if (!form.resume) return { status: 400, fault: { key: 'resumeRequired' } }
  if (form.resume.size === 0) return { status: 400, fault: { key: 'resumeEmpty' } }
  return { status: 400, ...(await resumeType(form.resume, form.resume.name)) }
}

/** Validates the whole form, to report all errors at once. Throws 400, or 413 for a large resume. */
export async function checkSubmission(form: ReceivedForm, limit: number, language: Language) {
  const describe = (fault: Fault) => faultText(fault, languages[language].errors, language)
  const fields = applicantFields.safeParse(form.fields)
  const letter = fromWriter(
    form.fields.motivation_letter ?? '',
    form.fields.motivation_letter_format === 'plain',
  )
  const fault = letterFault(letter)
  const resume = await checkResume(form, limit)
  const details = [
    ...(fields.error?.issues ?? []).map((issue) => ({
      path: issue.path as string[],
      message: describe({
        key: issue.message as FaultKey,
        ...('params' in issue && { values: issue.params as Values }),
      }),
    })),
    ...(fault ? [{ path: ['motivation_letter'], message: describe(fault) }] : []),
    ...('type' in resume ? [] : [{ path: ['resume'], message: describe(resume.fault) }]),
  ]
  if (!fields.success || fault || !('type' in resume) || !form.resume)
    throw new Problem(
      'type' in resume ? 400 : resume.status,
      details[0]?.message ?? 'Invalid input',
      { details },
    )
  return {
    ...fields.data,
    motivation_letter: letter,
    resume_type: resume.type,
    resume: form.resume,
  }
}

const existingJob = prepared((db) =>
  db
    .select({ id: jobs.id, title: jobs.title, is_open: openOn(sql.placeholder('today')) })
    .from(jobs)
    .where(and(eq(jobs.id, sql.placeholder('id')), isNull(jobs.deleted_at)))
    .prepare(),
)

/** The job if open on the day `today`; throws 400 if it doesn't exist and 409 if it is closed. */
export async function openJob(db: Db, id: number, today: string, language: Language) {
  const words = languages[language].errors
  const job = await existingJob(db).get({ id, today })
  if (!job) throw Problem.field(400, 'job_id', words.jobMissing)
  if (!job.is_open) throw Problem.field(409, 'job_id', words.jobClosed)
  return job
}

const hashed = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Throws 400 for an invalid or too long key. */
export function checkIdempotencyKey(header: string | undefined) {
  if (header !== undefined && !/^[\x21-\x7e]{1,200}$/.test(header))
    throw new Problem(400, 'Idempotency-Key must be 1 to 200 visible ASCII characters')
}

/** Identifies a repeat: the client's key with job and email, so that equal keys of others don't collide. */
export const senderKey = (header: string, { job_id, email }: Record<string, string>) =>
  `key:${hashed(header, job_id?.trim(), email?.trim().toLowerCase())}`

/** Without JavaScript there is no key: the content identifies a repeat, such as a double click. */
export const contentKey = (content: readonly unknown[]) => `form:${hashed(content)}`

/** Throws 403 for forms from other sites (Fetch Metadata; Origin for browsers without it). */
export function rejectCrossSite(request: Request, host: string | undefined) {
  const origin = request.headers.get('origin')
  const asked = host ?? request.headers.get('host') ?? new URL(request.url).host
  const foreign = origin !== null && URL.parse(origin)?.host !== asked
  if (foreign || request.headers.get('sec-fetch-site') === 'cross-site')
    throw new Problem(403, 'This form was sent from another website')
}
