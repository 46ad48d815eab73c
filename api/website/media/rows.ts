import { and, desc, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '#api/core/http/columns.ts'
import { contains } from '#api/core/http/like.ts'
import type { Db } from '#db/client.ts'
import {
  jobs,
  mediaUses,
  pages,
  media as table,
  translations,
  trash,
  versions,
} from '#db/schema.ts'
import { type Media, mediaRow } from './contract/row.ts'
import { address, mainVariant } from './contract.ts'

const columns = {
  ...columnsOf(table, mediaRow),
  focal: { x: table.focal_x, y: table.focal_y },
}

type Stored = Omit<Media, 'url' | 'used_on'>

/** Versions are named by their page or job, of which there is one use. */
const id = sql<number>`coalesce(
  ${versions.subject_id}, cast(${translations.subject} as integer), ${mediaUses.subject_id})`
const title = sql<string>`coalesce(${pages.title}, ${jobs.title}, ${trash.title}, '')`
const isOf = (kind: 'page' | 'job') =>
  and(
    or(
      inArray(mediaUses.kind, [kind, `${kind}_version`]),
      and(eq(mediaUses.kind, 'translation'), eq(translations.kind, kind)),
    ),
    eq({ page: pages, job: jobs }[kind].id, id),
  )

/** What uses the pictures: the title is empty for looks of the site. */
async function usesOf(db: Db, ids: number[]) {
  const rows = await db
    .selectDistinct({
      media_id: mediaUses.media_id,
      kind: mediaUses.kind,
      id,
      title,
      language: translations.language,
      of: translations.kind,
    })
    .from(mediaUses)
    .leftJoin(
      versions,
      and(
        inArray(mediaUses.kind, ['page_version', 'job_version']),
        eq(versions.id, mediaUses.subject_id),
      ),
    )
    .leftJoin(
      translations,
      and(eq(mediaUses.kind, 'translation'), eq(translations.id, mediaUses.subject_id)),
    )
    .leftJoin(pages, isOf('page'))
    .leftJoin(jobs, isOf('job'))
    .leftJoin(
      trash,
      and(
        sql`${trash.kind} = coalesce(${versions.kind}, ${translations.kind})`,
        eq(trash.subject_id, id),
      ),
    )
    .where(inArray(mediaUses.media_id, ids))
    .orderBy(mediaUses.kind, id)
  // History says nothing more while the page or job itself uses the picture.
  const isTold = ({ media_id, kind, id }: (typeof rows)[number]) =>
    rows.some((one) => one.media_id === media_id && one.id === id && kind === `${one.kind}_version`)
  return Map.groupBy(
    rows.filter((row) => !isTold(row)),
    ({ media_id }) => media_id,
  )
}

async function present(db: Db, rows: Stored[]): Promise<Media[]> {
  const uses = await usesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const main = mainVariant(row.variants)
    const used_on = (uses.get(row.id) ?? []).map(({ media_id: _, language, of, ...use }) => ({
      ...use,
      ...(language && (of === 'page' || of === 'job') && { language, of }),
    }))
    return { ...row, url: main ? address(row.hash, main) : '', used_on }
  })
}

async function loadWhere(db: Db, where: SQL): Promise<Media | undefined> {
  const [row] = await present(db, await db.select(columns).from(table).where(where))
  return row
}

export const load = (db: Db, id: number) => loadWhere(db, eq(table.id, id))
export const loadByHash = (db: Db, hash: string) => loadWhere(db, eq(table.hash, hash))

/** The filters of the list: words in name or alt text, and whether nothing uses the picture. */
export const matching = (db: Db, { q, unused }: { q: string; unused: boolean }) =>
  and(
    q ? or(contains(table.name, q), contains(table.alt, q)) : undefined,
    unused
      ? notExists(db.select().from(mediaUses).where(eq(mediaUses.media_id, table.id)))
      : undefined,
  )

export const list = async (
  db: Db,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  present(
    db,
    await db
      .select(columns)
      .from(table)
      .where(where)
      .orderBy(desc(table.created_at), desc(table.id))
      .limit(limit)
      .offset(offset),
  )
