import { useQuery } from '@tanstack/react-query'
import { candidateLanguage, languagesOf } from '#api/core/words/contract/names.ts'
import { publicSettingsQuery } from '../settings/public-settings.ts'
import type { Template } from '../templates/queries.ts'
import type { Application } from './queries.ts'

/** The site's languages, the main one first; none until the settings are read. */
export function useSiteLanguages() {
  const { data } = useQuery(publicSettingsQuery)
  return data ? languagesOf(data) : []
}

/** The language in which a candidate is written to, if it is not the main one, which is beside it. */
export type Reads = { language: string; main: string }

export function useReads(application: Pick<Application, 'language'>): Reads | undefined {
  const { data } = useQuery(publicSettingsQuery)
  if (!data) return undefined
  const language = candidateLanguage(data, application)
  const [main] = languagesOf(data)
  return language === main ? undefined : { language, main }
}

/** The template in the candidate's language, where it is translated. */
export const inTheirLanguage = (template: Template, reads: Reads | undefined): Template => ({
  ...template,
  ...(reads && template.translations[reads.language]),
})
