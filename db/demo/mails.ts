import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { applications } from '../schema.ts'
import type { ApplicationRow } from './applications.ts'
import { companySettings } from './company.ts'
import { fillTemplate, templateRows } from './emails.ts'
import { interviewPlans } from './interviews.ts'

type Row = Pick<
  ApplicationRow,
  'id' | 'first_name' | 'last_name' | 'email' | 'status' | 'created_at' | 'reviewed_at' | 'told_at'
>
type Sender = { id: SQL<number>; name: string; email: string }

/**
 * What was sent to candidates, oldest first: confirmations, decisions, invitations and news of
 * messages. Only what is held is still to be sent.
 */
export function mailRows(
  rows: (Row & {
    title: string
    /** When staff wrote a message on the private page. */
    written: string[]
    /** Until when the email about the decision is held. */
    held: string | undefined
  })[],
  { daysAgo, sender }: { daysAgo: (days: number) => string; sender: Sender },
) {
  return rows
    .flatMap((row) => [
      confirmation(row),
      ...decision(row, row.title, row.held, sender),
      ...interviewsOf(row, daysAgo),
      ...row.written.map((at) =>
        sent(row, 'message', `You have a message about your application for ${row.title}`, at),
      ),
    ])
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
}

/** All have the same columns: they are inserted by one statement. */
const sent = (
  { id, first_name, last_name, email }: Row,
  kind: 'receipt' | 'message' | 'interview' | 'answer',
  subject: string | SQL<string>,
  at: string,
) => ({
  application_id: id,
  kind,
  message_id: `<${randomUUID()}@brackwater.example.com>`,
  to_name: `${first_name} ${last_name}`,
  to_address: email,
  subject,
  // Of what was sent, only `body` is kept.
  text: '',
  html: '',
  body: null as string | null,
  attempts: 1,
  sent_at: at as string | null,
  held_until: null as string | null,
  next_try_at: at,
  tells: null as Row['status'] | null,
  sender_id: null as SQL<number> | null,
  sender_name: null as string | null,
  reply_to: null as string | null,
  created_at: at,
  updated_at: at,
})

/** A trigger chose the reference. */
const confirmation = (row: Row & { title: string }) =>
  sent(
    row,
    'receipt',
    sql<string>`${`Your application to ${companySettings.site_name}: ${row.title} (`} || (
      select reference from ${applications} where id = ${row.id}) || ')'`,
    row.created_at,
  )

function decision(row: Row, job_title: string, held: string | undefined, sender: Sender) {
  const template = templateRows.find(({ status }) => status !== null && status === row.status)
  const isHeld = !row.told_at && held !== undefined
  if (!template || (!row.told_at && !isHeld)) return []
  const { subject, text, html } = fillTemplate(template, { ...row, job_title })
  const at = row.told_at ?? row.reviewed_at ?? row.created_at
  return [
    {
      ...sent(row, 'answer', subject, at),
      body: html,
      ...(isHeld && {
        text,
        html,
        attempts: 0,
        sent_at: null,
        held_until: held,
        next_try_at: held,
      }),
      tells: row.status ?? null,
      sender_id: sender.id,
      sender_name: sender.name,
      reply_to: sender.email,
    },
  ]
}

const interviewsOf = (row: Row & { title: string }, daysAgo: (days: number) => string) =>
  interviewPlans
    .filter(({ about }) => about === row.email)
    .flatMap(({ proposed, picked }) => [
      sent(row, 'interview', `Choose a time for your interview: ${row.title}`, daysAgo(proposed)),
      ...(picked === undefined
        ? []
        : [sent(row, 'interview', `Your interview is booked: ${row.title}`, daysAgo(picked))]),
    ])
