import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Env } from '#api/core/route/context.ts'
import { folded, maxWords, searchQuery } from '#api/core/search/terms.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { withoutAssuming } from '#db/remote/assuming.ts'
import { contentVersion, jobs as table } from '#db/schema.ts'
import { hasLanguages } from '../translations/subject.ts'
import { idsWith } from './filter.ts'
import { listed } from './rows.ts'
import { matching } from './search.ts'

/** Of words of fewer letters, too many others are a letter away; none is corrected to one. */
const minLength = 4

/** First letters of shorter words are not corrected: "rust" would find "must". */
const minForFirst = 5

/** How many letters of a word may be wrong. */
const tolerance = (word: string) => (word.length < 8 ? 1 : 2)

/** How many of the nearest words are tried: those nearest may be in inactive jobs only. */
const tries = 5

/** How many words of a search are corrected. */
const maxCorrected = 3

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
    .where(and(listed, sql`${table.id} in (${matching(db, words)})`))
    .limit(1)
  return found !== undefined
}

/** The search, if it finds a listed job. */
async function ifFound(db: Db, q: string): Promise<Found | undefined> {
  // Together, for a database server. Only those listed would take a read of each row on a file.
  const [isAny, ids] = await Promise.all([isFound(db, q), idsWith(db, q)])
  return isAny ? { q, ids } : undefined
}

/** As the index spells it: Latin letters without accents. */
const spelled = (word: string) =>
  folded(word.toLowerCase())
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')

/** The words of jobs as they were written, and of their translations. */
const wordTables = (db: Db) =>
  hasLanguages(db) ? [sql`job_words`, sql`translation_words`] : [sql`job_words`]

/**
 * SQL: what the word may be if its first letter was wrong, missing, extra or swapped. Other first
 * letters are those of the indexed words in the same 256 code points as the second one.
 */
function withOtherFirst(words: SQL, word: string) {
  const [first = '', second = '', ...others] = word
  const rest = [second, ...others].join('')
  const swapped = [second, first, ...others].join('')
  const begin = (second.codePointAt(0) ?? 0) & ~255
  // What follows U+D700 are no letters, and half a pair is no text.
  const end = begin === 0xd700 ? '\ue000' : String.fromCodePoint(begin + 256)
  // From letter to letter: reading all words would take 30 ms with 2,000 jobs.
  return sql`
    with recursive found (term) as (
      select (select term from ${words} where term >= ${String.fromCodePoint(begin)} order by term limit 1)
      union all
      select (
        select term from ${words} where term >= substr(found.term, 1, 1) || char(1114111) order by term limit 1
      ) from found where term < ${end}
    )
    select substr(term, 1, 1) || ending.value from found, json_each(${JSON.stringify([rest, word])}) as ending
    where term < ${end}
    union all select value from json_each(${JSON.stringify([rest, swapped])})`
}

/** Indexed words that may be meant. Comparing all of them would take 30 ms with 2,000 jobs. */
function similar(db: Db, word: string, maxDistance: number) {
  const [first = ''] = word
  const least = Math.max(minLength, word.length - maxDistance)
  const inWords = (words: SQL) => sql`
    select term, doc from ${words}
    where term >= ${first} and term < ${`${first}\u{10FFFF}`}
      and length(term) between ${least} and ${word.length + maxDistance}
    ${word.length < minForFirst ? sql`` : sql`union select term, doc from ${words} where term in (${withOtherFirst(words, word)})`}`
  return db.all<{ term: string; doc: number }>(sql.join(wordTables(db).map(inWords), sql` union `))
}

const isWord = (text: string) => text.length >= minLength && /^[\p{L}\p{M}]+$/u.test(text)

/** The nearest word of an active job, preferably with the same first letter, or undefined. */
async function nearest(db: Db, misspelled: string): Promise<Found | undefined> {
  const word = spelled(misspelled)
  if (!isWord(word)) return undefined
  const maxDistance = tolerance(word)
  const near = (await similar(db, word, maxDistance))
    .filter(({ term }) => isWord(term))
    .map(({ term, doc }) => ({ term, doc, letters: distance(word, term) }))
    .filter(({ letters }) => letters <= maxDistance)
    .map((found) => ({ ...found, isOtherFirst: Number(found.term[0] !== word[0]) }))
    .sort((a, b) => a.letters - b.letters || a.isOtherFirst - b.isOtherFirst || b.doc - a.doc)
  const terms = [...new Set(near.map(({ term }) => term))]
  for (const term of terms.slice(0, tries)) {
    const found = await ifFound(db, term)
    if (found) return found
  }
  return undefined
}

/** A search, and the jobs that have its words, listed or not; null for all. */
type Found = { q: string; ids: number[] | null }

/** The words, each unknown one as the nearest known word; unchanged if no active job has all. */
async function correct(db: Db, q: string): Promise<Found> {
  const nothing = { q, ids: [] }
  const words = q.split(/\s+/)
  if (words.length > maxWords) return nothing
  // A single one was not found.
  const known = await Promise.all(words.map((word) => words.length > 1 && isFound(db, word)))
  const unknown = [...words.keys()].filter((at) => !known[at])
  if (!unknown.length || unknown.length > maxCorrected) return nothing
  const meant = await Promise.all(unknown.map((at) => nearest(db, words[at]!)))
  const [first] = meant
  if (words.length === 1) return first ?? nothing
  for (const [n, at] of unknown.entries()) {
    const found = meant[n]
    if (!found) return nothing
    words[at] = found.q
  }
  return (await ifFound(db, words.join(' '))) ?? nothing
}

/** What is known of searches that found nothing, while the jobs are the same. */
type Memory = {
  version: number
  until: number
  corrected: Map<string, Promise<Found>>
}

const maxRemembered = 1_000
/** In ms; words are also indexed a while after an upgrade, which no version shows. */
const rememberedFor = 60_000
const memories = new WeakMap<Db, Memory>()

async function memoryOf(db: Db): Promise<Memory> {
  const [row] = await db.select().from(contentVersion)
  const version = row?.version ?? 0
  const known = memories.get(db)
  if (known?.version === version && known.until > performance.now()) return known
  const until = performance.now() + rememberedFor
  const memory = { version, until, corrected: new Map() }
  memories.set(db, memory)
  return memory
}

/** The search words; if no active job matches, each unknown one becomes the nearest known word. */
async function corrected({ var: { db, limits }, env: { ip } }: Call, q: string): Promise<Found> {
  if (!q) return { q, ids: null }
  const [found, memory] = await Promise.all([ifFound(db, q), memoryOf(db)])
  if (found) return found
  // Another language has other words.
  const key = `${readerLanguage()} ${q}`
  if (!memory.corrected.has(key)) await limits.search(ip)
  // The list and the counts of a page ask at once.
  const known = memory.corrected.get(key)
  if (known) return known
  const [oldest] = memory.corrected.size < maxRemembered ? [] : memory.corrected.keys()
  if (oldest !== undefined) memory.corrected.delete(oldest)
  // Other calls get it as well.
  const correcting = withoutAssuming(() => correct(db, q))
  memory.corrected.set(key, correcting)
  correcting.catch(() => memory.corrected.delete(key))
  return correcting
}

type Call = Pick<Context<Env>, 'var' | 'env'>

/**
 * The search with its words corrected, and what they find. Throws 429 after too many that nothing was
 * found for.
 */
export const withSpelling = async <T extends { q: string }>(
  c: Call,
  search: T,
): Promise<T & Found> => ({
  ...search,
  ...(await corrected(c, search.q)),
})
