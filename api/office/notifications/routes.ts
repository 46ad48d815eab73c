import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { daysOfNotice } from '#api/accounts/tokens/contract/scopes.ts'
import { excerpt } from '#api/core/http/contract/excerpt.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { noMailServer } from '#api/core/mail/contract.ts'
import { jobOfFound, reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { route, signedIn } from '#api/core/route/route.ts'
import { siteTimeZone } from '#api/core/site-settings/today.ts'
import { isUnreadBy } from '#api/hiring/applications/read-marks.ts'
import type { Db } from '#db/client.ts'
import {
  apiTokens,
  applications,
  comments,
  interviewPeople,
  interviews,
  jobs,
  messages,
  now,
  outbox,
  users,
} from '#db/schema.ts'
import { type Notification, notificationList } from './contract/row.ts'
import { readQuery } from './contract.ts'

const maxListed = 50
const maxAge = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')`
/** Read at most, to find those for one person. */
const maxSearched = 1000

type Me = Parameters<typeof reviewedBy>[0] & { id: number }
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
      and(
        sql`${comments.author_id} is not ${me.id}
          and ${me.id} in (select value from json_each(${comments.mentions}))`,
        reviewedBy(me, jobOfFound),
      ),
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
    .where(and(sql`${applications.created_at} > ${maxAge}`, reviewedBy(me)))
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
    .where(isUnreadBy(me.id, recent.id))
    .orderBy(desc(recent.at), desc(recent.id))
    .limit(maxListed)
  return rows.map(({ first_name, last_name, ...row }) => ({
    kind: 'application',
    ...row,
    applicant: fullName({ first_name, last_name }),
  }))
}

/** The last message of each candidate whose messages no reviewer has opened. */
async function unreadMessages(db: Db, me: Me): Promise<Found[]> {
  const recent = sql`(select max(id) as id from (
    select messages.id, messages.application_id from messages indexed by messages_unread
      cross join applications indexed by applications_by_id
        on applications.id = messages.application_id
    where author_name is null and read_at is null and messages.created_at > ${maxAge}
      and ${reviewedBy(me) ?? sql`1`}
    order by messages.created_at desc, messages.id desc limit ${maxSearched})
    group by application_id)`
  const rows = await db
    .select({
      id: messages.id,
      at: messages.created_at,
      application_id: messages.application_id,
      first_name: applications.first_name,
      last_name: applications.last_name,
      text: messages.text,
    })
    .from(messages)
    .innerJoin(applications, eq(applications.id, messages.application_id))
    .where(sql`${messages.id} in ${recent}`)
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(maxListed)
  return rows.map(({ first_name, last_name, text, ...row }) => ({
    kind: 'message',
    ...row,
    applicant: fullName({ first_name, last_name }),
    text: excerpt(text.replace(/\s+/g, ' '), 200),
  }))
}

/** What candidates answered to those who proposed an interview or take part in it. */
async function interviewAnswers(db: Db, me: Me): Promise<Found[]> {
  const recent = db
    .select({ id: interviews.id, at: interviews.answered_at })
    .from(interviews)
    .where(sql`${interviews.answered_at} > ${maxAge}`)
    .orderBy(desc(interviews.answered_at), desc(interviews.id))
    .limit(maxSearched)
    .as('recent')
  const rows = await db
    .select({
      id: interviews.id,
      at: sql<string>`${interviews.answered_at}`,
      application_id: interviews.application_id,
      first_name: applications.first_name,
      last_name: applications.last_name,
      job_title: jobs.title,
      is_declined: sql`${interviews.state} = 'declined'`.mapWith(Boolean),
      time: interviews.time,
      reply: interviews.reply,
    })
    .from(recent)
    .innerJoin(interviews, eq(interviews.id, recent.id))
    .innerJoin(applications, eq(applications.id, interviews.application_id))
    .innerJoin(jobs, eq(jobs.id, applications.job_id))
    .where(
      and(
        sql`${interviews.state} in ('booked', 'declined')
          and (${interviews.proposed_by} = ${me.id} or exists (
            select 1 from ${interviewPeople}
            where interview_id = ${interviews.id} and user_id = ${me.id}))`,
        reviewedBy(me, jobOfFound),
      ),
    )
    .orderBy(desc(recent.at), desc(recent.id))
    .limit(maxListed)
  if (!rows.length) return []
  const time_zone = await siteTimeZone(db)
  return rows.map(({ first_name, last_name, reply, ...row }) => ({
    kind: 'interview',
    ...row,
    time_zone,
    applicant: fullName({ first_name, last_name }),
    reply: reply && excerpt(reply.replace(/\s+/g, ' '), 200),
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
    .where(
      and(
        isNotNull(outbox.failed_at),
        sql`${outbox.failed_at} > ${maxAge}`,
        // Saved as a file: nothing failed.
        sql`${outbox.last_error} is not ${noMailServer}`,
      ),
    )
    .orderBy(desc(outbox.failed_at), desc(outbox.id))
    .limit(maxListed)
  return rows.map((row) => ({ kind: 'email', ...row }))
}

/** The person's API tokens whose end is near, or has just passed; none that was made for less. */
async function expiringTokens(db: Db, me: Me): Promise<Found[]> {
  const at = sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${apiTokens.expires_at}, ${`-${daysOfNotice} days`})`
  const rows = await db
    .select({ id: apiTokens.id, at, name: apiTokens.name, expires_at: apiTokens.expires_at })
    .from(apiTokens)
    .where(
      sql`${apiTokens.user_id} = ${me.id} and ${at} between ${maxAge} and ${now}
        and ${apiTokens.created_at} < ${at}`,
    )
    .orderBy(desc(apiTokens.expires_at), desc(apiTokens.id))
    .limit(maxListed)
  return rows.map((row) => ({ kind: 'token', ...row }))
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
        const reviews = may(me, 'review_applications', 'any')
        const found = await Promise.all([
          reviews ? mentionsOf(db, me) : [],
          reviews ? newApplications(db, me) : [],
          reviews ? unreadMessages(db, me) : [],
          reviews ? interviewAnswers(db, me) : [],
          may(me, 'admin') ? failedEmails(db) : [],
          expiringTokens(db, me),
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
