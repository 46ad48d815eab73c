import { and, desc, eq, inArray, notInArray, or } from 'drizzle-orm'
import { Hono } from 'hono'
import { columnsOf } from '#api/core/http/columns.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { mailState } from '#api/core/mail/state.ts'
import { seesEvaluations } from '#api/core/reviewers/evaluations.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import type { ApplicationStatus, AuditAction, Notify } from '#db/enums.ts'
import {
  comments,
  auditEvents as events,
  outbox as mails,
  applications as table,
} from '#db/schema.ts'
import { commentRow } from '../comments/contract/row.ts'
import { interviewParts } from '../interviews/contract.ts'
import { type Activity, activityRow, plainKinds } from './contract/activity.ts'
import { missing } from './rows.ts'

/** Rows read from each source. */
const maxItems = 500

/** What the audit trail knows of an application, as the screen calls it. */
const kinds = {
  'application.created': 'received',
  'application.viewed': 'viewed',
  'resume.downloaded': 'downloaded',
  'answer_file.downloaded': 'downloaded',
  'document.downloaded': 'downloaded',
  'application.exported': 'exported',
  'application.changed': 'changed',
  'interview.changed': 'interview_changed',
  'interview.booked': 'interview_booked',
  ...plainKinds,
} as const satisfies Partial<Record<AuditAction, Activity['kind']>>
type Recorded = keyof typeof kinds

/** Of others: only for those who see their evaluations. */
const withheld = [
  'evaluation.given',
  'evaluation.changed',
  'evaluation.waived',
  'evaluations.seen',
] as const satisfies Recorded[]

type Event = { at: string; by: string; action: string; detail: Record<string, unknown> }

function fromEvent({ at, by, action, detail }: Event): Activity {
  const kind = kinds[action as Recorded]
  if (kind === 'viewed' || kind === 'downloaded' || kind === 'exported')
    return { kind, at, by, times: 1 }
  const {
    from = null,
    status,
    tell = null,
    legal_hold,
    step = null,
    from_step = null,
    tagged = null,
    untagged = null,
    reason = null,
    changed = '',
    time = null,
  } = detail as {
    changed?: string
    time?: string
    tagged?: string
    untagged?: string
    step?: string
    reason?: string
    from_step?: string
    legal_hold?: 'set' | 'changed' | 'lifted'
    from?: ApplicationStatus
    status?: ApplicationStatus
    tell?: Notify
  }
  if (kind === 'interview_changed') {
    const parts = changed.split(', ')
    return { kind, at, by, changed: interviewParts.filter((part) => parts.includes(part)) }
  }
  if (kind === 'interview_booked') return { kind, at, by, time }
  if (kind === 'changed' && legal_hold) return { kind: `hold_${legal_hold}`, at, by }
  if (kind === 'changed' && from && status && from !== status)
    return { kind: 'status', at, by, from, to: status, tell, step, reason }
  if (kind === 'changed' && (step || from_step))
    return { kind: 'step', at, by, from: from_step, to: step }
  if (kind === 'changed' && (tagged || untagged))
    return { kind: 'tagged', at, by, added: tagged, removed: untagged }
  return { kind, at, by }
}

/** Views and downloads by one person with nothing in between are one line. Newest first. */
function collapsed(all: Activity[]): Activity[] {
  const lines: Activity[] = []
  for (const one of all) {
    const last = lines.at(-1)
    const repeats = 'times' in one && last?.kind === one.kind && last.by === one.by
    if (repeats && 'times' in last) last.times += 1
    else lines.push(one)
  }
  return lines
}

export const activity = new Hono<Env>().get(
  '/:id/activity',
  route(
    {
      summary: "List an application's activity",
      description: `The latest first; of the audit trail, mails and comments the latest ${maxItems} each.`,
      access: canReview('of the application'),
      scope: 'applications:read',
      answers: { 200: activityRow.array(), 404: 'refused' },
      audit: 'correspondence.viewed',
    },
    async (c) => {
      const { db } = c.var
      const id = idOf(c, missing)
      const me = signedInUser(c)
      const [[application], recorded, written, said] = await db.batch([
        db
          .select({
            at: table.created_at,
            first_name: table.first_name,
            last_name: table.last_name,
          })
          .from(table)
          .where(eq(table.id, id)),
        db
          .select({
            at: events.at,
            by: events.actor_name,
            action: events.action,
            detail: events.detail,
          })
          .from(events)
          .where(
            and(
              eq(events.target_id, id),
              inArray(events.action, Object.keys(kinds) as Recorded[]),
              or(
                notInArray(events.action, [...withheld]),
                eq(events.actor_id, me.id),
                seesEvaluations(me, id),
              ),
            ),
          )
          .orderBy(desc(events.id))
          .limit(maxItems),
        db
          .select({
            at: mails.created_at,
            by: mails.sender_name,
            kind: mails.kind,
            id: mails.id,
            to_address: mails.to_address,
            subject: mails.subject,
            body: mails.body,
            state: mailState,
            held_until: mails.held_until,
            sent_at: mails.sent_at,
            last_error: mails.last_error,
          })
          .from(mails)
          .where(and(eq(mails.application_id, id), inArray(mails.kind, ['answer', 'receipt'])))
          .orderBy(desc(mails.id))
          .limit(maxItems),
        db
          .select(columnsOf(comments, commentRow))
          .from(comments)
          .where(eq(comments.application_id, id))
          .orderBy(desc(comments.id))
          .limit(maxItems),
      ])
      const { at, first_name, last_name } = orNotFound(application, missing)
      c.set('auditTarget', { id, first_name, last_name })
      const found = recorded.map(fromEvent)
      const byHand = found.some(({ kind }) => kind === 'received')
      const all: Activity[] = [
        ...found,
        ...written.map(({ at, by, kind, body, ...email }) => ({
          ...({ kind: kind === 'receipt' ? 'receipt' : 'email', at, by } as const),
          email: { ...email, body: body ?? '' },
        })),
        ...said.map((comment) => ({
          ...({ kind: 'comment', at: comment.created_at } as const),
          by: comment.author_name,
          comment,
        })),
        ...(byHand ? [] : [{ kind: 'received' as const, at, by: null }]),
      ]
      return c.json(collapsed(all.sort((a, b) => b.at.localeCompare(a.at))))
    },
  ),
)
