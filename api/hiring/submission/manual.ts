import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import {
  type CheckedAnswerFile,
  type CheckedFile,
  checkAnswers,
  checkFile,
  refuseErrors,
} from '#api/core/forms/form-errors.ts'
import {
  discardFiles,
  type ReceivedFile,
  type ReceivedForm,
  receiveForm,
} from '#api/core/forms/receive-form.ts'
import { addStaged } from '#api/core/forms/staged-files.ts'
import { visibleLength } from '#api/core/http/contract/text.ts'
import { invalid } from '#api/core/http/input.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { fromWriter } from '#api/core/rich-text/rich-text.ts'
import type { Env } from '#api/core/route/context.ts'
import { maxFileBytes } from '#api/core/site-settings/contract.ts'
import { readSiteSettings, readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { errors } from '#api/core/words/contract/en.ts'
import { errorText, type FormError } from '#api/core/words/contract/form-error.ts'
import { type Language, languagesOf } from '#api/core/words/contract/names.ts'
import type { Answer, Question } from '#db/enums.ts'
import { isNotNullViolation } from '#db/errors.ts'
import { applications, jobs } from '#db/schema.ts'
import { answerName } from '../applications/contract/answers.ts'
import { letterError, maxLetter } from '../applications/contract/letter.ts'
import { formJobId, manualApplication } from '../applications/contract.ts'
import { load } from '../applications/rows.ts'
import { filesAsked } from '../applications/submission.ts'
import { storeApplication } from './submit.ts'

const describe = (fault: FormError) => errorText(fault, errors, 'en')

/** The JSON schema with fields as strings; answers and files are checked separately. */
const formFields = manualApplication
  .omit({ answers: true })
  .extend({ job_id: formJobId('Choose a job') })
  .strip()

const findJob = async (c: Context<Env>, id: number) => {
  const [job] = await c.var.db
    .select({ id: jobs.id, questions: jobs.questions })
    .from(jobs)
    .where(and(eq(jobs.id, id), isNull(jobs.deleted_at)))
  return job
}

/** Staff type what they have: nothing is required. */
const allOptional = (questions: Question[] | null = []) =>
  (questions ?? []).map((question) => ({ ...question, required: false }))

/** The letter as it is stored; 400 when it is too long. */
function cleanLetter(given: string | null | undefined) {
  const letter = fromWriter(given ?? '')
  // Apparent tags may turn out to be text.
  const fault = visibleLength(letter) > maxLetter && letterError(letter)
  if (fault) throw Problem.field(400, 'motivation_letter', describe(fault))
  return letter
}

/** 400 for a language that the site doesn't have. */
async function checkLanguage(c: Context<Env>, language: Language | null | undefined) {
  if (!language) return
  const settings = await readSomeSettings(c.var.db, 'site_language', 'site_languages')
  const all = languagesOf(settings)
  if (!all.includes(language))
    throw Problem.field(400, 'language', `Choose a language of the site: ${all.join(', ')}`)
}

type Entered = {
  input: Omit<z.output<typeof manualApplication>, 'answers' | 'staged_resume'>
  answers: Answer[]
  answerFiles: CheckedAnswerFile[]
  resume?: CheckedFile | undefined
}

async function enter(c: Context<Env>, { input, answers, answerFiles, resume }: Entered) {
  await checkLanguage(c, input.language)
  const motivation_letter = cleanLetter(input.motivation_letter)
  const idempotency_key = keyOf(resume)
  const application = { ...input, motivation_letter, answers, idempotency_key }
  try {
    const id = await storeApplication(c.var, { application, resume, answerFiles, language: 'en' })
    if (id) return c.json(orNotFound(await load(c, id), missing), 201)
  } catch (error) {
    // The staged file has just gone into the application of a double click.
    if (!idempotency_key || !isNotNullViolation(error, 'applications.job_id')) throw error
  }
  const earlier = idempotency_key && (await enteredBefore(c, idempotency_key))
  if (earlier) return earlier
  throw gone()
}

const missing = 'Application not found'

/** Of one staged resume there is one application. */
const keyOf = (resume: CheckedFile | undefined) =>
  resume?.stored ? keyOfToken(resume.stored.id) : undefined
const keyOfToken = (hash: string) => `staged:${hash}`

const gone = () => Problem.field(400, 'staged_resume', describe({ key: 'resumeGone' }))

async function enteredBefore(c: Context<Env>, idempotency_key: string) {
  const [row] = await c.var.db
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.idempotency_key, idempotency_key))
  if (!row) return undefined
  // Its entry is there already.
  c.set('actionOnSuccess', undefined)
  return c.json(orNotFound(await load(c, row.id), missing), 201)
}

const noJob = () => Problem.field(400, 'job_id', 'This job does not exist')

/** Answers in JSON as the fields of a form. */
const asFields = (answers: z.output<typeof manualApplication>['answers'] = {}) =>
  Object.fromEntries(
    Object.entries(answers).map(([id, value]) => [answerName(id), [value].flat().join('\n')]),
  )

/** POST /applications/manual with JSON. */
export async function enterApplication(
  c: Context<Env>,
  { answers: given, staged_resume, ...input }: z.output<typeof manualApplication>,
) {
  const job = await findJob(c, input.job_id)
  if (!job) throw noJob()
  const form: ReceivedForm = { fields: asFields(given), files: new Map() }
  if (staged_resume) {
    const earlier = await enteredBefore(c, keyOfToken(hashToken(staged_resume)))
    if (earlier) return earlier
    Object.assign(form.fields, { staged_resume, job_id: String(input.job_id) })
    await addStaged(c.var.db, form)
  }
  const resume = form.files.get('resume')
  if (resume === 'gone') throw gone()
  const questions = allOptional(job.questions)
  const { faults, ...rest } = await checkAnswers(form, questions, { limit: 0, language: 'en' })
  refuseErrors(faults, 'en')
  return enter(c, { input, ...rest, resume: storedFile(resume) })
}

/** The kept file with its type. */
const storedFile = (file: ReceivedFile | string | undefined): CheckedFile | undefined =>
  typeof file === 'object' && file.stored ? { ...file, type: file.stored.type } : undefined

/** The same as multipart/form-data, optionally with files; undefined for any other content type. */
export async function enterWithFiles(c: Context<Env>) {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '')) return
  const { db, store } = c.var
  const limit = maxFileBytes((await readSiteSettings(db)).max_file_size)
  const form = await receiveForm(c.req.raw, {
    store,
    maxFileBytes: limit,
    incoming: c.env?.incoming,
    language: 'en' as const,
    asksForFile: filesAsked(db),
  })
  try {
    const fields = formFields.safeParse(form.fields)
    const token = form.fields.staged_resume
    const earlier = token && (await enteredBefore(c, keyOfToken(hashToken(token))))
    if (earlier) return earlier
    await addStaged(db, form)
    const file = form.files.get('resume')
    const resume = file && (await checkFile(file, limit))
    const id = formFields.shape.job_id.safeParse(form.fields.job_id)
    const job = id.success ? await findJob(c, id.data) : undefined
    const { faults, ...answered } = job
      ? await checkAnswers(form, allOptional(job.questions), { limit, language: 'en' })
      : { answers: [], answerFiles: [], faults: [] }
    if (resume && 'fault' in resume) faults.unshift({ name: 'resume', ...resume })
    refuseErrors(faults, 'en', fields.error && invalid(fields.error.issues).body.details)
    if (!job) throw noJob()
    const { staged_resume: _, ...input } = fields.data!
    return await enter(c, {
      ...answered,
      input,
      resume: resume && 'type' in resume ? resume : undefined,
    })
  } finally {
    await discardFiles(store, form)
  }
}
