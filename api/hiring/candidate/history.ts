import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { around } from '#api/core/words/contract/say.ts'
import { catalogs } from '#api/core/words/contract.ts'
import type { Db } from '#db/client.ts'
import { documentRequests, interviews, messages, outbox } from '#db/schema.ts'
import type { CandidateApplication } from './contract/row.ts'

type Event = CandidateApplication['history'][number]

/** SQL: the candidate wrote it. */
const isFromCandidate = sql`${messages.author_name} is null`

/** The latest messages and files; earlier ones are in the copy that candidates can download. */
const maxMessages = 50

/** SQL: the message about a file of this name, in whichever language the site had then. */
const isMessageAbout = (name: SQL) =>
  sql.join(
    Object.values(catalogs).map(({ candidate: { documentSent } }) => {
      const { before, after } = around(documentSent, 'name')
      return sql`${messages.text} = ${before} || ${name} || ${after}`
    }),
    sql` or `,
  )

/** Emails from staff that have left, as the candidate knows them. */
async function mailEvents(db: Db, which: SQL): Promise<Event[]> {
  const mails = await db
    .select({ at: outbox.sent_at, subject: outbox.subject, tells: outbox.tells })
    .from(outbox)
    .where(
      and(
        sql`${outbox.application_id} in ${which}`,
        eq(outbox.kind, 'answer'),
        isNotNull(outbox.sent_at),
      ),
    )
    .orderBy(asc(outbox.sent_at))
  return mails.map(({ at, subject, tells }) => ({
    event: tells && tells !== 'pending' ? 'decision' : 'email',
    at: at ?? '',
    subject,
  }))
}

/** A request for a file, and the file, have a message each. */
const messageEvents = (db: Db, which: SQL) =>
  db.all<Event>(sql`
    select * from (
      select case
          when asked.id is not null then 'file_requested'
          when sent.id is not null then 'file_sent'
          else iif(${isFromCandidate}, 'message_from_you', 'message_from_us') end as event,
        ${messages.created_at} as at, coalesce(asked.name, sent.name) as subject
      from ${messages}
      left join ${documentRequests} asked on asked.message_id = ${messages.id}
      left join ${documentRequests} sent on sent.id = (
        select min(id) from ${documentRequests} one
        where one.application_id = ${messages.application_id} and ${isFromCandidate}
          and (${isMessageAbout(sql`one.name`)}))
      where ${messages.application_id} in ${which}
      order by ${messages.id} desc limit ${maxMessages})
    order by at`)

/** What became of each interview, and that it was proposed. */
const interviewEvents = (db: Db, which: SQL) =>
  db.all<Event>(sql`
    with own as (select * from ${interviews} where application_id in ${which})
    select 'interview_proposed' as event, created_at as at, null as subject from own
    union all
    select 'interview_booked', answered_at, null from own
      where time is not null and answered_at is not null and state <> 'declined'
    union all
    select iif(time is null, 'interview_declined', 'interview_canceled_by_you'), answered_at, null
      from own where state = 'declined' and answered_at is not null
    union all
    select 'interview_canceled', updated_at, null from own where state = 'canceled'`)

/** What happened, but for what the row of the application says. */
export async function readEvents(db: Db, which: SQL): Promise<Event[]> {
  const events = [mailEvents(db, which), messageEvents(db, which), interviewEvents(db, which)]
  return (await Promise.all(events)).flat()
}

/** What the candidate did and was told, in order. */
export function historyOf(
  events: readonly Event[],
  {
    created_at,
    told_at,
    withdrawn_at,
  }: Pick<CandidateApplication, 'created_at' | 'told_at' | 'withdrawn_at'>,
): Event[] {
  const isMailed = events.some(({ event, at }) => event === 'decision' && at === told_at)
  const own = [
    { event: 'received' as const, at: created_at },
    { event: 'decision' as const, at: isMailed ? null : told_at },
    { event: 'withdrawn' as const, at: withdrawn_at },
  ]
  return [
    ...own.flatMap(({ event, at }) => (at ? [{ event, at, subject: null }] : [])),
    ...events,
  ].sort((a, b) => a.at.localeCompare(b.at))
}
