import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { z } from 'zod'
import type { ProblemBody } from '#api/core/http/contract/problem.ts'
import { lastLanguagesOf } from '#api/core/site-settings/site-settings.ts'
import { hashOfOriginal, type Translated } from '#api/core/translations/read.ts'
import type { Language } from '#api/core/words/contract/names.ts'
import type { Db } from '#db/client.ts'
import type { Content } from '../content/fields.ts'
import type { JobTranslation, PageTranslation } from './contract/row.ts'

/** The page or job that is translated, as it is. */
export type Original = {
  id: number
  title: string
  language: string | null
  updated_at: string
  isPublic: boolean
  /** The fields that are translated, in the order in which they are hashed. */
  fields: object
  /** As its versions keep it, and the hashes of its pictures. */
  version: { fields: object; pictures: readonly string[] }
}

/** What the routes of translations need to know of pages, or of jobs. */
export type Translatable<Input extends z.ZodType = z.ZodType> = Content & {
  input: Input
  row: z.ZodType<PageTranslation> | z.ZodType<JobTranslation>
  example: z.input<Input>
  original: (db: Db, id: number) => Promise<Original | undefined>
  /** Sanitizes the fields that are given, for storage. Throws 400 for those that don't fit. */
  clean: (fields: Translated, original: Original) => Translated
  /** The fields as they are sent. */
  shown: (fields: Translated, original: Original) => Translated
  /** What it lacks to be published. */
  missingIn: (fields: Translated, original: Original) => NonNullable<ProblemBody['details']>
  /** The fields with rich text. */
  texts: readonly string[]
  /** More batch statements, once the translation is written. */
  afterSave?: (
    db: Db,
    original: Original,
    language: string,
    fields: Translated,
  ) => BatchItem<'sqlite'>[]
}

export const hashOf = ({ fields }: Pick<Original, 'fields'>) => hashOfOriginal(fields)

/** Those without a language are in the main one. */
export const ownLanguage = ({ language }: { language?: string | null }, main: Language) =>
  language || main

/** SQL: a row with this language of its own is written in `language`, whatever the region. */
export const isWrittenIn = (own: SQLWrapper, language: SQL | string, main: SQL | string) =>
  sql`coalesce(nullif(${own}, ''), ${main}) || '-' like ${language} || '-%'`

/** The language of a tag without its region: `de` of `de-AT`. */
export const withoutRegion = (tag: string) => tag.split('-')[0]?.toLowerCase() ?? tag

/** Whether the site has several languages, as last read. */
export const hasLanguages = (db: Db) => lastLanguagesOf(db).length > 1
