import { eq } from 'drizzle-orm'
import { columnsOf } from '#api/core/http/columns.ts'
import { visibleLength } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { hasPicture } from '#api/core/rich-text/contract/figures.ts'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { pages as table } from '#db/schema.ts'
import { maxBlocks } from '../blocks/contract/kinds.ts'
import { blockCount } from '../blocks/contract/page-text.ts'
import { sanitizePage } from '../blocks/page-text.ts'
import { isBehind, readDraft } from '../content/draft.ts'
import { type Content, draftColumns, pick } from '../content/fields.ts'
import { pageRow } from './contract/row.ts'

export const missing = 'Page not found'

const columns = { ...columnsOf(table, pageRow), ...draftColumns('page') }

export const load = async (db: Db, id: number) =>
  (await db.select(columns).from(table).where(eq(table.id, id)))[0]

/** What drafts and versions keep. */
export const contentOf = (row: object) => ({
  ...pick(['title', 'slug', 'content', 'meta_description'], row),
  // Drafts and versions from before pages had a language have none.
  ...('language' in row && row.language ? { language: row.language } : {}),
})

export const pageContent: Content = {
  kind: 'page',
  missing,
  async read(db, id) {
    const page = await load(db, id)
    return page && { ...page, isPublic: page.is_published }
  },
}

export type LoadedPage = NonNullable<Awaited<ReturnType<typeof load>>>

/** Sanitizes the text; 400 when nothing to read or see is left, or for too many blocks. */
export function clean<T extends { content?: string }>(page: T): T {
  if (page.content === undefined) return page
  if (blockCount(page.content) > maxBlocks)
    throw Problem.field(400, 'content', `Must have at most ${maxBlocks} blocks`)
  const content = sanitizePage(page.content)
  if (visibleLength(content) === 0 && !hasPicture(content))
    throw Problem.field(400, 'content', 'Content is required')
  return { ...page, content }
}

const slugIsTaken = 'Another page has this slug already'

export function refuseTakenSlug(error: unknown): never {
  if (isUniqueViolation(error, 'pages.slug')) throw Problem.field(409, 'slug', slugIsTaken)
  throw error
}

/** For a draft: nothing is written to `pages` that would find out. */
export async function refuseSlugOfAnother(db: Db, id: number, slug: string) {
  const [other] = await db.select({ id: table.id }).from(table).where(eq(table.slug, slug))
  if (other && other.id !== id) throw Problem.field(409, 'slug', slugIsTaken)
}

/** The page as its draft has it; as it is, without one. */
export async function loadWithDraft(
  db: Db,
  id: number,
): Promise<LoadedPage & { draft_is_behind?: boolean }> {
  const page = orNotFound(await load(db, id), missing)
  const draft = await readDraft(db, { kind: 'page', id })
  if (!draft) return page
  const draft_is_behind = isBehind(draft, contentOf(page))
  return { ...page, ...(draft.fields as Partial<LoadedPage>), draft_is_behind }
}

/** For a 409: without the draft, which is somebody else's, so that the next try leaves it alone. */
export const withoutDraft = (row: LoadedPage): LoadedPage => ({
  ...row,
  has_draft: false,
  draft_saved_at: null,
  draft_saved_by: null,
})
