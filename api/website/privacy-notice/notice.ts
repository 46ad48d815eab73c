import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { oldSlugs, pages, privacyNotices as table } from '#db/schema.ts'

/** The published page with the slug `privacy`, which keeps its place under a new slug. */
const published = prepared((db) =>
  db
    .select({ title: pages.title, content: pages.content })
    .from(pages)
    .where(
      sql`${pages.is_published} = 1 and ${pages.id} = coalesce(
        (select id from ${pages} where slug = 'privacy'),
        (select page_id from ${oldSlugs} where slug = 'privacy'))`,
    )
    .prepare(),
)

const bySha256 = prepared((db) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.sha256, sql.placeholder('sha256')))
    .prepare(),
)

/** The privacy notice as it is now, with the hash that names its wording; undefined without one. */
export async function currentNotice(db: Db) {
  const page = await published(db).get()
  if (!page) return
  const sha256 = createHash('sha256')
    .update(JSON.stringify([page.title, page.content]))
    .digest('hex')
  return { ...page, sha256 }
}

/** Keeps the current wording, before it changes or because somebody has seen it. Returns its id. */
export async function keepNotice(db: Db): Promise<number | undefined> {
  const notice = await currentNotice(db)
  if (!notice) return
  const known = await bySha256(db).get({ sha256: notice.sha256 })
  if (known) return known.id
  await db.insert(table).values(notice).onConflictDoNothing()
  return (await bySha256(db).get({ sha256: notice.sha256 }))?.id
}

/** The id of the wording that was beside the form; today's when that is not known. */
export async function shownNotice(db: Db, sha256: string | undefined) {
  const shown = sha256 && (await bySha256(db).get({ sha256 }))
  return shown ? shown.id : keepNotice(db)
}
