import { en } from '#api/core/words/contract/en.ts'
import { loadWords } from '#api/core/words/contract/load.ts'
import type { Language, Words } from '#api/core/words/contract.ts'

/**
 * What candidates read, in the language that the site had when the back office was opened: for what
 * is shown as they will see it.
 */
export let siteWords: Words = en
export let siteLanguage: Language = 'en'

async function load() {
  const loaded = await loadWords(document.documentElement.dataset.siteCatalog)
  siteWords = loaded.words
  siteLanguage = loaded.language
}

let loading: Promise<void> | undefined

/** Sets the words, once. Screens are loaded after it, since their modules read the words at once. */
export function loadSiteWords(): Promise<void> {
  // Without them, English is shown; the next screen tries again.
  loading ??= load().catch(() => {
    loading = undefined
  })
  return loading
}
