import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  type CheckedFile,
  checkAnswers,
  checkFile,
  type FieldError,
  refuseErrors,
} from '#api/core/forms/form-errors.ts'
import type { ReceivedForm } from '#api/core/forms/receive-form.ts'
import { Problem } from '#api/core/http/problem.ts'
import { fromWriter } from '#api/core/rich-text/rich-text.ts'
import type { ErrorKey } from '#api/core/words/contract/form-error.ts'
import type { Values } from '#api/core/words/contract/say.ts'
import { type Language, wordsOf } from '#api/core/words/contract.ts'
import { openOn } from '#api/website/jobs/rows.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { jobs } from '#db/schema.ts'
import { answerName, type FormRules } from './contract/answers.ts'
import { letterError, minLetter } from './contract/letter.ts'
import { applicantFields } from './contract.ts'

/** For a job that doesn't exist, to report the other errors too. */
const usualRules: FormRules = {
  letter: 'required',
  letter_min: minLetter,
  resume: 'required',
  questions: [],
}

const existingJob = prepared((db) =>
  db
    .select({
      id: jobs.id,
      title: jobs.title,
      is_open: openOn(sql.placeholder('today')),
      letter: jobs.letter,
      letter_min: jobs.letter_min,
      resume: jobs.resume,
      questions: jobs.questions,
      first_active_at: jobs.first_active_at,
    })
    .from(jobs)
    .where(and(eq(jobs.id, sql.placeholder('id')), isNull(jobs.deleted_at)))
    .prepare(),
)

type ExistingJob = Awaited<ReturnType<ReturnType<typeof existingJob>['get']>>

async function jobOfForm(db: Db, job_id: string | undefined, today = '') {
  const id = applicantFields.shape.job_id.safeParse(job_id)
  return id.success ? existingJob(db).get({ id: id.data, today }) : undefined
}

/**
 * Returns a function for one form: whether its job asks for a file in that field; 400 before its id
 * has arrived. The job is read once, as each read takes a round trip to a database server.
 */
export function filesAsked(db: Db) {
  let known: { job_id: string; job: Promise<ExistingJob> } | undefined
  return async (job_id: string | undefined, field: string) => {
    if (job_id === undefined) throw Problem.field(400, field, 'Send job_id before the files')
    if (known?.job_id !== job_id) known = { job_id, job: jobOfForm(db, job_id) }
    const question = (await known.job)?.questions?.find(({ id }) => answerName(id) === field)
    return question?.kind === 'file'
  }
}

/** What the job asks or asked for; none of a job that was never open. */
export async function askedQuestions(db: Db, job_id: string | undefined) {
  const job = await jobOfForm(db, job_id)
  return (job?.first_active_at && job.questions) || []
}

function openOnly(job: ExistingJob, language: Language) {
  const words = wordsOf(language).errors
  if (!job) throw Problem.field(400, 'job_id', words.jobMissing)
  if (!job.is_open) throw Problem.field(409, 'job_id', words.jobClosed)
  return job
}

/** The job if open on the day `today`; throws 400 if it doesn't exist and 409 if it is closed. */
export const openJob = async (db: Db, id: number, today: string, language: Language) =>
  openOnly(await existingJob(db).get({ id, today }), language)

/**
 * Validates the whole form as the job asks for it, to report all errors at once. Throws 400, 413
 * for a file that is too large, or 409 for a closed job. What the job doesn't ask for is ignored:
 * the form may be older than the job's last change.
 */
export async function checkSubmission(
  db: Db,
  form: ReceivedForm,
  options: {
    limit: number
    today: string
    language: Language
    /** Receives the good files before the form of an open job is refused. */
    onRefused?: (files: (CheckedFile & { question_id: number | null })[]) => Promise<void>
  },
) {
  const { limit, today, language } = options
  const fields = applicantFields.safeParse(form.fields)
  const job = await jobOfForm(db, form.fields.job_id, today)
  // First: nothing the person could mend would help.
  if (job) openOnly(job, language)
  const rules = job ?? usualRules
  const { motivation_letter: written = '', motivation_letter_format } = form.fields
  const letter =
    rules.letter === 'off' ? '' : fromWriter(written, motivation_letter_format === 'plain')
  const fault = letterError(letter, rules)
  const chosen = rules.resume === 'off' ? undefined : form.files.get('resume')
  const resume = chosen && (await checkFile(chosen, limit))
  const { answers, answerFiles, faults } = job
    ? await checkAnswers(form, job.questions ?? [], options)
    : { answers: [], answerFiles: [], faults: [] }
  const all: FieldError[] = (fields.error?.issues ?? []).map((issue) => ({
    name: String(issue.path[0]),
    fault: {
      key: issue.message as ErrorKey,
      ...('params' in issue && { values: issue.params as Values }),
    },
  }))
  if (fault) all.push({ name: 'motivation_letter', fault })
  if (resume && 'fault' in resume) all.push({ name: 'resume', ...resume })
  if (!resume && rules.resume === 'required')
    all.push({ name: 'resume', fault: { key: 'resumeRequired' } })
  const good =
    resume && 'type' in resume ? [{ question_id: null, ...resume }, ...answerFiles] : answerFiles
  if (job && all.length + faults.length) await options.onRefused?.(good)
  refuseErrors([...all, ...faults], language)
  const { title } = openOnly(job, language)
  return {
    applicant: { ...fields.data!, motivation_letter: letter, answers },
    title,
    resume: resume && 'type' in resume ? resume : undefined,
    answerFiles,
  }
}

const hashed = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Identifies a repeat: the client's key with job and email, so that others' keys don't collide. */
export const senderKey = (header: string, { job_id, email }: Record<string, string>) =>
  `key:${hashed(header, job_id?.trim(), email?.trim().toLowerCase())}`

/** Without JavaScript there is no key: the content identifies a repeat, such as a double click. */
export const contentKey = ({ fields, files }: ReceivedForm) =>
  `form:${hashed(
    Object.entries(fields),
    Array.from(files, ([name, file]) => [name, typeof file === 'object' ? file.sha256 : file]),
  )}`
