/** What visitors and candidates read, in every language: one file of `contract/` each. */
import { de } from './contract/de.ts'
import { en } from './contract/en.ts'
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

export const languages = { de, en } satisfies Record<string, Words>

export type Language = keyof typeof languages

/** The language of the site and of mails to candidates. A setting once there is a second one. */
export const siteLanguage: Language = 'en'
