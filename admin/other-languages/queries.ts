import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { type Language, languagesOf } from '#api/core/words/contract/names.ts'
import type {
  LanguageCount,
  OriginalRow,
  TranslationRow,
} from '#api/office/translations/contract/row.ts'
import type { TextKind } from '#api/office/translations/contract.ts'
import { api, read } from '../lib/api/api.ts'
import { publicSettingsQuery } from '../lib/settings/public-settings.ts'

export type Original = OriginalRow
export type Translation = Original['translations'][number]

/** The languages of the site, the main one first; one or none where nothing can be translated. */
export function useSiteLanguages(): readonly Language[] {
  const { data } = useQuery(publicSettingsQuery)
  return data ? languagesOf(data) : []
}

/** Prefix of all queries of translations. */
export const translationsKey: QueryKey = ['translations']

/** The original with its translations; null while it says nothing. */
export const translationsQuery = (kind: TextKind, subject: string, version: string | undefined) =>
  queryOptions({
    queryKey: [...translationsKey, kind, subject, version],
    queryFn: async () => {
      const rows = await read(api.translations[kind].$get({ query: { subject } }))
      return (rows as OriginalRow[])[0] ?? null
    },
  })

/** How much visitors would no longer see in the languages that the setting no longer has. */
export async function hiddenBy(before: string, after: string): Promise<LanguageCount[]> {
  const removed = before.split(',').filter((tag) => tag && !after.split(',').includes(tag))
  if (!removed.length) return []
  const counts: LanguageCount[] = await read(api.translations.$get())
  return counts.filter(({ language }) => removed.includes(language))
}

/** What has no translation into this language, before it becomes the main one. */
export const countLacking = (language: string) =>
  read(api.translations.lacking[':language'].$get({ param: { language } }))

type Where = { kind: TextKind; subject: string; language: string }

const one = ({ kind }: Where) => api.translations[kind][':subject'][':language']

/** Throws a 409 when it has changed since `updated_at`, or is there at all with null. */
export const saveTranslation = (
  { subject, language, ...where }: Where,
  fields: Record<string, string>,
  updated_at: string | null,
): Promise<TranslationRow> =>
  read(
    one({ subject, language, ...where }).$put({
      param: { subject, language },
      // Each kind has fields of its own, which the server checks.
      json: { fields: fields as never, updated_at },
    }),
  )

export const deleteTranslation = ({ subject, language, ...where }: Where) =>
  one({ subject, language, ...where }).$delete({ param: { subject, language } })
