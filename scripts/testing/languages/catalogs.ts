import { en } from '#api/core/words/contract/en.ts'
import type { Words } from '#api/core/words/contract.ts'
import { catalogOf, entriesOf } from '#scripts/words/catalog.ts'

// Both tags have all six plural categories of Unicode CLDR.
const pseudo = {
  cy: { dateLocale: 'cy-GB', letters: 'áƀčðéƒğĥíĵķłɱñóþɋřšţúṽŵẋýž' },
  ar: { dateLocale: 'ar-EG', letters: 'אבגדהוזחטיכלמנסעפצקרשתאבגד' },
}

export const pseudoLanguages = Object.keys(pseudo) as (keyof typeof pseudo)[]

/** Other letters for each of the alphabet, and 40 % more of them; `{placeholders}` stay. */
function disguised(text: string, letters: string): string {
  const all = [...letters]
  const other = (letter: string) => all[letter.toLowerCase().charCodeAt(0) - 97] ?? letter
  const changed = text.replace(/\{\w+\}|[a-z]/gi, (part) => (part.length > 1 ? part : other(part)))
  let missing = Math.ceil(text.replace(/\{\w+\}/g, '').length * 0.4)
  // Longer words, as in other languages; not a longer last word, which nothing could break.
  const longer = changed.replace(/\{\w+\}|\p{L}+/gu, (word) => {
    const more = word.startsWith('{') ? 0 : Math.min(missing, Math.ceil(word.length * 0.4))
    missing -= more
    return word + (all[14] ?? '').repeat(more)
  })
  return longer
}

/**
 * The English words as a language that doesn't exist: `cy` longer and with accents, `ar` in Hebrew
 * letters, from right to left.
 */
export function pseudoCatalog(tag: (typeof pseudoLanguages)[number]): Words {
  const { dateLocale, letters } = pseudo[tag]
  const texts = new Map(
    entriesOf(en, tag).map(({ path, english }) => [path, disguised(english, letters)]),
  )
  texts.set('dateLocale', dateLocale)
  return catalogOf(en, tag, texts) as Words
}
