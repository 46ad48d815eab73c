import { loadWords } from '#api/core/words/contract/load.ts'

/**
 * What candidates read, in the language that the site had when the back office was opened: for what
 * is shown as they will see it.
 */
export const { language: siteLanguage, words: siteWords } = await loadWords(
  typeof document === 'undefined' ? undefined : document.documentElement.dataset.siteLanguage,
)
