import { and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { jobs as table } from '#db/schema.ts'
import { searchable, searchQuery } from '../search/terms.ts'
import { active } from './rows.ts'
import { matching } from './search.ts'

/** Of words of fewer letters, too many others are a letter away. */
const shortest = 4

/** First letters of shorter words are not corrected: "rust" would find "must". */
const shortestForFirst = 5

/** How many letters of a word may be wrong. */
const tolerance = (word: string) => (word.length < 8 ? 1 : 2)

/** How many of the nearest words are tried: those nearest may be in inactive jobs only. */
const tries = 5

/** Optimal string alignment distance: insertions, deletions, substitutions and adjacent swaps. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

async function isFound(db: Db, text: string) {
  const words = searchQuery(text)
  if (words === undefined) return true
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(active, sql`${table.id} in (${matching(words)})`))
    .limit(1)
  return found !== undefined
}

/** As the index spells it: Latin letters without accents. */
const folded = (word: string) =>
  searchable(word.toLowerCase())
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')

/** The letters of an alphabet, as the index spells them: those in the same 256 code points. */
function alphabetOf(letter: string): string[] {
  const begin = letter.codePointAt(0)! & ~255
  return Array.from({ length: 256 }, (_, n) => String.fromCodePoint(begin + n)).filter(
    (other) => /\p{L}/u.test(other) && folded(other) === other,
  )
}

/** The words that differ in the first letter only: it was wrong, missing, extra or swapped. */
function withOtherFirst(word: string): string[] {
  const [first = '', second = '', ...others] = word
  const rest = [second, ...others].join('')
  const begun = alphabetOf(second).flatMap((letter) => [letter + rest, letter + word])
  return [...begun, rest, [second, first, ...others].join('')]
}

/** Indexed words that may be meant. Comparing all of them would take 30 ms with 2,000 jobs. */
function similar(db: Db, word: string, most: number) {
  const [first = ''] = word
  const others = word.length < shortestForFirst ? [] : withOtherFirst(word)
  return db.all<{ term: string; doc: number }>(sql`
    select term, doc from job_words
    where term >= ${first} and term < ${`${first}\u{10FFFF}`}
      and length(term) between ${word.length - most} and ${word.length + most}
    union
    select term, doc from job_words where term in ${others}`)
}

/** The nearest word of an active job, preferably with the same first letter, or undefined. */
async function nearest(db: Db, misspelled: string): Promise<string | undefined> {
  const word = folded(misspelled)
  if (word.length < shortest || !/^\p{L}+$/u.test(word)) return undefined
  const most = tolerance(word)
  const near = (await similar(db, word, most))
    .map(({ term, doc }) => ({ term, doc, letters: distance(word, term) }))
    .filter(({ letters }) => letters <= most)
    .map((found) => ({ ...found, isOtherFirst: Number(found.term[0] !== word[0]) }))
    .sort((a, b) => a.letters - b.letters || a.isOtherFirst - b.isOtherFirst || b.doc - a.doc)
  for (const { term } of near.slice(0, tries)) if (await isFound(db, term)) return term
  return undefined
}

/** The search words; if no active job matches, each unknown one becomes the nearest known word. */
async function corrected(db: Db, q: string): Promise<string> {
  if (!q || (await isFound(db, q))) return q
  const words: string[] = []
  for (const word of q.split(/\s+/))
    words.push((await isFound(db, word)) ? word : ((await nearest(db, word)) ?? word))
  const text = words.join(' ')
  return text !== q && (await isFound(db, text)) ? text : q
}

/** The search with its words corrected. */
export const withSpelling = async <T extends { q: string }>(db: Db, search: T): Promise<T> => ({
  ...search,
  q: await corrected(db, search.q),
})
