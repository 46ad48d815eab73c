import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { mediaUseKinds, slowFormats, type Variant } from '../enums.ts'
import { flag, id, isFlag, isJson, oneOf, times } from './columns.ts'

/** Pictures. Their public files are `/media/{hash}/{width}.{format}`. */
export const media = sqliteTable(
  'media',
  {
    id: id(),
    /** In hex, of the uploaded bytes and our encoding: the same upload is the same picture. */
    hash: text().notNull(),
    /** The name of the uploaded file. */
    name: text().notNull(),
    alt: text().notNull().default(''),
    /** Says nothing that the text does not: screen readers pass over it (WCAG 1.1.1). */
    decorative: flag().default(false),
    /** In pixels, as shown: after the orientation that the camera noted. */
    width: integer().notNull(),
    height: integer().notNull(),
    transparent: flag().default(false),
    /** Shown until the picture has loaded. */
    color: text().notNull(),
    /** The point that stays in view when cropped, in percent from the left and top. */
    focal_x: integer().notNull().default(50),
    focal_y: integer().notNull().default(50),
    /** The files that exist. */
    variants: text({ mode: 'json' }).$type<Variant[]>().notNull(),
    /** Formats that take long to encode are made after the upload is answered. */
    slow_formats: text({ enum: slowFormats }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** Reserves the picture for one worker; after a failure also the time until the next try. */
    lease_until: text(),
    /** The uploaded file's key in the resume store, kept until the slow formats are made. */
    source_key: text(),
    ...times(),
  },
  (t) => [
    uniqueIndex('media_hash').on(t.hash),
    index('media_newest').on(t.created_at, t.id),
    index('media_waiting').on(t.id).where(sql`slow_formats = 'waiting'`),
    check('media_hash_form', sql`length(${t.hash}) = 32 and ${t.hash} not glob '*[^0-9a-f]*'`),
    check(
      'media_lengths',
      sql`length(${t.name}) <= 150 and length(${t.alt}) <= 300 and length(${t.color}) = 7`,
    ),
    check('media_decorative', isFlag(t.decorative)),
    check('media_transparent', isFlag(t.transparent)),
    check('media_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('media_focal', sql`${t.focal_x} between 0 and 100 and ${t.focal_y} between 0 and 100`),
    check('media_variants', isJson(t.variants, 'array')),
    check('media_slow_formats', oneOf(t.slow_formats, slowFormats)),
  ],
)

/**
 * Where pictures are shown. The row refuses deleting the picture. Triggers remove it with its page
 * or job; an older look keeps no picture.
 */
export const mediaUses = sqliteTable(
  'media_uses',
  {
    media_id: integer()
      .notNull()
      .references(() => media.id),
    kind: text({ enum: mediaUseKinds }).notNull(),
    /** The id of the page, job, version or translation; the look's id in `appearances`. */
    subject_id: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.media_id, t.kind, t.subject_id] }),
    index('media_uses_subject').on(t.kind, t.subject_id),
    check('media_uses_kind', oneOf(t.kind, mediaUseKinds)),
  ],
)
