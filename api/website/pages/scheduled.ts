import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import type { Db } from '#db/client.ts'
import { pages as table, users } from '#db/schema.ts'
import { readDraft } from '../content/draft.ts'
import { nobody } from '../content/fields.ts'
import { changePage } from './change.ts'
import { publishPageDraft } from './draft.ts'

/** When the next page is to be published or unpublished, in ms; `Infinity`: none is. */
export async function nextScheduled(db: Db): Promise<number> {
  const [row] = await db
    .select({
      at: sql<string | null>`min(coalesce(${table.publish_at}, ${table.unpublish_at}),
        coalesce(${table.unpublish_at}, ${table.publish_at}))`.as('at'),
    })
    .from(table)
    .where(or(isNotNull(table.publish_at), isNotNull(table.unpublish_at)))
    .orderBy(sql`at`)
    .limit(1)
  return row?.at ? Date.parse(row.at) : Number.POSITIVE_INFINITY
}

/**
 * Publishes and unpublishes the pages that are due, in the order of their times. What cannot be done,
 * because another page has taken the slug since, say, is no longer scheduled, and logged.
 */
export async function publishScheduled(db: Db, log: Logger, now: number): Promise<boolean> {
  const time = new Date(now).toISOString()
  const due = await db
    .select({ id: table.id, publish_at: table.publish_at, unpublish_at: table.unpublish_at })
    .from(table)
    .where(sql`${table.publish_at} <= ${time} or ${table.unpublish_at} <= ${time}`)
  const steps = due
    .flatMap(({ id, publish_at, unpublish_at }) => [
      { id, at: publish_at, does: 'publish_at' as const },
      { id, at: unpublish_at, does: 'unpublish_at' as const },
    ])
    .filter((step): step is Step => step.at !== null && step.at <= time)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  for (const step of steps)
    await carryOut(db, step).catch(async (err: unknown) => {
      // Without a field to blame, somebody saved at that moment: the next round tries again.
      if (!(err instanceof Problem)) throw err
      if (!err.body.details) return
      log.error({ err, page: step.id }, 'a page could not be published as scheduled: given up')
      await db
        .update(table)
        .set({ [step.does]: null })
        .where(isStill(step))
    })
  return steps.length > 0
}

type Step = { id: number; at: string; does: 'publish_at' | 'unpublish_at' }

/** Somebody may choose another time meanwhile. */
const isStill = ({ id, at, does }: Step) => and(eq(table.id, id), eq(table[does], at))

async function carryOut(db: Db, step: Step) {
  const { id, does } = step
  const [page] = await db
    .select({
      updated_at: table.updated_at,
      is_published: table.is_published,
      by: { id: users.id, first_name: users.first_name, last_name: users.last_name },
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.scheduled_by))
    .where(isStill(step))
  if (!page) return
  const { updated_at } = page
  const by = page.by ? { id: page.by.id, name: fullName(page.by) } : nobody
  const change = { updated_at, [does]: null, is_published: does === 'publish_at' }
  const event = does === 'publish_at' ? 'page.published' : 'page.unpublished'
  if (does === 'unpublish_at') return changePage(db, id, change, nobody, { event })
  const hasDraft = Boolean(await readDraft(db, { kind: 'page', id }))
  if (hasDraft) return publishPageDraft(db, id, by, { event, change })
  if (!page.is_published) return changePage(db, id, change, by, { event })
  // Somebody has published it by hand.
  return db.update(table).set({ publish_at: null }).where(isStill(step))
}
