import type { Language, Words } from '../contract.ts'

const catalogs: Record<Language, () => Promise<Words>> = {
  en: async () => (await import('./en.ts')).en,
}

/** For browsers, which load one language: its words, or the English ones. */
export function loadWords(tag = 'en') {
  const language = (Object.hasOwn(catalogs, tag) ? tag : 'en') as Language
  return catalogs[language]().then((words) => ({ language, words }))
}
