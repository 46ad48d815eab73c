/** What visitors and candidates read, in every language: one file of `contract/` each. */
import { de } from './contract/de.ts'
import { deDu } from './contract/de-du.ts'
import { en } from './contract/en.ts'
import { es } from './contract/es.ts'
import { fr } from './contract/fr.ts'
import type { Catalog, GermanAddress, Language } from './contract/names.ts'
import type { PluralText } from './contract/say.ts'

type Wide<T> = T extends string
  ? string
  : T extends readonly string[]
    ? readonly string[]
    : T extends { other: string }
      ? PluralText
      : { readonly [K in keyof T]: Wide<T[K]> }

/** English decides which words there are. A language that lacks one does not compile. */
export type Words = Wide<typeof en>

/** For tests and tools: what somebody reads is `wordsOf`. */
export const languages = { de, en, es, fr } satisfies Record<Language, Words>

export const catalogs: Record<Catalog, Words> = { ...languages, 'de-du': deDu }

let germanAddress: GermanAddress = 'sie'

/** Called with the settings that were read last: a process has one site. */
export function addressGermansWith(value: string) {
  germanAddress = value === 'du' ? 'du' : 'sie'
}

/** The catalog of a language, as the site addresses its readers. */
export const catalogOf = (language: Language): Catalog =>
  language === 'de' && germanAddress === 'du' ? 'de-du' : language

/** What somebody reads in this language. */
export const wordsOf = (language: Language): Words => catalogs[catalogOf(language)]

export type { Language }
