/** What visitors and candidates read, in every language: one file of `contract/` each. */
import { de } from './contract/de.ts'
import { en } from './contract/en.ts'
import { es } from './contract/es.ts'
import { fr } from './contract/fr.ts'
import type { Language } from './contract/names.ts'
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

export const languages = { de, en, es, fr } satisfies Record<Language, Words>

export type { Language }
