import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { columnsOf } from '#api/core/http/columns.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { mentionMail, queueMention } from '#api/core/letters/mention-mail.ts'
import { reviewedBy, reviews } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { applications, jobs, comments as table, touched, users } from '#db/schema.ts'
import { formJobId } from '../applications/contract.ts'
import { notOnHold, onHold } from '../applications/hold.ts'
import { commentRow, reviewerRow } from './contract/row.ts'
import { commentChange, mentionedIn, newComment } from './contract.ts'

const missing = 'Comment not found'
const noApplication = 'Application not found'
const access = canReview('of the application')
const columns = columnsOf(table, commentRow)

const jobOf = (application: number) =>
  sql`(select job_id from ${applications} where id = ${application})`

const colleagues = (db: Db, job: SQL | number | undefined) =>
  db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      is_reviewer: reviews(job ?? 0),
    })
    .from(users)
    .where(eq(users.is_active, true))
    .orderBy(users.first_name, users.last_name)

/** The colleagues whom the text mentions. Throws 400 when one of them may not read applications. */
async function mentioned(db: Db, text: string, application: number) {
  if (!text.includes('@')) return []
  const found = mentionedIn(text, await colleagues(db, jobOf(application)))
  const reviewers = found.filter(({ is_reviewer }) => is_reviewer)
  // Of two people with one name, the reviewer is meant.
  const outsider = found.find(
    (one) => !reviewers.some((other) => fullName(other) === fullName(one)),
  )
  if (outsider)
    throw Problem.field(
      400,
      'text',
      `${fullName(outsider)} can’t read applications for this job. Leave out the @, or ask an admin to give them access.`,
    )
  return reviewers
}

/** The mails to those who are newly mentioned; nobody mails themselves. */
async function mailsTo(
  c: Context<Env>,
  application_id: number,
  text: string,
  people: Awaited<ReturnType<typeof mentioned>>,
) {
  const { db, mailFrom: from } = c.var
  const by = signedInUser(c)
  const others = people.filter(({ id }) => id !== by.id)
  if (!others.length) return []
  const site = await readSiteSettings(db)
  const [about] = await db
    .select({
      id: applications.id,
      first_name: applications.first_name,
      last_name: applications.last_name,
      job_title: jobs.title,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .where(eq(applications.id, application_id))
  const frame = { site: site.site_name, base: mailBase(c.var, site), from }
  const what = { by, text, about: orNotFound(about, noApplication) }
  return others.map((to) => mentionMail(to, what, frame))
}

const commentOf = (c: Context<Env>) => {
  const id = Number(/^[1-9]\d{0,14}$/.exec(c.req.param('comment_id') ?? '')?.[0] ?? 0)
  return and(eq(table.id, id), eq(table.application_id, idOf(c, missing)))
}

function personOf(db: Db, id: number) {
  const { first_name, last_name } = applications
  return db
    .select({ id: applications.id, first_name, last_name })
    .from(applications)
    .where(eq(applications.id, id))
}

/** The audit trail names the candidate. */
async function setTarget(c: Context<Env>, id: number) {
  const [person] = await personOf(c.var.db, id)
  if (person) c.set('auditTarget', person)
}

/** Why nothing was written: no such comment, someone else's, a legal hold, or it has changed. */
async function refuse(c: Context<Env>, verb: string): Promise<never> {
  const [row] = await c.var.db.select(columns).from(table).where(commentOf(c))
  const comment = orNotFound(row, missing)
  if (comment.author_id !== signedInUser(c).id)
    throw new Problem(403, `Only the author can ${verb} a comment`)
  const { application_id: id } = comment
  if (!(await c.var.db.$count(applications, notOnHold(sql`${id}`))))
    throw onHold(`you can't ${verb} its comments, only add to them`)
  throw stale(comment)
}

export const comments = new Hono<Env>()

  .get(
    '/reviewers',
    route(
      {
        summary: 'List who can be mentioned in a comment',
        description: 'With `application_id` also the hiring team of its job.',
        access: canReview('of any job'),
        scope: 'applications:read',
        query: { application_id: formJobId('Must be an application id').optional() },
        answers: { 200: reviewerRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const { application_id = 0 } = c.req.valid('query')
        const [about] = await db
          .select({ job_id: applications.job_id })
          .from(applications)
          .where(and(eq(applications.id, application_id), reviewedBy(signedInUser(c))))
        const rows = await colleagues(db, about?.job_id)
        return c.json(
          rows.flatMap(({ is_reviewer, email: _, ...row }) => (is_reviewer ? [row] : [])),
        )
      },
    ),
  )

  .post(
    '/:id/comments',
    route(
      {
        summary: 'Comment on an application',
        access,
        scope: 'applications:write',
        json: { schema: newComment, example: { text: 'Ask @Ada Admin.' } },
        answers: { 201: commentRow, 404: 'refused' },
        audit: 'comment.created',
        repeats: true,
      },
      async (c) => {
        const { db } = c.var
        const application_id = idOf(c, noApplication)
        const { text } = c.req.valid('json')
        const author = signedInUser(c)
        const people = await mentioned(db, text, application_id)
        const mails = await mailsTo(c, application_id, text, people)
        const mentions = JSON.stringify(people.map(({ id }) => id))
        const [[row], [comment], [person]] = await db.batch([
          db.all<{ id: number }>(sql`
            insert into ${table} (application_id, author_id, author_name, text, mentions)
            select id, ${author.id}, ${fullName(author)}, ${text}, ${mentions}
            from ${applications} where id = ${application_id} returning id`),
          db.select(columns).from(table).where(sql`${table.id} = last_insert_rowid()`),
          personOf(db, application_id),
          ...mails.map((mail) => queueMention(db, mail)),
        ])
        orNotFound(row, noApplication)
        if (person) c.set('auditTarget', person)
        return c.json(orNotFound(comment, missing), 201)
      },
    ),
  )

  .put(
    '/:id/comments/:comment_id',
    route(
      {
        summary: 'Change one’s own comment',
        description: 'Mails only those who were not mentioned before.',
        access,
        scope: 'applications:write',
        json: { schema: commentChange, example: { text: 'Ask him.' } },
        answers: { 200: commentRow, 403: 'refused', 404: 'refused', 409: conflictWith(commentRow) },
        audit: 'comment.changed',
      },
      async (c) => {
        const { db } = c.var
        const [before] = await db.select(columns).from(table).where(commentOf(c))
        const { application_id, mentions, text: written } = orNotFound(before, missing)
        const { text = written, updated_at } = c.req.valid('json')
        const people = await mentioned(db, text, application_id)
        const added = people.filter((person) => !mentions.includes(person.id))
        const mails = await mailsTo(c, application_id, text, added)
        const [[changed]] = await db.batch([
          db
            .update(table)
            .set({
              text,
              mentions: people.map((person) => person.id),
              updated_at: touched(table.updated_at),
            })
            .where(
              and(
                commentOf(c),
                eq(table.author_id, signedInUser(c).id),
                notOnHold(sql`${table.application_id}`),
                updated_at ? eq(table.updated_at, updated_at) : undefined,
              ),
            )
            .returning(columns),
          ...mails.map((mail) => queueMention(db, mail)),
        ])
        if (!changed) return refuse(c, 'change')
        await setTarget(c, application_id)
        return c.json(changed)
      },
    ),
  )

  .delete(
    '/:id/comments/:comment_id',
    route(
      {
        summary: 'Delete one’s own comment',
        access,
        scope: 'applications:write',
        answers: { 204: null, 403: 'refused', 404: 'refused', 409: 'refused' },
        audit: 'comment.deleted',
      },
      async (c) => {
        const [gone] = await c.var.db
          .delete(table)
          .where(
            and(
              commentOf(c),
              eq(table.author_id, signedInUser(c).id),
              notOnHold(sql`${table.application_id}`),
            ),
          )
          .returning({ application_id: table.application_id })
        if (!gone) return refuse(c, 'delete')
        await setTarget(c, gone.application_id)
        return c.body(null, 204)
      },
    ),
  )
