import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ResumeType } from '#db/enums.ts'
import { prepared } from '#db/prepared.ts'
import { jobs } from '#db/schema.ts'
import { resumeType } from '../files/resume-type.ts'
import { Problem } from '../http/problem.ts'
import { fromWriter } from '../rich-text/rich-text.ts'
import { type Fault, type FaultKey, faultText } from '../words/contract/fault.ts'
import type { Values } from '../words/contract/say.ts'
import { type Language, languages } from '../words/contract.ts'
import { letterFault } from './contract/letter.ts'
import { applicantFields } from './contract.ts'
import type { ReceivedForm } from './receive-form.ts'

const inMegabytes = (bytes: number) => Number((bytes / 1_048_576).toFixed(1))

type ResumeCheck = { type: ResumeType } | { status: 400 | 413; fault: Fault }

/** The type of the form's resume, or what is wrong with it; a form without one is refused. */
export async function checkResume(form: ReceivedForm, limit: number): Promise<ResumeCheck> {
  if (form.resumeTooLarge)
    return { status: 413, fault: { key: 'resumeTooLarge', values: { max: inMegabytes(limit) } } }
  if (!form.resume) return { status: 400, fault: { key: 'resumeRequired' } }
  if (form.resume.size === 0) return { status: 400, fault: { key: 'resumeEmpty' } }
  return { status: 400, ...(await resumeType(form.resume, form.resume.name)) }
}

/**
 * A visitor's form, checked as a whole so that every fault is told at once.
 * Throws a Problem of 400, or 413 when the resume is too large.
 */
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
    .select({ id: jobs.id, title: jobs.title, is_active: jobs.is_active })
    .from(jobs)
    .where(and(eq(jobs.id, sql.placeholder('id')), isNull(jobs.deleted_at)))
    .prepare(),
)

/** The job, open for applications; 400 for one that does not exist, 409 for one that has closed. */
export async function openJob(db: Db, id: number, language: Language) {
  const words = languages[language].errors
  const job = await existingJob(db).get({ id })
  if (!job) throw Problem.field(400, 'job_id', words.jobMissing)
  if (!job.is_active) throw Problem.field(409, 'job_id', words.jobClosed)
  return job
}

const hashed = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Throws 400 for a key that a header may not hold, or that is too long to keep. */
export function checkIdempotencyKey(header: string | undefined) {
  if (header !== undefined && !/^[\x21-\x7e]{1,200}$/.test(header))
    throw new Problem(400, 'Idempotency-Key must be 1 to 200 visible ASCII characters')
}

/** What makes a repeated submission the same one: the sender's key, for this job and from this person. A stranger's equal key is another. */
export const senderKey = (header: string, { job_id, email }: Record<string, string>) =>
  `key:${hashed(header, job_id?.trim(), email?.trim().toLowerCase())}`

/** The same for a form sent without script, which has no key: its content, so that an impatient second click is not a second application. */
export const contentKey = (content: readonly unknown[]) => `form:${hashed(content)}`

/** Refuses a form that another site's page sends (Fetch Metadata, and Origin for browsers without it). */
export function rejectCrossSite(request: Request, host: string | undefined) {
  const origin = request.headers.get('origin')
  const asked = host ?? request.headers.get('host') ?? new URL(request.url).host
  const foreign = origin !== null && URL.parse(origin)?.host !== asked
  if (foreign || request.headers.get('sec-fetch-site') === 'cross-site')
    throw new Problem(403, 'This form was sent from another website')
}
