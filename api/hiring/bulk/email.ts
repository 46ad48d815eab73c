import { sql } from 'drizzle-orm'
import { decisionEmail, queueDecisionEmail } from '#api/core/letters/decision-email.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { jobs, applications as table } from '#db/schema.ts'
import { titleForCandidate } from '../applications/job-title.ts'
import { removeUnsent } from '../decisions/decide.ts'
import { chunkOf, type Leased, type Tools } from './chunk.ts'
import { hasWithdrawn, isWithdrawn, noDecision, wasChanged } from './reasons.ts'
import type { Sender } from './sender.ts'

/** Queues an email to each. One about the decision replaces an email that is held. */
export async function emailAll(tools: Tools, action: Leased, ids: number[], sender: Sender) {
  const { db, mailFrom } = tools
  const { subject = '', body = '', reply_to = 'me', about_decision } = action.params
  const chunk = chunkOf(tools, action, ids)
  const [site, people] = await Promise.all([
    readSiteSettings(db),
    db
      .select({
        id: table.id,
        reference: table.reference,
        first_name: table.first_name,
        last_name: table.last_name,
        email: table.email,
        given_email: table.given_email,
        language: table.language,
        job_title: titleForCandidate,
        status: table.status,
      })
      .from(table)
      .innerJoin(jobs, sql`${jobs.id} = ${table.job_id}`)
      .where(sql`${table.id} in (select value from json_each(${JSON.stringify(ids)}))`),
  ])
  const frame = {
    sender: { ...sender, name: action.user_name },
    reply_to,
    site,
    base: mailBase(tools, site),
    from: mailFrom,
  }
  const mails = people.map(({ status, ...person }) => {
    const tells = about_decision && status !== 'pending' ? status : null
    return { tells, mail: decisionEmail(person, { subject, body }, { ...frame, tells }) }
  })
  await db.batch([
    chunk.failDeleted(),
    chunk.fail(sql`${hasWithdrawn}`, isWithdrawn),
    ...(about_decision
      ? [
          chunk.fail(sql`${noDecision}`, sql`status_before = 'pending'`),
          chunk.fail(
            wasChanged(sql`bulk_items.application_id`),
            sql`status_before <> (
              select status from applications where id = bulk_items.application_id)`,
          ),
          removeUnsent(db, chunk.ids),
        ]
      : []),
    chunk.record(
      'application.emailed',
      sql`json_object('subject', ${subject}, 'bulk', ${action.id})`,
    ),
    ...mails.map(({ mail }) => queueDecisionEmail(db, mail, sql`${table.id} in ${chunk.ids}`)),
    ...chunk.end('done'),
    chunk.release(),
  ])
}
