import { en } from '#api/core/words/contract/en.ts'
import type { Words } from '#api/core/words/contract.ts'

/** What visitors read, for previews. One catalog: `languages` would bundle all of them. */
export const siteWords: Words = en
