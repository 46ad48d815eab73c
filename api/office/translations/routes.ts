import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { visibleText } from '#api/core/http/contract/text.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import { sanitize } from '#api/core/rich-text/rich-text.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { type Access, can, canWriteTexts, route } from '#api/core/route/route.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { placeholderError } from '#api/core/templates/contract.ts'
import { hashOfOriginal } from '#api/core/translations/read.ts'
import { languagesOf } from '#api/core/words/contract/names.ts'
import { countPagesAndJobs } from '#api/website/translations/main-language.ts'
import type { Db } from '#db/client.ts'
import { translations as table, touched, trash } from '#db/schema.ts'
import {
  lackingRow,
  languageCountRow,
  originalRow,
  type TranslationRow,
  translationRow,
} from './contract/row.ts'
import { placeholdersOf, type TextKind, textRequired, translationChange } from './contract.ts'
import { countLacking, type Original, originals } from './originals.ts'

type Fields = Record<string, string>

/** As of what is translated. */
const accessTo: Record<TextKind, Access> = {
  menu: can('edit_pages'),
  setting: can('manage_settings'),
  template: canWriteTexts,
  automatic: canWriteTexts,
  appearance: can('manage_settings'),
  media: can('edit_pages', 'manage_settings'),
}

export const fieldExamples: Record<TextKind, Fields> = {
  menu: { 'url:/jobs': 'Stellen' },
  setting: { value: 'Wir backen Brot.' },
  template: { subject: 'Guten Tag', body: '<p>Guten Tag {first_name}</p>' },
  automatic: { subject: 'Danke', body: '<p>{greeting}</p>' },
  appearance: { headline: 'Wir backen' },
  media: { alt: 'Bäckerinnen' },
}

const params = { subject: z.string(), language: z.string() }
const nothing = 'There is no such text to translate'
const untranslated = 'It is not translated into this language'

const columns = {
  id: table.id,
  subject: table.subject,
  language: table.language,
  fields: table.fields,
  base_sha256: table.base_sha256,
  updated_at: table.updated_at,
}

const load = (db: Db, kind: TextKind, which: SQL | undefined) =>
  db
    .select(columns)
    .from(table)
    .where(and(eq(table.kind, kind), which))
    .orderBy(table.language)

type Stored = Awaited<ReturnType<typeof load>>[number]

const present = (stored: Stored, original: Original): TranslationRow => ({
  id: stored.id,
  subject: stored.subject,
  language: stored.language,
  fields: stored.fields as Fields,
  outdated: stored.base_sha256 !== hashOfOriginal(original.fields),
  updated_at: stored.updated_at,
})

/** The languages that texts are translated into: those of the site beside the main one. */
async function otherLanguages(db: Db): Promise<string[]> {
  const [, ...others] = languagesOf(await readSomeSettings(db, 'site_language', 'site_languages'))
  return others
}

/** What the path names, with the original if there still is one; 404 for a language not of the site. */
async function named(c: Context<Env>, kind: TextKind) {
  const { db } = c.var
  const [subject, language] = [c.req.param('subject') ?? '', c.req.param('language') ?? '']
  const [[original], languages] = await Promise.all([
    originals[kind].read(db, subject),
    otherLanguages(db),
  ])
  if (!languages.includes(language))
    throw new Problem(404, 'The site has no such language to translate into')
  return { subject, language, original }
}

/** The original and the language in the path, or 404. */
async function subjectOf(c: Context<Env>, kind: TextKind) {
  const { original, language } = await named(c, kind)
  return { original: orNotFound(original, nothing), language }
}

const isOf = ({ subject }: Pick<Original, 'subject'>, language: string) =>
  and(eq(table.subject, subject), eq(table.language, language))

const invalid = (field: string, message: string) =>
  new Problem(400, message, { details: [{ path: ['fields', field], message }] })

/** The fields as they are stored: those that say something, with sanitized rich text. */
function checked(kind: TextKind, original: Original, given: Record<string, unknown>): Fields {
  const fields: Fields = {}
  for (const [field, text] of Object.entries(given)) {
    if (typeof text !== 'string' || !text) continue
    if (!Object.hasOwn(original.fields, field))
      throw invalid(field, 'The original no longer has this text. Load it again.')
    fields[field] = text
  }
  if (kind === 'template' || kind === 'automatic') checkEmail(kind, original, fields)
  if (!Object.keys(fields).length)
    throw Problem.field(400, 'fields', `${textRequired}, or delete it`)
  return fields
}

function checkEmail(kind: TextKind, { subject }: Original, fields: Fields) {
  fields.body = sanitize(fields.body ?? '')
  if (!visibleText(fields.body)) throw invalid('body', 'Message is required')
  for (const [field, text] of Object.entries(fields)) {
    const error = placeholderError(text, placeholdersOf(kind, subject))
    if (error) throw invalid(field, error)
  }
}

type Base = string | null | undefined

/**
 * One statement: the original may be deleted, and the translation saved by somebody else, meanwhile.
 * One that was deleted is created again: nothing of anybody's is lost by that.
 */
async function write(
  c: Context<Env>,
  kind: TextKind,
  {
    original,
    language,
    fields,
    base,
  }: { original: Original; language: string; fields: Fields; base: Base },
) {
  const { db } = c.var
  const { subject } = original
  const isStill = base === undefined ? sql`true` : sql`${table.updated_at} is ${base}`
  const [written] = await db.all<{ id: number }>(sql`
    insert into ${table} (kind, subject, language, fields, base_sha256, saved_by)
    select ${kind}, ${subject}, ${language}, ${JSON.stringify(fields)},
      ${hashOfOriginal(original.fields)}, ${signedInUser(c).id}
    where ${originals[kind].exists(subject)}
    on conflict (kind, subject, language) do update set
      fields = excluded.fields, base_sha256 = excluded.base_sha256, saved_by = excluded.saved_by,
      updated_at = ${touched(table.updated_at)}
    where ${isStill}
    returning id`)
  return written?.id
}

const notInTrash = sql`not exists (select 1 from ${trash}
  where ${trash.kind} = ${table.kind} and cast(${trash.subject_id} as text) = ${table.subject})`

const nameOf = ({ name }: Pick<Original, 'name'>, language: string) => `${name} (${language})`

/** The translations of one kind of text. */
function routesOf<K extends TextKind>(kind: K) {
  const access = accessTo[kind]
  return new Hono<Env>()

    .get(
      '/',
      route(
        {
          summary: `List translations: ${kind}`,
          description: 'Each text that can be translated, with its translations.',
          access,
          query: {
            ...paging,
            subject: z.string().max(64, 'Must be at most 64 characters').optional(),
          },
          answers: { 200: originalRow.array() },
        },
        async (c) => {
          const { db } = c.var
          const { subject } = c.req.valid('query')
          const { read, count } = originals[kind]
          const all = count ? undefined : await read(db, subject)
          const counted = count ? count(db, subject) : Promise.resolve(all?.length ?? 0)
          const rows = await pageOf(c, counted, async (limit, offset) =>
            all ? all.slice(offset, offset + limit) : read(db, subject, { limit, offset }),
          )
          const languages = await otherLanguages(db)
          const stored = languages.length
            ? await load(
                db,
                kind,
                and(
                  inArray(table.language, languages),
                  sql`${table.subject} in (select value from json_each(${JSON.stringify(
                    rows.map(({ subject }) => subject),
                  )}))`,
                ),
              )
            : []
          return c.json(
            rows.map((original) => ({
              ...original,
              translations: stored
                .filter(({ subject }) => subject === original.subject)
                .map((row) => {
                  const { subject: _, ...translation } = present(row, original)
                  return translation
                }),
            })),
          )
        },
      ),
    )

    .get(
      '/:subject/:language',
      route(
        {
          summary: `Read a translation: ${kind}`,
          access,
          params,
          answers: { 200: translationRow, 404: 'refused' },
        },
        async (c) => {
          const { original, language } = await subjectOf(c, kind)
          const [row] = await load(c.var.db, kind, isOf(original, language))
          return c.json(present(orNotFound(row, untranslated), original))
        },
      ),
    )

    .put(
      '/:subject/:language',
      route(
        {
          summary: `Translate: ${kind}`,
          description:
            'Visitors and candidates who read this language get it at once. With `updated_at`, only if the translation is still that one; null: if there is none.',
          access,
          params,
          beforeInput: async (c) => void (await subjectOf(c, kind)),
          json: {
            schema: translationChange(kind),
            example: { fields: fieldExamples[kind] },
            readOnly: ['id', 'subject', 'language', 'outdated'],
            limitKb: 512,
          },
          answers: { 200: translationRow, 404: 'refused', 409: conflictWith(translationRow) },
          audit: 'translation.changed',
        },
        async (c) => {
          const { db } = c.var
          const { original, language } = await subjectOf(c, kind)
          const { fields: given, updated_at: base } = c.req.valid('json')
          const fields = checked(kind, original, given)
          const id = await write(c, kind, { original, language, fields, base })
          const [row] = await load(db, kind, isOf(original, language))
          if (id === undefined && row) throw stale(present(row, original))
          c.set('auditTarget', { id: id ?? 0, subject: nameOf(original, language) })
          return c.json(present(orNotFound(row, untranslated), original))
        },
      ),
    )

    .delete(
      '/:subject/:language',
      route(
        {
          summary: `Delete a translation: ${kind}`,
          access,
          params,
          answers: { 204: null, 404: 'refused' },
          audit: 'translation.deleted',
        },
        async (c) => {
          // The text may have been emptied since it was translated.
          const { subject, language, original } = await named(c, kind)
          const deleted = await c.var.db
            .delete(table)
            .where(and(eq(table.kind, kind), isOf({ subject }, language)))
            .returning({ id: table.id })
          const { id } = orNotFound(deleted[0], untranslated)
          c.set('auditTarget', { id, subject: nameOf(original ?? { name: subject }, language) })
          return c.body(null, 204)
        },
      ),
    )
}

export const translations = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Count what is translated into each language',
        description: 'Languages that the site no longer has, too: their translations are kept.',
        access: can('manage_settings'),
        answers: { 200: languageCountRow.array() },
      },
      async (c) =>
        c.json(
          await c.var.db
            .select({ language: table.language, count: count() })
            .from(table)
            .where(and(eq(table.is_published, true), notInTrash))
            .groupBy(table.language)
            .orderBy(table.language),
        ),
    ),
  )

  .get(
    '/lacking/:language',
    route(
      {
        summary: 'Count what has no translation into a language',
        description: 'If it becomes the main language, texts are shown as if they were in it.',
        access: can('manage_settings'),
        params: { language: z.string().max(16, 'Must be at most 16 characters') },
        answers: { 200: lackingRow },
      },
      async (c) => {
        const { db } = c.var
        const language = c.req.param('language') ?? ''
        const [texts, pagesAndJobs] = await Promise.all([
          countLacking(db, language),
          countPagesAndJobs(db, language),
        ])
        return c.json({ count: texts, ...pagesAndJobs })
      },
    ),
  )

  .route('/menu', routesOf('menu'))
  .route('/setting', routesOf('setting'))
  .route('/template', routesOf('template'))
  .route('/automatic', routesOf('automatic'))
  .route('/appearance', routesOf('appearance'))
  .route('/media', routesOf('media'))
