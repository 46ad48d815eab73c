import type { Words } from '../contract.ts'
import { type Language, languageOf } from './names.ts'

const catalogs: Record<Language, () => Promise<Words>> = {
  de: async () => (await import('./de.ts')).de,
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
}

/** For browsers, which load one language: its words, or the English ones. */
export function loadWords(tag = 'en') {
  const language = languageOf(tag)
  return catalogs[language]().then((words) => ({ language, words }))
}
