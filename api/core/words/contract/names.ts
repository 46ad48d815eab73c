import type { Language } from '../contract.ts'

/** Each language in its own words. */
export const languageNames = { en: 'English' } satisfies Record<Language, string>
