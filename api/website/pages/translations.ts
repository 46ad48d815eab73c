import { inArray } from 'drizzle-orm'
import { visibleLength } from '#api/core/http/contract/text.ts'
import { hasPicture } from '#api/core/rich-text/contract/figures.ts'
import type { Db } from '#db/client.ts'
import { pages as table } from '#db/schema.ts'
import { pick } from '../content/fields.ts'
import { picturesIn } from '../media/uses.ts'
import { pageTranslationRow } from '../translations/contract/row.ts'
import { pageTranslationInput, translatable } from '../translations/contract.ts'
import type { Translatable } from '../translations/subject.ts'
import { clean, contentOf, load, pageContent } from './rows.ts'

/** What of a page is translated. */
const fieldsOf = (page: object) => pick(translatable.page, page)

export const pageTranslations: Translatable<typeof pageTranslationInput> = {
  ...pageContent,
  input: pageTranslationInput,
  row: pageTranslationRow,
  example: { title: 'Über uns', content: '<p>Wir.</p>', draft: true },
  texts: ['content'],

  async original(db, id) {
    const page = await load(db, id)
    return (
      page && {
        ...page,
        isPublic: page.is_published,
        fields: fieldsOf(page),
        version: { fields: contentOf(page), pictures: picturesIn(page.content) },
      }
    )
  },

  /** Empty content is left to be translated. */
  clean: ({ content, ...fields }) => {
    if (content === undefined) return fields
    const isEmpty = !content || (!visibleLength(String(content)) && !hasPicture(String(content)))
    return { ...fields, ...(isEmpty ? { content: null } : clean({ content: String(content) })) }
  },

  shown: fieldsOf,

  missingIn: ({ title, content }) => [
    ...(title ? [] : [{ path: ['title'], message: 'Title is required' }]),
    ...(content ? [] : [{ path: ['content'], message: 'Content is required' }]),
  ],
}

/** The fields of these pages that are translated, to see which translations are outdated. */
export const readOriginals = async (db: Db, ids: number[]) =>
  new Map(
    (await db.select().from(table).where(inArray(table.id, ids))).map((page) => [
      page.id,
      fieldsOf(page),
    ]),
  )
