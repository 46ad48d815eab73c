import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { reviewedBy } from '#api/core/reviewers/scope.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import { isFull, isUnavailable } from '#db/errors.ts'
import { applications, bulkItems, isFree, later, now, bulk as table } from '#db/schema.ts'
import { chunkOf, type Leased, type Tools } from './chunk.ts'
import { deleteApplications } from './delete.ts'
import { emailAll } from './email.ts'
import { senderOf } from './sender.ts'
import { putBack, setStatuses } from './status.ts'
import { tagAll } from './tag.ts'

const usual = {
  /** Between two checks for actions of other instances that have ended. */
  pollMs: 2_000,
  /** What a chunk may take; the batch of one that takes longer does nothing. */
  leaseMs: 5_000,
  /** Pause after each chunk, as a multiple of its duration, so that requests don't wait. */
  share: 1,
}
export type Times = typeof usual

/** Applications per chunk: some milliseconds that block other writes. Emails take the longest. */
const sizeOf = ({ action, params, state }: Leased) =>
  action === 'tag' || (action === 'status' && (params.tell === 'never' || state === 'undoing'))
    ? 100
    : 30

type BulkWorker = ReturnType<typeof startBulk>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Undefined where bulk actions are only queued. */
    bulk: Pick<BulkWorker, 'wake'> | undefined
  }
}

/** Runs actions on many applications, in chunks of one batch each. Actions take turns. */
export function startBulk({
  times,
  announce,
  ...tools
}: Tools & {
  /** Awaited after each chunk: it may have queued mail. */
  announce?: () => Promise<void>
  times?: Partial<Times>
}) {
  const { db, log } = tools
  const { pollMs, leaseMs, share } = { ...usual, ...times }
  /** Actions with a failed chunk; retried one application at a time to find the cause. */
  const broken = new Set<number>()

  /** Reads only, since a write would wait for others. */
  const isIdle = async () =>
    !(await db.all(sql`select 1 from bulk where state in ('running', 'undoing') limit 1`)).length

  /** Leases the unfinished action that has waited longest for its turn. */
  async function take(): Promise<Leased | undefined> {
    const [taken] = await db
      .update(table)
      .set({ lease_until: later(leaseMs), updated_at: now })
      .where(
        sql`${table.id} = (select id from bulk where state in ('running', 'undoing') and ${isFree(sql`lease_until`, leaseMs)}
          order by updated_at, id limit 1)`,
      )
      .returning({
        id: table.id,
        user_id: table.user_id,
        user_name: table.user_name,
        ip: table.ip,
        action: table.action,
        params: table.params,
        state: table.state,
        lease_until: table.lease_until,
      })
    return taken
  }

  const idsOf = async (action: Leased) => {
    const { id, state } = action
    const rows = await db
      .select({ id: bulkItems.application_id })
      .from(bulkItems)
      .where(
        and(
          eq(bulkItems.bulk_id, id),
          eq(bulkItems.state, state === 'undoing' ? 'done' : 'waiting'),
          state === 'undoing' ? isNotNull(bulkItems.reviewed_at_after) : undefined,
        ),
      )
      .orderBy(asc(bulkItems.application_id))
      .limit(broken.has(id) ? 1 : sizeOf(action))
    return rows.map((row) => row.id)
  }

  const finish = ({ id, state, lease_until }: Leased) =>
    db
      .update(table)
      .set({ state: state === 'undoing' ? 'undone' : 'done', finished_at: now, lease_until: null })
      .where(sql`${table.id} = ${id} and ${table.lease_until} = ${lease_until}`)

  const workOf = ({ action, state }: Leased) =>
    state === 'undoing'
      ? putBack
      : { status: setStatuses, tag: tagAll, email: emailAll, delete: deleteApplications }[action]

  async function work(action: Leased, ids: number[]) {
    const sender = await senderOf(db, action)
    const reason = `${action.user_name} may no longer do this`
    if (!sender) return giveUp(action, ids, reason)
    const reviewed = reviewedBy(sender)
    try {
      if (reviewed)
        await chunkOf(tools, action, ids).fail(
          sql`${reason}`,
          sql`exists (
          select 1 from ${applications} where id = bulk_items.application_id and not (${reviewed}))`,
        )
      await workOf(action)(tools, action, ids, sender)
    } catch (err) {
      if (isUnavailable(err) || isFull(err)) throw err
      log.error({ err, bulk: action.id, applications: ids }, 'part of a bulk action failed')
      if (ids.length === 1) return giveUp(action, ids, 'Something went wrong')
      broken.add(action.id)
      await chunkOf(tools, action, ids).release()
    }
  }

  async function giveUp(action: Leased, ids: number[], reason: string) {
    const chunk = chunkOf(tools, action, ids)
    await db.batch([chunk.fail(sql`${reason}`, sql`1`), chunk.release()])
  }

  /** Whether there was anything to do. */
  async function step(): Promise<boolean> {
    const action = (await isIdle()) ? undefined : await take()
    if (!action) return false
    const ids = await idsOf(action)
    if (!ids.length) await finish(action)
    else await work(action, ids)
    await announce?.()
    return true
  }

  return startWorker({
    name: 'bulk',
    every: pollMs,
    async tick() {
      const began = performance.now()
      if (!(await step())) return pollMs
      await pause(share * (performance.now() - began))
      return 0
    },
    log,
    failure: 'bulk action not continued',
  })
}
