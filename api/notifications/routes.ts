import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { applicationReads, applications, comments, jobs, now, outbox, users } from '#db/schema.ts'
import { may } from '../auth/contract/access.ts'
import { type Env, signedInUser } from '../context.ts'
import { excerpt } from '../http/contract/excerpt.ts'
import { fullName } from '../http/contract/text.ts'
import { route, signedIn } from '../route.ts'
import { type Notification, notificationList } from './contract/row.ts'
import { readQuery } from './contract.ts'

const maxListed = 50
const maxAge = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`
/** Read at most, to find those for one person. */
const maxSearched = 1000

type Me = { id: number; applications_read_to: number }
type Found = Notification extends infer One
  ? One extends unknown
    ? Omit<One, 'is_unread'>
    : never
  : never

async function mentionsOf(db: Db, me: Me): Promise<Found[]> {
  const recent = db
    .select({ id: comments.id, at: comments.updated_at })
    .from(comments)
    .where(sql`${comments.mentions} <> '[]' and ${comments.updated_at} > ${maxAge}`)
    .orderBy(desc(comments.updated_at), desc(comments.id))
    .limit(maxSearched)
    .as('recent')
  const rows = await db
    .select({
      id: comments.id,
      // An edit can add a mention.
      at: comments.updated_at,
      application_id: comments.application_id,
      first_name: applications.first_name,
      last_name: applications.last_name,
      by: comments.author_name,
      text: comments.text,
    })
    .from(recent)
    .innerJoin(comments, eq(comments.id, recent.id))
    .innerJoin(applications, eq(applications.id, comments.application_id))
    .where(
      sql`${comments.author_id} is not ${me.id}
        and ${me.id} in (select value from json_each(${comments.mentions}))`,
    )
    .orderBy(desc(recent.at), desc(recent.id))
    .limit(maxListed)
  return rows.map(({ first_name, last_name, text, ...row }) => ({
    kind: 'mention',
    ...row,
    applicant: fullName({ first_name, last_name }),
    text: excerpt(text.replace(/\s+/g, ' '), 200),
  }))
}

async function newApplications(db: Db, me: Me): Promise<Found[]> {
  const recent = db
    .select({ id: applications.id, at: applications.created_at })
    .from(applications)
    .where(sql`${applications.created_at} > ${maxAge}`)
    .orderBy(desc(applications.created_at), desc(applications.id))
    .limit(maxSearched)
    .as('recent')
  const rows = await db
    .select({
      id: applications.id,
      at: applications.created_at,
      first_name: applications.first_name,
      last_name: applications.last_name,
      job_title: jobs.title,
    })
    .from(recent)
    .innerJoin(applications, eq(applications.id, recent.id))
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .where(
      sql`${recent.id} > ${me.applications_read_to} and not exists (
        select 1 from ${applicationReads}
        where ${applicationReads.user_id} = ${me.id}
          and ${applicationReads.application_id} = ${recent.id})`,
    )
    .orderBy(desc(recent.at), desc(recent.id))
    .limit(maxListed)
  return rows.map(({ first_name, last_name, ...row }) => ({
    kind: 'application',
    ...row,
    applicant: fullName({ first_name, last_name }),
  }))
}

async function failedEmails(db: Db): Promise<Found[]> {
  const rows = await db
    .select({
      id: outbox.id,
      at: sql<string>`${outbox.failed_at}`,
      to_address: outbox.to_address,
      subject: outbox.subject,
    })
    .from(outbox)
    .where(and(isNotNull(outbox.failed_at), sql`${outbox.failed_at} > ${maxAge}`))
    .orderBy(desc(outbox.failed_at), desc(outbox.id))
    .limit(maxListed)
  return rows.map((row) => ({ kind: 'email', ...row }))
}

export const notifications = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List what concerns you',
        access: signedIn,
        answers: { 200: notificationList },
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const reviews = may(me, 'review_applications')
        const found = await Promise.all([
          reviews ? mentionsOf(db, me) : [],
          reviews ? newApplications(db, me) : [],
          may(me, 'admin') ? failedEmails(db) : [],
        ])
        const readTo = me.notifications_read_to ?? me.created_at
        const latest = found
          .flat()
          .sort((a, b) => (a.at < b.at ? 1 : -1))
          .slice(0, maxListed)
          .map((one) => ({ ...one, is_unread: one.at > readTo }))
        const unread = latest.filter(({ is_unread }) => is_unread).length
        return c.json({ unread, notifications: latest })
      },
    ),
  )

  .post(
    '/read',
    route(
      {
        summary: 'Mark your notifications as read',
        access: signedIn,
        query: readQuery,
        answers: { 204: null },
      },
      async (c) => {
        const { until } = c.req.valid('query')
        const to = until ? sql`min(${new Date(until).toISOString()}, ${now})` : now
        await c.var.db
          .update(users)
          .set({
            notifications_read_to: sql`max(coalesce(${users.notifications_read_to}, ''), ${to})`,
          })
          .where(eq(users.id, signedInUser(c).id))
        return c.body(null, 204)
      },
    ),
  )
