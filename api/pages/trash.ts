import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pages as table, trash } from '#db/schema.ts'
import type { Saver } from '../content/fields.ts'
import { inTrash, readThrownAway, throwAway } from '../content/trash.ts'
import { keepFirst } from '../content/versions.ts'
import { orNotFound } from '../http/rows.ts'
import { picturesIn, setUses } from '../media/uses.ts'
import { keepNotice } from '../privacy/notice.ts'
import { contentOf, load, missing, refuseTakenSlug } from './rows.ts'

/** Deletes a page, which can be put back for a while. 404 without one. */
export async function deletePage(db: Db, id: number, by: Saver) {
  await keepNotice(db)
  const page = orNotFound(await load(db, id), missing)
  const [deleted] = (
    await db.batch([
      // Its history keeps the pictures.
      ...keepFirst(db, {
        kind: 'page',
        id,
        fields: contentOf(page),
        updated_at: page.updated_at,
        is_draft: !page.is_published,
        pictures: picturesIn(page.content),
        condition: sql`exists (select 1 from pages where id = ${id})`,
      }),
      throwAway(db, 'page', id, by),
      db.delete(table).where(eq(table.id, id)).returning({ id: table.id, subject: table.title }),
    ])
  ).at(-1) as { id: number; subject: string }[]
  return orNotFound(deleted, missing)
}

/**
 * Puts a deleted page back as it was, without a plan. Throws 409 while another page has its slug.
 * @param slug another one
 */
export async function putPageBack(db: Db, id: number, slug?: string) {
  const thrown = orNotFound(await readThrownAway(db, 'page', id), missing)
  const row = thrown.row as Omit<typeof table.$inferInsert, 'is_published'> & {
    is_published: number
  }
  const values = { ...row, is_published: Boolean(row.is_published), ...(slug && { slug }) }
  await db
    .batch([
      db.insert(table).values(values),
      ...setUses(db, { kind: 'page', id }, picturesIn(values.content)),
      db.delete(trash).where(inTrash('page', id)),
    ])
    .catch(refuseTakenSlug)
  return orNotFound(await load(db, id), missing)
}
