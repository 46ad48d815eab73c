import { eq, sql } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { keepNotice } from '#api/website/privacy-notice/notice.ts'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { oldSlugs, pages as table, trash } from '#db/schema.ts'
import type { Saver } from '../content/fields.ts'
import { inTrash, readThrownAway, throwAway } from '../content/trash.ts'
import { keepVersion } from '../content/versions.ts'
import { picturesIn, refuseMissingPictures, setUses } from '../media/uses.ts'
import { contentOf, load, missing, refuseTakenSlug } from './rows.ts'

/** Deletes a page, which can be put back for a while. 404 without one. */
export async function deletePage(db: Db, id: number, by: Saver) {
  await keepNotice(db)
  const page = orNotFound(await load(db, id), missing)
  const [deleted] = (
    await db.batch([
      // Its history keeps the pictures.
      ...keepVersion(db, {
        kind: 'page',
        id,
        fields: contentOf(page),
        is_draft: !page.is_published,
        pictures: picturesIn(page.content),
        by,
        condition: sql`exists (select 1 from pages where id = ${id})`,
      }),
      throwAway(db, 'page', id, by),
      db.delete(table).where(eq(table.id, id)).returning({ id: table.id, subject: table.title }),
    ])
  ).at(-1) as { id: number; subject: string }[]
  return orNotFound(deleted, missing)
}

/**
 * Puts a deleted page back as it was, without a schedule. Throws 409 while another page has its slug.
 * @param slug another one
 */
export async function putPageBack(db: Db, id: number, slug?: string) {
  const thrown = orNotFound(await readThrownAway(db, 'page', id), missing)
  const { old_slugs = [], ...row } = thrown.row as Omit<
    typeof table.$inferInsert,
    'is_published'
  > & {
    is_published: number
    old_slugs?: string[]
  }
  const values = { ...row, is_published: Boolean(row.is_published), ...(slug && { slug }) }
  await db
    .batch([
      db.insert(table).values(values),
      // Those that no page has taken since.
      db.run(sql`
        insert or ignore into ${oldSlugs} (slug, page_id)
        select value, ${id} from json_each(${JSON.stringify(old_slugs)})
        where value not in (select slug from ${table})`),
      ...setUses(db, { kind: 'page', id }, picturesIn(values.content)),
      db.delete(trash).where(inTrash('page', id)),
    ])
    .catch(refuseMissingPictures(db, { content: values.content }))
    .catch(refuseTakenSlug)
    .catch((error: unknown) => {
      // Somebody else has just put it back.
      if (isUniqueViolation(error, 'pages.id')) throw new Problem(404, missing)
      throw error
    })
  return orNotFound(await load(db, id), missing)
}
