import { eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import { pages as table } from '#db/schema.ts'
import { nobody } from '../content/fields.ts'
import { Problem } from '../http/problem.ts'
import { changePage } from './change.ts'
import { publishPageDraft } from './draft.ts'
import { load } from './rows.ts'

/** When the next page is to be published or unpublished, in ms; `Infinity`: none is. */
export async function nextPlan(db: Db): Promise<number> {
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
 * Publishes and unpublishes the pages that are due, in the order of their plans. A plan that cannot
 * be carried out, because another page has taken the slug since, say, is dropped and logged.
 */
export async function carryOutPlans(db: Db, log: Logger, now: number): Promise<boolean> {
  const time = new Date(now).toISOString()
  const due = await db
    .select({
      id: table.id,
      is_published: table.is_published,
      publish_at: table.publish_at,
      unpublish_at: table.unpublish_at,
    })
    .from(table)
    .where(sql`${table.publish_at} <= ${time} or ${table.unpublish_at} <= ${time}`)
  const steps = due
    .flatMap(({ id, publish_at, unpublish_at }) => [
      { id, at: publish_at, does: 'publish_at' as const },
      { id, at: unpublish_at, does: 'unpublish_at' as const },
    ])
    .filter((step): step is typeof step & { at: string } => step.at !== null && step.at <= time)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  for (const { id, does } of steps)
    await (does === 'publish_at' ? publish(db, id) : unpublish(db, id)).catch(
      async (err: unknown) => {
        // Without a field to blame, somebody saved at that moment: the next round tries again.
        if (!(err instanceof Problem)) throw err
        if (!err.body.details) return
        log.error(
          { err, page: id },
          'a page could not be published as planned: the plan is dropped',
        )
        await db
          .update(table)
          .set({ [does]: null })
          .where(eq(table.id, id))
      },
    )
  return steps.length > 0
}

async function publish(db: Db, id: number) {
  const clear = { publish_at: null }
  const event = 'page.published'
  await publishPageDraft(db, id, nobody, { event, clear }).catch(async (err: unknown) => {
    if (!(err instanceof Problem) || err.status !== 404) throw err
    const page = await load(db, id)
    // Somebody has published it by hand, and there is no draft.
    if (page?.is_published) return void (await db.update(table).set(clear).where(eq(table.id, id)))
    await changePage(db, id, { ...clear, is_published: true }, nobody, { event })
  })
}

const unpublish = (db: Db, id: number) =>
  changePage(db, id, { is_published: false, unpublish_at: null }, nobody, {
    event: 'page.unpublished',
  })
