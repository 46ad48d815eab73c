import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { lastLanguagesOf } from '#api/core/site-settings/site-settings.ts'
import { inTranslation, readTranslations } from '#api/core/translations/read.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { prepared } from '#db/prepared.ts'
import { oldSlugs, pages, privacyNotices as table, translations } from '#db/schema.ts'

/** The published page with the slug `privacy`, which keeps its place under a new slug. */
const published = prepared((db) =>
  db
    .select({
      id: pages.id,
      title: pages.title,
      content: pages.content,
      language: pages.language,
    })
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

type Wording = { title: string; content: string }

const named = ({ title, content }: Wording) => ({
  title,
  content,
  sha256: createHash('sha256')
    .update(JSON.stringify([title, content]))
    .digest('hex'),
})

/**
 * The privacy notice as it is now, in the reader's language where it is translated, with the hash
 * that names its wording; undefined without one.
 */
export async function currentNotice(db: Db) {
  const page = await published(db).get()
  if (!page) return
  const all: readonly string[] = lastLanguagesOf(db)
  const language = readerLanguage()
  const [own] = (page.language || all[0] || '').toLowerCase().split('-')
  const mayBe = all.length > 1 && all.includes(language) && language !== own
  const translated = mayBe && (await readTranslations(db, 'page', language, [page.id]))
  return named(translated ? inTranslation(page, translated.get(String(page.id))) : page)
}

/** The same in each language that it is published in, the original first. */
async function currentNotices(db: Db) {
  const page = await published(db).get()
  if (!page) return []
  const [, ...others] = lastLanguagesOf(db)
  const translated = others.length
    ? await db
        .select({ fields: translations.fields })
        .from(translations)
        .where(
          and(
            eq(translations.kind, 'page'),
            eq(translations.subject, String(page.id)),
            eq(translations.is_published, true),
          ),
        )
    : []
  return [named(page), ...translated.map(({ fields }) => named(inTranslation(page, fields)))]
}

/** The id of this wording, which is kept from now on. */
async function keep(db: Db, notice: ReturnType<typeof named>): Promise<number | undefined> {
  const known = await bySha256(db).get({ sha256: notice.sha256 })
  if (known) return known.id
  await db.insert(table).values(notice).onConflictDoNothing()
  return (await bySha256(db).get({ sha256: notice.sha256 }))?.id
}

/** Keeps the current wording in each language, before it changes. */
export async function keepNotice(db: Db): Promise<void> {
  for (const notice of await currentNotices(db)) await keep(db, notice)
}

/** The id of the wording that was beside the form; today's original when that is not known. */
export async function shownNotice(db: Db, sha256: string | undefined) {
  const shown = sha256 && (await bySha256(db).get({ sha256 }))
  if (shown) return shown.id
  const all = await currentNotices(db)
  const notice = all.find((one) => one.sha256 === sha256) ?? all[0]
  return notice && keep(db, notice)
}
