import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { translationLanguage } from '#api/core/site-settings/site-settings.ts'
import { readTranslations } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { Appearance } from '#db/enums.ts'
import { appearances, media, mediaUses, settings, users } from '#db/schema.ts'
import type { Picture } from '../media/contract/row.ts'
import { loadPictures } from '../media/shown.ts'
import type { AppearanceRow, PastAppearance, PublishedAppearance } from './contract/row.ts'
import {
  defaultAppearance,
  heroSubject,
  heroWords,
  type PictureField,
  pictureFields,
  pictureIn,
} from './contract.ts'

export const isDraft = isNull(appearances.published_at)
export const isPublished = isNotNull(appearances.published_at)

type Fields = Required<Appearance>

/** The setting `jobs_layout`, which is what visitors see of this field. */
export const publishedLayout = sql<Fields['jobs_layout']>`coalesce(
  (select nullif(${settings.value}, '') from ${settings} where ${settings.key} = 'jobs_layout'),
  ${defaultAppearance.jobs_layout})`

/** The fields that a look has today, whenever it was stored. */
function fieldsOf(stored: Partial<Appearance> | null, layout: Fields['jobs_layout']): Fields {
  const pick = <T extends object>(defaults: T, from: Partial<T> = {}) =>
    Object.fromEntries(
      Object.entries(defaults).map(([key, value]) => [key, from[key as keyof T] ?? value]),
    ) as T
  return {
    ...pick<Fields>({ ...defaultAppearance, jobs_layout: layout }, stored ?? {}),
    hero: pick(defaultAppearance.hero, stored?.hero),
  }
}

export const namedPictures = (look: Appearance) =>
  pictureFields.flatMap((field) => {
    const id = pictureIn(look, field)
    return id === null ? [] : [{ field, id }]
  })

/** The draft; without one, the published look. */
export const currentId = sql`(
  select id from ${appearances} order by published_at is null desc, id desc limit 1)`
export const publishedId = sql`(
  select max(id) from ${appearances} where published_at is not null)`

/** Of a query that always has one row. */
function theOnly<T>(row: T | undefined): T {
  if (!row) throw new Error('A query without FROM returned no row')
  return row
}

/** The draft; without one, the published look; without that, the default. */
export async function loadCurrent(db: Db): Promise<AppearanceRow> {
  const [row] = await db
    .select({
      fields: appearances.fields,
      layout: publishedLayout,
      is_draft: sql<number>`${appearances.id} is not null and ${isDraft}`.mapWith(Boolean),
      published_at: sql<string | null>`(
        select published.published_at from ${appearances} published where published.id = ${publishedId})`,
      updated_at: appearances.updated_at,
    })
    .from(sql`(select 1)`)
    .leftJoin(appearances, eq(appearances.id, currentId))
  const { fields, layout, is_draft, published_at, updated_at } = theOnly(row)
  const look = is_draft
    ? fieldsOf(fields, layout)
    : { ...fieldsOf(fields, layout), jobs_layout: layout }
  return { ...look, is_draft, published_at, updated_at }
}

/** The look with the pictures that it names. */
async function withPictures(db: Db, look: Fields): Promise<PublishedAppearance> {
  const [hero, pictures] = await Promise.all([translatedHero(db, look), loadNamed(db, [look])])
  return { ...look, hero, pictures }
}

/** The hero in the reader's language; words that it doesn't have are Foyer's own, in each language. */
async function translatedHero(db: Db, { hero }: Fields) {
  const language = translationLanguage(db)
  if (!language || !heroWords.some((field) => hero[field])) return hero
  const fields = (await readTranslations(db, 'appearance', language, [heroSubject])).get(
    heroSubject,
  )
  const translated = heroWords.filter((field) => hero[field] && fields?.[field])
  return {
    ...hero,
    ...Object.fromEntries(translated.map((field) => [field, fields?.[field]])),
    translated,
  }
}

export async function loadPublished(db: Db): Promise<PublishedAppearance> {
  const [row] = await db
    .select({ fields: appearances.fields, layout: publishedLayout })
    .from(sql`(select 1)`)
    .leftJoin(appearances, eq(appearances.id, publishedId))
  const { fields, layout } = theOnly(row)
  return withPictures(db, { ...fieldsOf(fields, layout), jobs_layout: layout })
}

/** The same as `loadCurrent`, with pictures. */
export async function loadDraft(db: Db): Promise<PublishedAppearance> {
  const { is_draft: _, published_at: __, updated_at: ___, ...look } = await loadCurrent(db)
  return withPictures(db, look)
}

async function loadNamed(db: Db, looks: Appearance[]): Promise<Picture[]> {
  const ids = [...new Set(looks.flatMap(namedPictures).map(({ id }) => id))]
  return ids.length ? loadPictures(db, inArray(media.id, ids)) : []
}

/** A published look; undefined for any other id. */
export async function loadPast(db: Db, id: number): Promise<Appearance | undefined> {
  const [row] = await db
    .select({ fields: appearances.fields, layout: publishedLayout })
    .from(appearances)
    .where(and(isPublished, eq(appearances.id, id)))
  return row && fieldsOf(row.fields, row.layout)
}

/** Published looks, newest first; the first is what visitors see. */
export async function loadHistory(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<PastAppearance[]> {
  const rows = await db
    .select({
      id: appearances.id,
      fields: appearances.fields,
      layout: publishedLayout,
      published_at: sql<string>`${appearances.published_at}`,
      published_by: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
    })
    .from(appearances)
    .leftJoin(users, eq(users.id, appearances.published_by))
    .where(isPublished)
    .orderBy(desc(appearances.id))
    .limit(limit)
    .offset(offset)
  const looks = rows.map(({ fields, layout, ...row }) => ({
    ...fieldsOf(fields, layout),
    ...row,
  }))
  const there = new Set((await loadNamed(db, looks)).map(({ id }) => id))
  return looks.map((look) => ({
    ...look,
    missing: namedPictures(look).flatMap(({ field, id }) => (there.has(id) ? [] : [field])),
  }))
}

const paths: Record<PictureField, string> = {
  logo_light: '$.logo_light',
  logo_dark: '$.logo_dark',
  icon: '$.icon',
  hero: '$.hero.media_id',
}
const allPaths = Object.values(paths)

/** The fields of a look, with null for pictures that have been deleted. */
export function fieldsWithExistingPictures(id: number): SQL {
  const fields = sql`(select fields from ${appearances} where id = ${id})`
  const existing = (path: string) =>
    sql`${path}, (select id from ${media} where id = ${fields} ->> ${path})`
  return sql`json_set(${fields}, ${sql.join(allPaths.map(existing), sql`, `)})`
}

/** Statements after which the draft's pictures are exactly those marked as used by it. */
export const recordDraftUses = (db: Db) =>
  [
    db.delete(mediaUses).where(eq(mediaUses.kind, 'draft')),
    db.run(sql`
    insert into ${mediaUses} (media_id, kind, subject_id)
    select distinct picture.value, 'draft', ${appearances.id}
    from ${appearances}, json_each(json_array(${sql.join(
      allPaths.map((path) => sql`${appearances.fields} ->> ${path}`),
      sql`, `,
    )})) picture
    where ${isDraft} and picture.value is not null`),
  ] as const

/** Statements that give the draft the published look's pictures, if a look matches `ready`. */
export const recordPublishedUses = (db: Db, ready: SQL | undefined) => {
  const isReady = sql`exists (select 1 from ${appearances} where ${ready})`
  return [
    db.delete(mediaUses).where(and(eq(mediaUses.kind, 'published'), isReady)),
    db
      .update(mediaUses)
      .set({ kind: 'published' })
      .where(and(eq(mediaUses.kind, 'draft'), isReady)),
  ] as const
}
