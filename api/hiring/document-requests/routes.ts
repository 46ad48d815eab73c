import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { documentContentTypes, fileHeaders, receivedFile } from '#api/core/files/received-file.ts'
import { columnsOf } from '#api/core/http/columns.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { checkIdempotencyKey, idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { openReceived } from '#api/core/virus-scan/received-files.ts'
import { longDate } from '#api/core/words/contract/dates.ts'
import { candidateLanguage } from '#api/core/words/contract/names.ts'
import { say } from '#api/core/words/contract/say.ts'
import { type Language, wordsOf } from '#api/core/words/contract.ts'
import { applications, documentRequests as table } from '#db/schema.ts'
import { hasJobEnded } from '../candidate/rows.ts'
import { existing, missing, tooManyMessages, writeAsStaff } from '../messages/from-staff.ts'
import { requestKeyOf } from '../messages/rows.ts'
import { documentRequestRow } from './contract/row.ts'
import { maxOpenRequests, newDocumentRequest } from './contract.ts'

const access = canReview('of the application')
const noRequest = 'Request not found'
/** The latest; all are in the exports. */
const maxShown = 200
const maxDaysAhead = 366

const columns = columnsOf(table, documentRequestRow)

/** What the candidate reads in the conversation. */
function messageOf(name: string, due_on: string | null, language: Language) {
  const { candidate: words, dateLocale } = wordsOf(language)
  if (!due_on) return say(words.documentAsked, { name }, language)
  const due = longDate(new Date(`${due_on}T00:00:00Z`), dateLocale)
  return say(words.documentAskedBy, { name, due }, language)
}

/** SQL: the candidate has fewer than the most open requests. */
const hasRoom = sql`(select count(*) from ${table}
  where ${table.application_id} = ${applications.id} and ${table.key} is null) < ${maxOpenRequests}`

async function refuse({ var: { db } }: Context<Env>, id: number) {
  const [found] = await db
    .select({
      withdrawn_at: applications.withdrawn_at,
      has_ended: hasJobEnded.mapWith(Boolean),
    })
    .from(applications)
    .where(eq(applications.id, id))
  const { withdrawn_at, has_ended } = orNotFound(found, missing)
  if (has_ended) throw new Problem(409, 'This job was deleted, so ask for nothing more')
  if (withdrawn_at)
    throw new Problem(409, 'The candidate has withdrawn this application, so ask for nothing more')
  const open = await db.$count(table, and(eq(table.application_id, id), isNull(table.key)))
  if (open >= maxOpenRequests)
    throw new Problem(
      409,
      `The candidate has ${maxOpenRequests} open requests. Withdraw one, or wait for a file.`,
    )
}

/** Files that the candidate is asked for, and sends on the private page. */
export const documentRequests = new Hono<Env>()

  .get(
    '/:id/document-requests',
    route(
      {
        summary: 'List the files that a candidate was asked for',
        description: 'The latest 200, newest first.',
        access,
        scope: 'applications:read',
        answers: { 200: documentRequestRow.array(), 404: 'refused' },
      },
      async (c) => {
        const { id } = await existing(c.var.db, idOf(c, missing))
        const rows = await c.var.db
          .select(columns)
          .from(table)
          .where(eq(table.application_id, id))
          .orderBy(desc(table.id))
          .limit(maxShown)
        return c.json(rows)
      },
    ),
  )

  .post(
    '/:id/document-requests',
    route(
      {
        summary: 'Ask a candidate for a file',
        description:
          'Sends a message, of which the candidate is told by email. The file is sent on the private page. At most ten are open.',
        access,
        scope: 'applications:write',
        headers: idempotencyKey,
        json: {
          schema: newDocumentRequest,
          example: { name: 'Certificate', kind: 'document', due_on: daysLater(dayIn('UTC'), 14) },
        },
        answers: { 201: documentRequestRow, 404: 'refused', 409: 'refused', 429: 'refused' },
        audit: 'document.requested',
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const header = c.req.header('idempotency-key')
        checkIdempotencyKey(header)
        const id = idOf(c, missing)
        await c.var.limits.email(me.id)
        const { name, kind, due_on = null } = c.req.valid('json')
        const [to, settings] = await Promise.all([
          existing(db, id),
          readSomeSettings(db, 'site_time_zone', 'site_language', 'site_languages'),
        ])
        const today = dayIn(settings.site_time_zone)
        if (due_on && due_on < today)
          throw Problem.field(400, 'due_on', 'Choose today or a later day')
        if (due_on && due_on > daysLater(today, maxDaysAhead))
          throw Problem.field(400, 'due_on', 'Choose a day within a year')
        const text = messageOf(name, due_on, candidateLanguage(settings, to))
        const key = requestKeyOf(`${me.id} ${id} ${kind}`, header, text)
        const written = await writeAsStaff(c, {
          id,
          text,
          key,
          mailed: true,
          condition: sql`${applications.withdrawn_at} is null and not ${hasJobEnded} and ${hasRoom}`,
          after: [
            db.run(sql`
              insert into ${table}
                (application_id, message_id, name, kind, due_on, requested_by, requested_name)
              select application_id, id, ${name}, ${kind}, ${due_on}, author_id, ${fullName(me)}
              from messages where idempotency_key = ${key} and changes() > 0`),
          ],
        })
        if (!written) {
          await refuse(c, id)
          throw tooManyMessages()
        }
        const [row] = await db.select(columns).from(table).where(eq(table.message_id, written.id))
        return c.json(orNotFound(row, noRequest), 201)
      },
    ),
  )

  .delete(
    '/:id/document-requests/:request_id',
    route(
      {
        summary: 'Withdraw a request for a file',
        description: 'While it is open.',
        access,
        scope: 'applications:write',
        answers: { 204: null, 404: 'refused', 409: 'refused' },
        audit: 'document.withdrawn',
      },
      async (c) => {
        const { db } = c.var
        const to = await existing(db, idOf(c, missing))
        const which = and(
          eq(table.id, idOf(c, noRequest, 'request_id')),
          eq(table.application_id, to.id),
        )
        const permitted = reviewedBy(signedInUser(c)) ?? sql`1`
        const removed = await db
          .delete(table)
          .where(
            and(
              which,
              isNull(table.key),
              sql`exists (select 1 from ${applications}
                where ${applications.id} = ${to.id} and ${permitted})`,
            ),
          )
          .returning({ id: table.id })
        if (!removed.length) {
          if (!(await db.$count(table, which))) throw new Problem(404, noRequest)
          throw new Problem(409, 'The candidate has already sent this file')
        }
        c.set('auditTarget', to)
        return c.body(null, 204)
      },
    ),
  )

  .get(
    '/:id/document-requests/:request_id/file',
    route(
      {
        summary: 'Download a file that a candidate was asked for',
        access,
        scope: 'applications:read',
        answers: {
          200: receivedFile(
            documentContentTypes,
            'A document as it was received, or a picture encoded anew, to be saved.',
          ),
          404: 'refused',
          410: 'refused',
          423: 'refused',
        },
        audit: 'document.downloaded',
      },
      async (c) => {
        const noFile = 'This application has no such file'
        const [row] = await c.var.db
          .select({
            id: applications.id,
            first_name: applications.first_name,
            last_name: applications.last_name,
            label: table.name,
            key: table.key,
            type: table.type,
          })
          .from(table)
          .innerJoin(applications, eq(applications.id, table.application_id))
          .where(
            and(eq(applications.id, idOf(c, missing)), eq(table.id, idOf(c, noFile, 'request_id'))),
          )
        const { key, type, label, ...person } = orNotFound(row, noFile)
        c.set('auditTarget', person)
        const file = key && (await openReceived(c.var, key))
        if (!file || !type) throw new Problem(404, noFile)
        return c.body(file.body, 200, fileHeaders(file.size, { ...person, type, label }))
      },
    ),
  )
