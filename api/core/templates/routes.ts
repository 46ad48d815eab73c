import { and, eq, exists, ne, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { byName } from '#db/folded-name.ts'
import { templates as table, touched } from '#db/schema.ts'
import { columnsOf } from '../http/columns.ts'
import { paging } from '../http/contract/paging.ts'
import { conflictWith } from '../http/contract/problem-row.ts'
import { pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { idOf, orNotFound, stale } from '../http/rows.ts'
import { checkedText } from '../letters/decision-email.ts'
import type { Env } from '../route/context.ts'
import { type Access, canWriteTexts, route } from '../route/route.ts'
import { automatic } from './automatic-routes.ts'
import { templateRow } from './contract/row.ts'
import { newTemplate, templateChange } from './contract.ts'
import { translationsOfTemplate } from './template-for.ts'

const missing = 'Template not found'
const readers: Access = {
  kind: 'can',
  anyOf: ['review_applications', 'manage_jobs', 'manage_settings'],
  // What they write to candidates with.
  members: 'of any job',
}
const writers = canWriteTexts
const readOnly = ['id', 'translations', 'created_at']
const limitKb = 512
const takesOver = 'A template that told of the same decision before no longer does.'

const columns = { ...columnsOf(table, templateRow), translations: translationsOfTemplate }

const load = async (db: Db, id: number) =>
  (await db.select(columns).from(table).where(eq(table.id, id)))[0]

/** Takes the decision from the template that has it. */
const freeStatus = (db: Db, status: ApplicationStatus | null | undefined, own = sql`0`) =>
  db
    .update(table)
    .set({ status: null, updated_at: touched(table.updated_at) })
    .where(and(status ? eq(table.status, status) : sql`0`, ne(table.id, own)))

function refuseTakenName(error: unknown): never {
  // SQLite names no column of an index on an expression.
  if (isUniqueViolation(error))
    throw Problem.field(409, 'name', 'Another template has this name already')
  throw error
}

export const templates = new Hono<Env>()

  // Before `/:id`, which would take its path.
  .route('/automatic', automatic)

  .get(
    '/',
    route(
      {
        summary: 'List templates',
        description: 'Emails to candidates, by name.',
        access: readers,
        query: paging,
        answers: { 200: templateRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const rows = pageOf(c, db.$count(table), async (limit, offset) =>
          (await db.select(columns).from(table).orderBy(table.id))
            .sort(byName)
            .slice(offset, offset + limit),
        )
        return c.json(await rows)
      },
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read a template',
        access: readers,
        answers: { 200: templateRow, 404: 'refused' },
      },
      async (c) => c.json(orNotFound(await load(c.var.db, idOf(c, missing)), missing)),
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a template',
        description: takesOver,
        access: writers,
        json: {
          schema: newTemplate,
          example: {
            name: 'Interview',
            subject: 'Hello {first_name}',
            body: '<p>Dear {first_name}</p>',
          },
          readOnly: [...readOnly, 'updated_at'],
          limitKb,
        },
        answers: { 201: templateRow, 409: 'refused' },
        audit: 'template.created',
      },
      async (c) => {
        const { db } = c.var
        const given = c.req.valid('json')
        const values = { ...given, ...checkedText(given) }
        const [, [row]] = await db
          .batch([freeStatus(db, given.status), db.insert(table).values(values).returning(columns)])
          .catch(refuseTakenName)
        const template = orNotFound(row, missing)
        c.set('auditTarget', { id: template.id, subject: template.name })
        return c.json(template, 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a template',
        description: takesOver,
        access: writers,
        json: { schema: templateChange, example: { status: 'rejected' }, readOnly, limitKb },
        answers: { 200: templateRow, 404: 'refused', 409: conflictWith(templateRow) },
        audit: 'template.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { updated_at, ...given } = c.req.valid('json')
        const before = orNotFound(await load(db, id), missing)
        if (updated_at && updated_at !== before.updated_at) throw stale(before)
        const { subject, body } = checkedText({ ...before, ...given })
        const change = {
          ...given,
          ...(given.subject !== undefined && { subject }),
          ...(given.body !== undefined && { body }),
        }
        const unmoved = and(
          eq(table.id, id),
          updated_at ? eq(table.updated_at, updated_at) : undefined,
        )
        const isUnmoved = exists(db.select({ id: table.id }).from(table).where(unmoved))
        const [, changed] = await db
          .batch([
            freeStatus(db, given.status, sql`iif(${isUnmoved}, ${id}, ${table.id})`),
            db
              .update(table)
              .set({ ...change, updated_at: touched(table.updated_at) })
              .where(unmoved)
              .returning({ id: table.id }),
          ])
          .catch(refuseTakenName)
        const template = orNotFound(await load(db, id), missing)
        if (!changed.length) throw stale(template)
        c.set('auditTarget', { id, subject: template.name })
        return c.json(template)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a template',
        access: writers,
        answers: { 204: null, 404: 'refused' },
        audit: 'template.deleted',
      },
      async (c) => {
        const deleted = await c.var.db
          .delete(table)
          .where(eq(table.id, idOf(c, missing)))
          .returning({ id: table.id, subject: table.name })
        c.set('auditTarget', orNotFound(deleted[0], missing))
        return c.body(null, 204)
      },
    ),
  )
