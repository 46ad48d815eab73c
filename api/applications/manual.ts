import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { jobs } from '#db/schema.ts'
import type { Env } from '../context.ts'
import { visibleLength } from '../http/contract/text.ts'
import { invalid } from '../http/input.ts'
import { Problem } from '../http/problem.ts'
import { orNotFound } from '../http/rows.ts'
import { fromWriter } from '../rich-text/rich-text.ts'
import { maxFileBytes } from '../settings/contract.ts'
import { readSiteSettings } from '../settings/site-settings.ts'
import { errors } from '../words/contract/en.ts'
import { type Fault, faultText } from '../words/contract/fault.ts'
import { letterFault, letterMaximum } from './contract/letter.ts'
import { formJobId, manualApplication } from './contract.ts'
import { receiveForm } from './receive-form.ts'
import { insertApplication, load } from './rows.ts'
import { checkResume } from './submission.ts'
import { keep, resumeColumns } from './submit.ts'

const describe = (fault: Fault) => faultText(fault, errors, 'en')

/** The JSON schema with fields as strings; the resume is checked separately. */
const formFields = manualApplication.extend({ job_id: formJobId('Choose a job') }).strip()

/** The application's columns; 400 for a job that does not exist and for a letter that is too long. */
export async function manualColumns(
  c: Context<Env>,
  { motivation_letter, ...fields }: z.output<typeof manualApplication>,
) {
  const [job] = await c.var.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, fields.job_id), isNull(jobs.deleted_at)))
  if (!job) throw Problem.field(400, 'job_id', 'This job does not exist')
  const letter = fromWriter(motivation_letter ?? '')
  // Apparent tags may turn out to be text.
  const fault = visibleLength(letter) > letterMaximum && letterFault(letter)
  if (fault) throw Problem.field(400, 'motivation_letter', describe(fault))
  return { ...fields, motivation_letter: letter }
}

const created = async (c: Context<Env>, id: number | undefined) =>
  c.json(orNotFound(await load(c, id ?? 0), 'Application not found'), 201)

/** POST /applications/manual with JSON. */
export const enterApplication = async (
  c: Context<Env>,
  input: z.output<typeof manualApplication>,
) => created(c, await insertApplication(c.var.db, await manualColumns(c, input)))

/** The same as multipart/form-data, optionally with a resume; undefined for any other content type. */
export async function enterWithResume(c: Context<Env>) {
  if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '')) return
  const { db, store } = c.var
  const limit = maxFileBytes((await readSiteSettings(db)).max_file_size)
  const form = await receiveForm(c.req.raw, {
    ...{ store, maxFileBytes: limit, incoming: c.env?.incoming, language: 'en' as const },
  })
  let unwanted = form.resume
  try {
    const fields = formFields.safeParse(form.fields)
    const resume =
      form.resume || form.resumeTooLarge ? await checkResume(form, limit) : { type: undefined }
    const details = [
      ...(fields.success ? [] : (invalid(fields.error.issues).body.details ?? [])),
      ...('type' in resume ? [] : [{ path: ['resume'], message: describe(resume.fault) }]),
    ]
    if (!fields.success || !('type' in resume))
      throw new Problem(
        'type' in resume ? 400 : resume.status,
        details[0]?.message ?? 'Invalid input',
        { details },
      )
    const columns = await manualColumns(c, fields.data)
    if (!form.resume || !resume.type) return created(c, await insertApplication(db, columns))
    unwanted = undefined
    const application = { ...columns, resume_type: resume.type, ...resumeColumns(form.resume) }
    return created(c, await keep(c.var, { application, resume: form.resume, language: 'en' }))
  } finally {
    if (unwanted) await store.discard(unwanted)
  }
}
