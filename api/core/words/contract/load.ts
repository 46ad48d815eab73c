import type { Words } from '../contract.ts'
import { type Catalog, languageOf } from './names.ts'

const catalogs: Record<Catalog, () => Promise<Words>> = {
  de: async () => (await import('./de.ts')).de,
  'de-du': async () => (await import('./de-du.ts')).deDu,
  en: async () => (await import('./en.ts')).en,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
}

const isCatalog = (name: string): name is Catalog => Object.hasOwn(catalogs, name)

/** For browsers, which load one catalog: its words, or the English ones. */
export function loadWords(name = 'en') {
  const language = languageOf(name.slice(0, 2))
  return catalogs[isCatalog(name) ? name : 'en']().then((words) => ({ language, words }))
}
