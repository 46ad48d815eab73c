import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from 'hono'
import { type AuditAction, auditActions } from '#db/enums.ts'
import { auditEvents } from '#db/schema.ts'
import type { Env } from '../route/context.ts'

/** People see both in one form. */
const sameRow: Record<string, string[]> = { profile: ['user'], user: ['profile'] }

const changes =
  /\.(changed|told|(un)?published|(de)?activated|restored|contact_changed|resume_replaced|withdrawn|withdrawal_undone)$/

const changesOf = (kind: string): AuditAction[] =>
  auditActions.filter(
    (action) =>
      changes.test(action) &&
      [kind, ...(sameRow[kind] ?? [])].includes(action.split('.', 1)[0] ?? ''),
  )

/**
 * Who last changed the row that a refused change was meant for, for staff; undefined when the trail
 * doesn't tell.
 */
export async function lastChangedBy(
  { var: { db, user, actionOnSuccess, auditTarget } }: Context<Env>,
  current: unknown,
): Promise<string | undefined> {
  // A list, such as the steps of a job, has no id; its changes are events of their own.
  const isList = Array.isArray(current)
  const id = (current as { id?: unknown }).id ?? auditTarget?.id
  if (!user || !actionOnSuccess || (!isList && typeof id !== 'number')) return undefined
  const [last] = await db
    .select({ name: auditEvents.actor_name })
    .from(auditEvents)
    .where(
      and(
        typeof id === 'number' ? eq(auditEvents.target_id, id) : undefined,
        inArray(
          auditEvents.action,
          isList ? [actionOnSuccess] : changesOf(actionOnSuccess.split('.', 1)[0] ?? ''),
        ),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1)
  return last?.name || undefined
}
