import { and, asc, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { columnsOf } from '#api/core/http/columns.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, canReview, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { applications, applicationTags, tags as table, touched } from '#db/schema.ts'
import { tagRow } from './contract/row.ts'
import { maxTags, merge, newTag, tagChange } from './contract.ts'
import { nameKey } from './tagged.ts'

const missing = 'Tag not found'
const writers = can('review_applications')
const readOnly = ['id', 'created_at', 'application_count']
const example = { name: 'Speaks Danish', color: 'blue' as const }

/** Members of hiring teams count their applications only. */
function columnsFor(c: Context<Env>) {
  const reviewed = reviewedBy(signedInUser(c))
  const of = sql`${applicationTags.tag_id} = tags.id`
  // Once for all tags, from the applications of their jobs: most that have a tag are of others.
  const count = reviewed
    ? sql<number>`(
        with counted as materialized (
          select tag_id, count(*) as count from ${applications} indexed by applications_job_status
          cross join ${applicationTags} on ${applicationTags.application_id} = ${applications.id}
          where ${reviewed} group by tag_id)
        select coalesce(sum(count), 0) from counted where counted.tag_id = tags.id)`
    : sql<number>`(select count(*) from ${applicationTags} where ${of})`
  return { ...columnsOf(table, tagRow), application_count: count.as('application_count') }
}

const load = async (c: Context<Env>, id: number) =>
  orNotFound((await c.var.db.select(columnsFor(c)).from(table).where(eq(table.id, id)))[0], missing)

function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error, 'tags.folded_name'))
    throw Problem.field(409, 'name', 'Another tag has this name already')
  throw error
}

/** Batch statements: what has the tag has `into` instead, if that exists. */
const mergeInto = (db: Db, id: number, into: number) =>
  [
    db.run(sql`
      insert or ignore into ${applicationTags} (application_id, tag_id)
      select application_id, ${into} from ${applicationTags}
      where tag_id = ${id} and exists (select 1 from ${table} where id = ${into})`),
    db
      .delete(table)
      .where(and(eq(table.id, id), sql`exists (select 1 from ${table} where id = ${into})`))
      .returning({ name: table.name }),
  ] as const

export const tags = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List tags',
        description: 'Labels for applications, by name.',
        access: canReview('of any job'),
        answers: { 200: tagRow.array() },
      },
      async (c) =>
        c.json(await c.var.db.select(columnsFor(c)).from(table).orderBy(asc(table.folded_name))),
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a tag',
        access: writers,
        json: { schema: newTag, example, readOnly: [...readOnly, 'updated_at'] },
        answers: { 201: tagRow, 409: 'refused' },
        audit: 'tag.created',
      },
      async (c) => {
        const { db } = c.var
        const { name, color } = c.req.valid('json')
        const [created] = await db
          .all<{ id: number }>(
            sql`insert into ${table} (name, folded_name, color)
              select ${name}, ${nameKey(name)}, ${color}
              where (select count(*) from ${table}) < ${maxTags} returning id`,
          )
          .catch(refuseTakenName)
        if (!created)
          throw new Problem(409, `At most ${maxTags} tags. Merge or delete some to make room.`)
        c.set('auditTarget', { id: created.id, subject: name })
        return c.json(await load(c, created.id), 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a tag',
        access: writers,
        json: { schema: tagChange, example: { name: 'Danish' }, readOnly },
        answers: { 200: tagRow, 404: 'refused', 409: conflictWith(tagRow) },
        audit: 'tag.changed',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { updated_at, ...change } = c.req.valid('json')
        const changed = await db
          .update(table)
          .set({
            ...change,
            ...(change.name !== undefined && { folded_name: nameKey(change.name) }),
            updated_at: touched(table.updated_at),
          })
          .where(and(eq(table.id, id), updated_at ? eq(table.updated_at, updated_at) : undefined))
          .returning({ id: table.id })
          .catch(refuseTakenName)
        const tag = await load(c, id)
        if (!changed.length) throw stale(tag)
        c.set('auditTarget', { id, subject: tag.name })
        return c.json(tag)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a tag',
        description: 'The applications stay, without it.',
        access: writers,
        answers: { 204: null, 404: 'refused' },
        audit: 'tag.deleted',
      },
      async (c) => {
        const id = idOf(c, missing)
        const [removed] = await c.var.db
          .delete(table)
          .where(eq(table.id, id))
          .returning({ name: table.name })
        c.set('auditTarget', { id, subject: orNotFound(removed, missing).name })
        return c.body(null, 204)
      },
    ),
  )

  .post(
    '/:id/merge',
    route(
      {
        summary: 'Merge a tag into another',
        description: 'Its applications get the other one, which is answered; then it is deleted.',
        access: writers,
        json: { schema: merge, example: { into: 2 } },
        answers: { 200: tagRow, 404: 'refused' },
        audit: 'tag.merged',
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { into } = c.req.valid('json')
        await load(c, id)
        if (into === id) throw Problem.field(400, 'into', 'Choose another tag to merge it into')
        const [other] = await db.select({ name: table.name }).from(table).where(eq(table.id, into))
        if (!other) throw Problem.field(400, 'into', 'This tag no longer exists')
        const [, [removed]] = await db.batch(mergeInto(db, id, into))
        c.set('auditTarget', { id, subject: orNotFound(removed, missing).name })
        c.set('auditDetail', { into: other.name })
        return c.json(await load(c, into))
      },
    ),
  )
