import { and, desc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { paging } from '#api/core/http/contract/paging.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import {
  checkedText,
  checkSharedAddress,
  decisionEmail,
  queueDecisionEmail,
} from '#api/core/letters/decision-email.ts'
import { candidatePlaceholder } from '#api/core/links/candidate-links.ts'
import { testMailRow } from '#api/core/mail/contract/row.ts'
import { retry } from '#api/core/mail/retry.ts'
import { mailState } from '#api/core/mail/state.ts'
import { sendNow, testOutcome } from '#api/core/mail/test-mail.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { checkIdempotencyKey, idempotencyKey } from '#api/core/route/idempotency-key.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { candidateMailKinds } from '#db/enums.ts'
import { jobs, outbox as mails, now, applications as table } from '#db/schema.ts'
import { emailDraft, emailPreview, emailRow, newEmail } from '../applications/contract/email.ts'
import { titleForCandidate } from '../applications/job-title.ts'

const missing = 'Application not found'
const access = canReview('of the application')
const limitKb = 512
const example = { subject: 'Hello {first_name}', body: '<p>Dear {first_name}</p>' }

const columns = {
  id: mails.id,
  application_id: sql<number>`${mails.application_id}`,
  kind: mails.kind,
  to_address: mails.to_address,
  subject: mails.subject,
  body: sql<string>`coalesce(${mails.body}, '')`,
  state: mailState,
  tells: mails.tells,
  sender_name: sql<string>`coalesce(${mails.sender_name}, '')`,
  reply_to: mails.reply_to,
  held_until: mails.held_until,
  attempts: mails.attempts,
  next_try_at: mails.next_try_at,
  sent_at: mails.sent_at,
  failed_at: mails.failed_at,
  last_error: mails.last_error,
  created_at: mails.created_at,
}

async function candidateOf(c: Context<Env>) {
  const [found] = await c.var.db
    .select({
      id: table.id,
      reference: table.reference,
      first_name: table.first_name,
      last_name: table.last_name,
      email: table.email,
      given_email: table.given_email,
      language: table.language,
      status: table.status,
      job_title: titleForCandidate,
    })
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(eq(table.id, idOf(c, missing)))
  return orNotFound(found, missing)
}

/** The draft filled in for this candidate. */
async function written(
  c: Context<Env>,
  draft: z.output<typeof emailDraft>,
  more: Pick<Parameters<typeof decisionEmail>[2], 'tells' | 'key'> = {},
) {
  const { db, mailFrom: from } = c.var
  const me = signedInUser(c)
  const text = checkedText(draft)
  const [to, site] = await Promise.all([candidateOf(c), readSiteSettings(db)])
  if (draft.reply_to === 'shared') checkSharedAddress(site)
  const sender = { id: me.id, name: fullName(me), email: me.email }
  const mail = decisionEmail(to, text, {
    sender,
    reply_to: draft.reply_to,
    site,
    base: mailBase(c.var, site),
    from,
    ...more,
  })
  return { to, mail, reply_to: mail.reply_to ?? site.notify_email }
}

/** All to the candidate. Some notices are, such as of another address; the others go to staff. */
const toCandidate = (id: number) =>
  and(
    eq(mails.application_id, id),
    or(
      inArray(mails.kind, candidateMailKinds),
      sql`${mails.kind} = 'notice' and exists (
        select 1 from ${table} where ${table.id} = ${id}
          and ${mails.to_address} in (${table.email}, ${table.given_email}))`,
    ),
  )

export const applicationEmail = new Hono<Env>()

  .get(
    '/:id/email',
    route(
      {
        summary: 'List the emails to a candidate',
        description: 'What staff wrote and what was sent automatically, the latest first.',
        access,
        scope: 'applications:read',
        query: paging,
        answers: { 200: emailRow.array(), 404: 'refused' },
        audit: 'correspondence.viewed',
      },
      async (c) => {
        const { db } = c.var
        const { id, first_name, last_name } = await candidateOf(c)
        c.set('auditTarget', { id, first_name, last_name })
        const rows = pageOf(c, db.$count(mails, toCandidate(id)), (limit, offset) =>
          db
            .select(columns)
            .from(mails)
            .where(toCandidate(id))
            .orderBy(desc(mails.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(await rows)
      },
    ),
  )

  .post(
    '/:id/email',
    route(
      {
        summary: 'Email a candidate',
        description:
          'Queues the mail. With `about_decision` it replaces an unsent mail about the decision.',
        access,
        scope: 'applications:write',
        headers: idempotencyKey,
        json: { schema: newEmail, example, limitKb },
        answers: { 201: emailRow, 404: 'refused', 409: 'refused', 429: 'refused' },
        audit: 'application.emailed',
      },
      async (c) => {
        const { db, limits } = c.var
        const { about_decision, ...draft } = c.req.valid('json')
        const me = signedInUser(c)
        const header = c.req.header('idempotency-key')
        checkIdempotencyKey(header)
        await limits.email(me.id)
        const { status } = await candidateOf(c)
        if (about_decision && status === 'pending')
          throw Problem.field(409, 'about_decision', 'There is no decision yet to tell about')
        const tells = about_decision ? status : null
        const id = idOf(c, missing)
        const key = header && `${me.id} ${id} ${header}`
        const { to, mail } = await written(c, draft, { tells, key })
        const isUnchanged = and(
          eq(table.email, to.email),
          tells ? eq(table.status, tells) : undefined,
        )
        const unsent = db
          .delete(mails)
          .where(
            and(
              eq(mails.application_id, id),
              isNotNull(mails.tells),
              ne(mails.message_id, mail.message_id),
              isNull(mails.sent_at),
              isNull(mails.failed_at),
              or(isNull(mails.lease_until), lte(mails.lease_until, now)),
              sql`exists (select 1 from ${table} where ${table.id} = ${id} and ${isUnchanged})`,
            ),
          )
        const queue = queueDecisionEmail(db, mail, isUnchanged)
        if (tells) await db.batch([unsent, queue])
        else await queue
        const [row] = await db
          .select(columns)
          .from(mails)
          .where(eq(mails.message_id, mail.message_id))
        if (!row) {
          await candidateOf(c)
          throw new Problem(
            409,
            'Someone else has just changed this application. Check the decision and the address, and send again.',
          )
        }
        c.set('auditTarget', to)
        return c.json(row, 201)
      },
    ),
  )

  .post(
    '/:id/email/preview',
    route(
      {
        summary: 'Preview an email to a candidate',
        access,
        scope: 'applications:write',
        json: { schema: emailDraft, example, limitKb },
        answers: { 200: emailPreview, 404: 'refused' },
      },
      async (c) => {
        const { mail, reply_to } = await written(c, c.req.valid('json'))
        const { to_name, to_address, subject, body } = mail
        return c.json({ to_name, to_address, reply_to, subject, body })
      },
    ),
  )

  .post(
    '/:id/email/test',
    route(
      {
        summary: 'Send an email to a candidate to yourself instead',
        description: 'Answers once the mail server has taken or refused it.',
        access,
        scope: 'applications:write',
        json: { schema: emailDraft, example, limitKb },
        answers: { 200: testMailRow, 404: 'refused', 429: 'refused' },
        audit: 'mail.tested',
      },
      async (c) => {
        const { limits, mailer } = c.var
        const me = signedInUser(c)
        await limits.testMail(me.id)
        const { mail, reply_to } = await written(c, c.req.valid('json'))
        // Only the candidate gets a link that works.
        const withoutLink = (body: string) => body.replaceAll(candidatePlaceholder, '…')
        const refusal = await sendNow(mailer, {
          message_id: mail.message_id,
          to: me.email,
          reply_to,
          subject: `Test: ${mail.subject}`,
          text: withoutLink(mail.text),
          html: withoutLink(mail.html),
        })
        return c.json(testOutcome(me.email, refusal))
      },
    ),
  )

  .post(
    '/:id/email/:mail_id/retry',
    route(
      {
        summary: 'Try again to send an email to a candidate',
        access,
        scope: 'applications:write',
        answers: { 200: emailRow, 404: 'refused', 409: 'refused' },
        audit: 'application.email_retried',
      },
      async (c) => {
        const to = await candidateOf(c)
        const noMail = 'Email not found'
        const among = toCandidate(to.id)
        const id = await retry(c, { missing: noMail, parameter: 'mail_id', among })
        const [tried] = await c.var.db.select(columns).from(mails).where(eq(mails.id, id))
        c.set('auditTarget', to)
        return c.json(orNotFound(tried, noMail))
      },
    ),
  )
