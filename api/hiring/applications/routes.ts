import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { z } from 'zod'
import { may, reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { erasedApplicant } from '#api/core/audit/about-applications.ts'
import { readResponseDates } from '#api/core/calendar/due-days.ts'
import { fileHeaders, receivedFile, resumeContentTypes } from '#api/core/files/received-file.ts'
import { maxCounted } from '#api/core/http/contract/max-counted.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { announceCap, jsonRows, pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, canReview, route } from '#api/core/route/route.ts'
import { openReceived } from '#api/core/virus-scan/received-files.ts'
import { answerFiles, applications as table } from '#db/schema.ts'
import { stepCountRow } from '../hiring-steps/contract/row.ts'
import { answeredQuestion, answerName } from './contract/answers.ts'
import {
  applicationRow,
  applicationStats,
  applicationVersion,
  formerOptionRow,
  listedApplicationRow,
} from './contract/row.ts'
import { applicationFilter, applicationSort, formJobId, prefetch } from './contract.ts'
import { countApplications, countsByStatus, countsByStep } from './counts.ts'
import { filterOf } from './filter.ts'
import { formerOptions, maxFormerOptions } from './former-options.ts'
import { onHold } from './hold.ts'
import { listApplications } from './list.ts'
import { isSimple } from './matching.ts'
import { remove } from './remove.ts'
import { load, missing } from './rows.ts'
import { versionOf } from './version.ts'

const ofAny = canReview('of any job')
const ofApplication = canReview('of the application')
const named = { id: table.id, first_name: table.first_name, last_name: table.last_name }

const { status: _, ...otherFilters } = applicationFilter

const resumeFile = receivedFile(resumeContentTypes)

export const applications = new Hono<Env>()

  .get(
    '/stats',
    route(
      {
        summary: 'Count applications by status',
        description: `The filters are those of the list. With X-Total-Count-Capped: true there are more than ${maxCounted}, and each count is at least that high.`,
        access: ofAny,
        scope: 'applications:read',
        query: otherFilters,
        mayBeCapped: true,
        answers: { 200: applicationStats },
      },
      async (c) => {
        const stats = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }
        const filter = await filterOf(c, c.req.valid('query'))
        const { counts, isCapped } = await countsByStatus(c.var.db, filter)
        for (const { status, count } of counts) stats[status] = count
        if (isCapped) announceCap(c)
        return c.json(stats)
      },
    ),
  )

  .get(
    '/steps',
    route(
      {
        summary: 'Count applications by step',
        description: `The filters are those of the list. Steps without applications are left out. With X-Total-Count-Capped: true there are more than ${maxCounted}: each count is at least that high, and no step with applications is left out.`,
        access: ofAny,
        scope: 'applications:read',
        query: applicationFilter,
        mayBeCapped: true,
        answers: { 200: stepCountRow.array() },
      },
      async (c) => {
        const filter = await filterOf(c, c.req.valid('query'))
        const { rows, isCapped } = await countsByStep(c.var.db, filter)
        if (isCapped) announceCap(c)
        return c.json(rows)
      },
    ),
  )

  .get(
    '/former-options',
    route(
      {
        summary: 'List answers to the questions of a job that are no longer offered',
        description: `What applications chose before an option was renamed or removed, to filter by; at most ${maxFormerOptions} of each question.`,
        access: ofAny,
        scope: 'applications:read',
        query: { job_id: formJobId('Choose a job') },
        answers: { 200: formerOptionRow.array() },
      },
      async (c) => {
        const { job_id } = c.req.valid('query')
        const isTheirs = may(signedInUser(c), 'review_applications', job_id)
        return c.json(isTheirs ? await formerOptions(c.var.db, job_id) : [])
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
        access: ofAny,
        scope: 'applications:read',
        query: { ...paging, ...applicationFilter, sort: applicationSort },
        answers: { 200: listedApplicationRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const { sort, ...query } = c.req.valid('query')
        const filter = await filterOf(c, query)
        const me = signedInUser(c)
        const marks = { reader: me.id, others: reviewedJobs(me) }
        const dates = await readResponseDates(db)
        const rows = pageOf(
          c,
          countApplications(db, filter, query),
          (limit, offset, total) =>
            listApplications(db, filter, { sort, limit, offset, ...marks, ...dates }, total),
          { needsTotal: !isSimple(filter) },
        )
        return jsonRows<z.infer<typeof listedApplicationRow>>(c, await rows)
      },
    ),
  )

  .get(
    '/:id/version',
    route(
      {
        summary: 'Read whether an application has changed',
        description:
          'Cheap to ask every few seconds: with the application, its messages, comments, evaluations, interviews, emails and requested files. Marks nothing as read.',
        access: ofApplication,
        scope: 'applications:read',
        answers: { 200: applicationVersion, 404: 'refused' },
      },
      async (c) => {
        const version = orNotFound(await versionOf(c.var.db, idOf(c, missing)), missing)
        return c.json({ version })
      },
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read an application',
        description: 'Marks it as read by the caller, unless that is an API token.',
        access: ofApplication,
        scope: 'applications:read',
        query: { prefetch },
        answers: { 200: applicationRow, 404: 'refused' },
      },
      async (c) => {
        const marksRead =
          c.req.method === 'GET' && !c.req.valid('query').prefetch && !c.var.apiToken
        return c.json(orNotFound(await load(c, idOf(c, missing), { marksRead }), missing))
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete an application',
        description: 'The resume and the files of its answers go with it.',
        access: can('review_applications'),
        scope: 'applications:write',
        answers: { 204: null, 404: 'refused', 409: 'refused' },
        audit: 'application.deleted',
      },
      async (c) => {
        const which = eq(table.id, idOf(c, missing))
        const [removed] = await remove(c.var, which, { cause: 'staff' })
        if (!removed && (await c.var.db.$count(table, which))) throw onHold('it cannot be deleted')
        const { id } = orNotFound(removed, missing)
        c.set('auditTarget', { id, subject: erasedApplicant })
        return c.body(null, 204)
      },
    ),
  )

  .get(
    '/:id/resume',
    route(
      {
        summary: 'Download a resume',
        access: ofApplication,
        scope: 'applications:read',
        answers: { 200: resumeFile, 404: 'refused', 410: 'refused', 423: 'refused' },
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
        const file = key && (await openReceived(c.var, key))
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
        access: ofApplication,
        scope: 'applications:read',
        answers: { 200: resumeFile, 404: 'refused', 410: 'refused', 423: 'refused' },
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
        const file = orNotFound(await openReceived(c.var, key), noFile)
        const { label } = answers.find((response) => response.question_id === question_id) ?? {}
        return c.body(file.body, 200, fileHeaders(file.size, { ...person, type, label }))
      },
    ),
  )
