import { and, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { z } from 'zod'
import type { ApplicationStatus, ResumeType } from '#db/enums.ts'
import {
  answerFiles,
  applicationCounts,
  applicationTotals,
  outbox as mails,
  now,
  applications as table,
  touched,
} from '#db/schema.ts'
import type { Env } from '../context.ts'
import { fileDisposition } from '../files/content-disposition.ts'
import { paging } from '../http/contract/paging.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { jsonRows, pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound, stale } from '../http/rows.ts'
import { idempotencyKey, manualForm, submissionForm } from '../openapi/submission.ts'
import { anyone, can, route } from '../route.ts'
import { applicationQuery } from '../search/terms.ts'
import { answeredQuestion, answerName } from './contract/answers.ts'
import {
  applicationRow,
  applicationStats,
  listedApplicationRow,
  receiptRow,
} from './contract/row.ts'
import { applicationChange, applicationFilter, manualApplication } from './contract.ts'
import { countApplications, countFound, listApplications, listFound } from './list.ts'
import { enterApplication, enterWithFiles } from './manual.ts'
import * as domain from './rows.ts'
import { submit } from './submit.ts'

const missing = 'Application not found'
const access = can('review_applications')
const named = { id: table.id, first_name: table.first_name, last_name: table.last_name }

/** Neither reads the letter and notes first nor indexes them again. */
async function setStatus(
  c: Context<Env>,
  id: number,
  status: ApplicationStatus | undefined,
  basedOn: string | undefined,
) {
  const changed = await c.var.db
    .update(table)
    .set({
      status,
      reviewed_at: sql`case when ${table.status} = ${status} then ${table.reviewed_at} else ${now} end`,
      updated_at: touched(table.updated_at),
    })
    .where(and(eq(table.id, id), basedOn ? eq(table.updated_at, basedOn) : undefined))
    .returning({ id: table.id })
  const current = orNotFound(await domain.load(c, id), missing)
  if (!changed.length) throw stale(current)
  return current
}

const mostAnswersSought = 20

/** The parameters `answer_{question id}`, whose names no schema can list. */
function answersSought(parameters: Record<string, string[]>) {
  const sought = Object.entries(parameters).flatMap(([name, values]) => {
    const id = answeredQuestion(name)
    return id === undefined ? [] : values.map((value) => ({ id, value: value.trim() }))
  })
  if (sought.length > mostAnswersSought)
    throw new Problem(400, `Filter by at most ${mostAnswersSought} answers`)
  return sought
}

const resumeContentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
const file: OpenAPIV3_1.MediaTypeObject = { schema: { type: 'string', format: 'binary' } }
const receivedFile: OpenAPIV3_1.ResponseObject = {
  description: 'The file as it was received, to be saved.',
  headers: {
    'Content-Disposition': {
      description: 'An attachment with a file name.',
      required: true,
      schema: { type: 'string' },
    },
  },
  content: Object.fromEntries(Object.values(resumeContentTypes).map((type) => [type, file])),
}

const fileHeaders = (
  size: number,
  file: Parameters<typeof fileDisposition>[0] & { type: ResumeType },
) => ({
  'Content-Type': resumeContentTypes[file.type],
  'Content-Length': String(size),
  'Content-Disposition': fileDisposition(file),
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
})

export const applications = new Hono<Env>()

  .post(
    '/submit',
    route(
      {
        summary: 'Apply for a job',
        description: 'A form of another website is refused. Unknown fields are ignored.',
        // Refuses in maintenance itself, after it has read the form.
        access: anyone({ inMaintenance: true }),
        headers: idempotencyKey,
        form: submissionForm,
        answers: {
          201: receiptRow,
          400: 'refused',
          403: 'refused',
          409: 'refused',
          413: 'refused',
          415: 'refused',
          429: 'refused',
          503: 'refused',
        },
      },
      submit,
    ),
  )

  .get(
    '/stats',
    route(
      {
        summary: 'Count applications by status',
        access,
        query: { job_id: applicationFilter.job_id },
        answers: { 200: applicationStats },
      },
      async (c) => {
        const { db } = c.var
        const { job_id } = c.req.valid('query')
        const stats = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }
        const counts =
          job_id === 'all'
            ? db.select().from(applicationTotals)
            : db.select().from(applicationCounts).where(eq(applicationCounts.job_id, job_id))
        for (const { status, count } of await counts) stats[status] = count
        return c.json(stats)
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'List applications',
        description:
          'With `job_id`, `answer_{question id}=value` filters by the answer to a question with choices, or `yes` or `no`; several such parameters must all match.',
        access,
        query: { ...paging, ...applicationFilter },
        answers: { 200: listedApplicationRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const { q, sort, ...filter } = c.req.valid('query')
        const sought = { words: applicationQuery(q), answers: answersSought(c.req.queries()) }
        if (sought.answers.length && filter.job_id === 'all')
          throw Problem.field(400, 'job_id', 'Choose a job to filter by its answers')
        const rows =
          sought.words || sought.answers.length
            ? pageOf(c, countFound(db, sought, filter), (limit, offset, total) =>
                listFound(db, sought, filter, { sort, limit, offset }, total),
              )
            : pageOf(c, countApplications(db, filter), (limit, offset) =>
                listApplications(db, filter, { sort, limit, offset }),
              )
        return jsonRows<z.infer<typeof listedApplicationRow>>(c, await rows)
      },
    ),
  )

  .post(
    '/manual',
    route(
      {
        summary: 'Enter an application by hand',
        description:
          'JSON, or a form with the same fields, a resume and answers as `answer_{question id}`.',
        access,
        beforeInput: enterWithFiles,
        json: { schema: manualApplication, limitKb: 512 },
        form: manualForm,
        answers: { 201: applicationRow },
        audit: 'application.created',
      },
      (c) => enterApplication(c, c.req.valid('json')),
    ),
  )

  .get(
    '/:id',
    route(
      { summary: 'Read an application', access, answers: { 200: applicationRow, 404: 'refused' } },
      async (c) => c.json(orNotFound(await domain.load(c, idOf(c, missing)), missing)),
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change an application',
        access,
        json: { schema: applicationChange, readOnly: domain.readOnly, limitKb: 512 },
        answers: { 200: applicationRow, 404: 'refused', 409: conflictWith(applicationRow) },
        audit: 'application.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { updated_at, notes: given, ...change } = c.req.valid('json')
        if (given === undefined && Object.keys(change).join() === 'status')
          return c.json(await setStatus(c, id, change.status, updated_at))
        // The search text covers the whole row: retry when the row changes in between.
        for (let tries = 20; ; tries--) {
          const before = orNotFound(await domain.load(c, id), missing)
          if ((updated_at && updated_at !== before.updated_at) || !tries) throw stale(before)
          const unmoved = eq(table.updated_at, before.updated_at)
          const notes = domain.notesAfter(before.notes, given)
          const [, changed] = await db.batch([
            domain.reindex(db, id, { ...before, ...change, notes }, unmoved),
            db
              .update(table)
              .set({
                ...change,
                notes,
                notes_excerpt: domain.notesExcerpt(notes),
                ...(change.status !== before.status && change.status && { reviewed_at: now }),
                updated_at: touched(table.updated_at),
              })
              .where(and(eq(table.id, id), unmoved))
              .returning({ id: table.id }),
          ])
          if (changed.length) return c.json(orNotFound(await domain.load(c, id), missing))
        }
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete an application',
        description: 'The resume and the files of its answers go with it.',
        access,
        answers: { 204: null, 404: 'refused' },
        audit: 'application.deleted',
      },
      async (c) => {
        const { db, store, outbox, log } = c.var
        const id = idOf(c, missing)
        const [mail, files, [row]] = await db.batch([
          db
            .select({ message_id: mails.message_id })
            .from(mails)
            .where(eq(mails.application_id, id)),
          db
            .select({ key: answerFiles.key })
            .from(answerFiles)
            .where(eq(answerFiles.application_id, id)),
          db
            .delete(table)
            .where(eq(table.id, id))
            .returning({ ...named, resume_key: table.resume_key }),
        ])
        const { resume_key, ...person } = orNotFound(row, missing)
        c.set('auditTarget', person)
        // The application is gone either way: a remaining file is logged, not reported to the reviewer.
        for (const key of [resume_key, ...files.map((file) => file.key)])
          if (key) await store.remove(key).catch((error) => log.error({ err: error }, 'file stays'))
        await outbox
          ?.removeFiles(mail.map(({ message_id }) => message_id))
          .catch((error) => log.error({ err: error }, 'mail file stays'))
        return c.body(null, 204)
      },
    ),
  )

  .get(
    '/:id/resume',
    route(
      {
        summary: 'Download a resume',
        access,
        answers: { 200: receivedFile, 404: 'refused' },
        audit: 'resume.downloaded',
      },
      async (c) => {
        const [row] = await c.var.db
          .select({
            ...named,
            key: table.resume_key,
            type: table.resume_type,
          })
          .from(table)
          .where(eq(table.id, idOf(c, missing)))
        const { key, type, ...person } = orNotFound(row, missing)
        c.set('auditTarget', person)
        const file = key && (await c.var.store.open(key))
        if (!file || !type) throw new Problem(404, 'This application has no resume')
        return c.body(file.body, 200, fileHeaders(file.size, { ...person, type }))
      },
    ),
  )

  .get(
    '/:id/answers/:question_id/file',
    route(
      {
        summary: 'Download a file that answers a question',
        access,
        answers: { 200: receivedFile, 404: 'refused' },
        audit: 'answer_file.downloaded',
      },
      async (c) => {
        const id = idOf(c, missing)
        const question_id = answeredQuestion(answerName(c.req.param('question_id') ?? '')) ?? 0
        const [row] = await c.var.db
          .select({
            ...named,
            answers: table.answers,
            key: answerFiles.key,
            type: answerFiles.type,
          })
          .from(answerFiles)
          .innerJoin(table, eq(table.id, answerFiles.application_id))
          .where(and(eq(table.id, id), eq(answerFiles.question_id, question_id)))
        const noFile = 'This application has no such file'
        const { key, type, answers, ...person } = orNotFound(row, noFile)
        c.set('auditTarget', person)
        const file = orNotFound(await c.var.store.open(key), noFile)
        const { label } = answers.find((answer) => answer.question_id === question_id) ?? {}
        return c.body(file.body, 200, fileHeaders(file.size, { ...person, type, label }))
      },
    ),
  )
