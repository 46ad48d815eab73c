import { and, eq, or, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { composer, queue } from '#api/core/letters/candidate-mails.ts'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, canReview, route } from '#api/core/route/route.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import { applications, jobs, now, outbox, jobInvitations as table } from '#db/schema.ts'
import { titleIn } from '../applications/job-title.ts'
import { openJob } from '../applications/submission.ts'
import { invitationRow, sentInvitationRow } from './contract/row.ts'
import { newInvitation } from './contract.ts'
import { endsAt, isOver, readInvitation } from './invitations.ts'

const missing = 'Application not found'

/** Staff invite the person of an application to another job. */
export const jobInvitations = new Hono<Env>().post(
  '/:id/invite',
  route(
    {
      summary: 'Invite a candidate to apply for another job',
      description:
        'Mails a link to the form of the job, filled in with name, address and phone number. It works once, for 30 days, and replaces an earlier one to the same job.',
      access: canReview('of the application'),
      scope: 'applications:write',
      json: { schema: newInvitation, example: { job_id: 3 } },
      answers: { 201: sentInvitationRow, 404: 'refused', 409: 'refused', 429: 'refused' },
      audit: 'application.invited',
    },
    async (c) => {
      const { db } = c.var
      const me = signedInUser(c)
      const id = idOf(c, missing)
      await c.var.limits.email(me.id)
      const { job_id } = c.req.valid('json')
      const [found] = await db
        .select({
          id: applications.id,
          job_id: applications.job_id,
          reference: applications.reference,
          first_name: applications.first_name,
          last_name: applications.last_name,
          language: applications.language,
          withdrawn_at: applications.withdrawn_at,
        })
        .from(applications)
        .where(eq(applications.id, id))
      const to = orNotFound(found, missing)
      if (to.withdrawn_at)
        throw new Problem(
          409,
          `${to.first_name} withdrew this application and takes no further part: nobody is invited who asked to leave. They can apply again on their own.`,
        )
      const job = await openJob(db, job_id, await siteToday(db), readerLanguage())
      if (job_id === to.job_id)
        throw Problem.field(409, 'job_id', 'This application is for that job already')
      // Only reviewers of that job may learn who has applied for it.
      const [other] = await db
        .select({ id: applications.id })
        .from(applications)
        .where(
          and(
            eq(applications.job_id, job_id),
            sql`${applications.mailbox} = (select mailbox from applications one where one.id = ${id})`,
            reviewedBy(me),
          ),
        )
        .limit(1)
      if (other) throw Problem.field(409, 'job_id', 'This person has applied for that job already')
      const compose = await composer(c)
      const job_title = await titleIn(db, to.language, job_id, job.title)
      const mail = compose('jobInvitation', { ...to, job_title })
      const own = sql`${table.application_id} = ${id} and ${table.job_id} = ${job_id}`
      const isQueued = sql`exists (select 1 from ${outbox} where ${outbox.message_id} = ${mail.message_id})`
      const permitted = reviewedBy(me) ?? sql`1`
      const results = await db.batch([
        queue(db, mail, id, {
          condition: sql`${permitted} and ${applications.withdrawn_at} is null and exists (select 1 from ${jobs} where ${jobs.id} = ${job_id} and is_active = 1)`,
        }),
        db.delete(table).where(or(sql`${own} and ${isQueued}`, isOver)),
        db.all<{ expires_at: string }>(sql`
          insert into ${table} (id, application_id, job_id, expires_at, created_at, mail_id)
          select lower(hex(randomblob(32))), ${id}, ${job_id}, ${endsAt(db)}, ${now}, ${outbox.id}
          from ${outbox} where ${outbox.message_id} = ${mail.message_id}
          returning expires_at`),
      ])
      const [sent] = results[2]
      if (!sent) {
        // Closed in the meantime: says so.
        await openJob(db, job_id, await siteToday(db), readerLanguage())
        throw new Problem(
          429,
          'This candidate has had as many automatic emails as they may get within 24 hours. Try again tomorrow.',
          { headers: { 'Retry-After': '3600' } },
        )
      }
      c.set('auditTarget', to)
      c.set('auditDetail', { job: job.title })
      return c.json({ job_id, job_title: job.title, ...sent }, 201)
    },
  ),
)

/** For who has the link of an invitation. */
export const openedInvitations = new Hono<Env>().get(
  '/invitations/:token',
  route(
    {
      summary: 'Read what an invitation fills in',
      access: anyone({ inMaintenance: true }),
      answers: { 200: invitationRow, 404: 'refused', 429: 'refused' },
    },
    async (c) => {
      await c.var.limits.candidate(c.env?.ip ?? '')
      const row = await readInvitation(c.var.db, c.req.param('token') ?? '')
      return c.json(orNotFound(row, 'This link is not valid or has expired'))
    },
  ),
)
