import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { id } from '#api/core/http/contract/row-parts.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Translated } from '#api/core/translations/read.ts'
import { isLanguage, languageNames, languagesOf } from '#api/core/words/contract/names.ts'
import { withDraftQuery } from '../content/contract/fields.ts'
import { needFor } from '../content/contract.ts'
import { saverOf } from '../content/fields.ts'
import { deleteTranslation, discardTranslationDraft, saveTranslation } from './change.ts'
import { translationRow } from './contract/row.ts'
import { find, listOf, missing, present, summarize } from './rows.ts'
import { type Original, ownLanguage, type Translatable, withoutRegion } from './subject.ts'

/** As for the original. */
const limitKb = 512

const readOnly = ['language', 'outdated', 'has_draft']
const params = { id, language: z.string() }

/** The page or job in the path; 404 without it. */
async function originalOf(c: Context<Env>, content: Translatable) {
  const id = idOf(c, content.missing)
  return orNotFound(await content.original(c.var.db, id), content.missing)
}

function subjectOf(c: Context<Env>, { kind }: Translatable, original: Original) {
  const language = c.req.param('language') ?? ''
  c.set('auditTarget', { id: original.id, title: original.title })
  c.set('auditDetail', { language })
  return { kind, id: original.id, language }
}

/** A translation can be written into the languages of the site; 404 for others. */
async function requireLanguage(c: Context<Env>, content: Translatable) {
  const original = await originalOf(c, content)
  const language = c.req.param('language') ?? ''
  const all = languagesOf(await readSiteSettings(c.var.db))
  if (!isLanguage(language) || !all.includes(language))
    throw new Problem(404, 'The site does not have this language')
  if (withoutRegion(ownLanguage(original, all[0])) === language)
    throw new Problem(404, `The ${content.kind} itself is in ${languageNames[language]}`)
}

/** The translations of pages or jobs, below their own routes. */
export function translationRoutes<J extends z.ZodType<object>>(content: Translatable<J>) {
  const { kind, row } = content
  const anyContent = content as unknown as Translatable
  return new Hono<Env>()

    .get(
      '/:id/translations',
      route(
        {
          summary: `List the translations of a ${kind}`,
          access: can(needFor[kind]),
          scope: `${kind}s:read`,
          answers: { 200: translationRow.array(), 404: 'refused' },
        },
        async (c) => {
          const original = await originalOf(c, anyContent)
          const rows = await listOf(c.var.db, kind, original.id)
          return c.json(rows.map((row) => summarize(row, original)))
        },
      ),
    )

    .get(
      '/:id/translations/:language',
      route(
        {
          summary: `Read the translation of a ${kind}`,
          description: 'With `?draft=true` as its unpublished changes have it.',
          access: can(needFor[kind]),
          scope: `${kind}s:read`,
          query: withDraftQuery,
          params,
          answers: { 200: row, 404: 'refused' },
        },
        async (c) => {
          const original = await originalOf(c, anyContent)
          const subject = subjectOf(c, anyContent, original)
          const found = orNotFound(await find(c.var.db, subject), missing)
          return c.json(present(anyContent, found, original, c.req.valid('query').draft === 'true'))
        },
      ),
    )

    .put(
      '/:id/translations/:language',
      route(
        {
          summary: `Save the translation of a ${kind}`,
          description:
            'Fields that are left out stay as they are. Not published before `published` says so; `draft` keeps the changes beside what is published.',
          access: can(needFor[kind]),
          scope: `${kind}s:write`,
          beforeInput: (c) => requireLanguage(c, anyContent),
          json: { schema: content.input, example: content.example, readOnly, limitKb },
          params,
          answers: { 200: row, 404: 'refused', 409: conflictWith(row) },
          audit: `${kind}.translation_saved`,
        },
        async (c) => {
          const original = await originalOf(c, anyContent)
          const subject = subjectOf(c, anyContent, original)
          const { published, draft, updated_at, ...given } = c.req.valid('json' as never) as Change
          const before = await find(c.var.db, subject)
          const change = { published, draft, updated_at, given: written(given) }
          const saved = await saveTranslation(c.var.db, anyContent, subject, change, saverOf(c))
          if (draft && saved.has_draft)
            c.set('auditDetail', { language: subject.language, draft: 'saved' })
          if (saved.published !== (before?.is_published ?? false))
            c.set(
              'actionOnSuccess',
              `${kind}.translation_${saved.published ? 'published' : 'unpublished'}`,
            )
          return c.json(saved)
        },
      ),
    )

    .delete(
      '/:id/translations/:language/draft',
      route(
        {
          summary: `Discard the unpublished changes of the translation of a ${kind}`,
          access: can(needFor[kind]),
          scope: `${kind}s:write`,
          params,
          answers: { 200: row, 404: 'refused' },
          audit: `${kind}.draft_discarded`,
        },
        async (c) => {
          const original = await originalOf(c, anyContent)
          const subject = subjectOf(c, anyContent, original)
          return c.json(await discardTranslationDraft(c.var.db, anyContent, subject))
        },
      ),
    )

    .delete(
      '/:id/translations/:language',
      route(
        {
          summary: `Delete the translation of a ${kind}`,
          description: 'With its draft. The history keeps what was saved.',
          access: can(needFor[kind]),
          scope: `${kind}s:write`,
          params,
          answers: { 204: null, 404: 'refused' },
          audit: `${kind}.translation_deleted`,
        },
        async (c) => {
          const original = await originalOf(c, anyContent)
          const subject = subjectOf(c, anyContent, original)
          await deleteTranslation(c.var.db, anyContent, subject, saverOf(c))
          return c.body(null, 204)
        },
      ),
    )
}

type Change = {
  published?: boolean
  draft?: boolean
  updated_at?: string | null
} & Translated

/** Without what is left out. */
const written = (given: Translated): Translated =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
