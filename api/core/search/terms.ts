import { createHash } from 'node:crypto'
import type { Answer } from '#db/enums.ts'
import { foldLetters } from '#db/fold-letters.ts'
import { asciiDigits } from '../http/contract/digits.ts'
import { phoneQuery } from './phone.ts'

/** Private-use characters are letters of the index, so that C++ and .NET are words. */
const signs = { plus: '\uE003', sharp: '\uE004', dot: '\uE005' }

const apostrophes = /[‘’‛ʻʼ`´＇׳]/g
const hyphens = /[‐‑‒–−﹣－]/g
/** Parts of Persian words are written with a non-joiner, a blank, or nothing between them. */
const nonJoiners = /\u200C+/g
const unseen = /[\p{Default_Ignorable_Code_Point}\u0640״]/gu
/** Vowel points and accents of scripts in which they are optional. */
const points = /(?=\p{Mn})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]/gu
/** Arabic letters that keyboards for Persian, Urdu and Kurdish type as others, or without hamza. */
const sameLetters: Record<string, string> = {
  ...Object.fromEntries([...'أإآٱ'].map((letter) => [letter, 'ا'])),
  ...Object.fromEntries([...'یىئێےۓ'].map((letter) => [letter, 'ي'])),
  ...Object.fromEntries([...'ةەہھۀۂۃ'].map((letter) => [letter, 'ه'])),
  ک: 'ك',
  ؤ: 'و',
}
const arabicLetters = new RegExp(`[${Object.keys(sameLetters).join('')}]`, 'g')

/** Of C++ and F#, not of A+B. */
const plusOrSharp = /(?<=[\p{L}\p{N}])(?:[+#]{2,}|[+#](?!\p{L}))/gu
const leadingDot = /(?<![\p{L}\p{N}])\.(\p{L}[\p{L}\p{M}\p{N}]*)/gu

/** Greek accents and the final sigma, ё and dotless ı: often typed without, and not in FTS5's table. */
const plainLetters = (text: string) =>
  text
    .replace(/\p{Script=Greek}+/gu, (run) => run.normalize('NFD').replace(/\p{Mn}/gu, ''))
    .replace(/[ςёЁı]/g, (letter) => ({ ς: 'σ', ё: 'е', Ё: 'Е' })[letter] ?? 'i')

/**
 * Text as the index spells it, apart from case and Latin accents, which FTS5 folds. Private-use
 * characters are removed: the index uses them for filter marks, and in documents they come only
 * from icon fonts.
 */
export const folded = (text: string): string =>
  plainLetters(
    foldLetters(
      asciiDigits(text)
        .replace(/\p{Co}/gu, ' ')
        .replace(apostrophes, "'")
        .replace(nonJoiners, '-')
        .replace(hyphens, '-')
        .replace(unseen, '')
        .normalize('NFKC')
        .replace(points, '')
        .replace(arabicLetters, (letter) => sameLetters[letter] ?? letter)
        .replaceAll('♯', '#')
        .replace(
          plusOrSharp,
          (run) => `${run.replaceAll('+', signs.plus).replaceAll('#', signs.sharp)} `,
        ),
    ),
  )

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー]\p{M}*/gu

/** Characters of scripts without blanks between words are words, so that phrases find any part. */
const apart = (text: string) => text.replace(unspaced, ' $& ')

const joinable =
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['·-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)+/gu
const joined = (word: string) => word.replace(/['·-]/g, '')

/** Words beside those of the text: oneil for O'Neil, .js for Node.js, whole ones for misspellings. */
function otherWords(text: string): string[] {
  const dotted = text.matchAll(/(?<=[\p{L}\p{N}])\.(\p{L}[\p{L}\p{M}\p{N}]*)/gu)
  const whole = text.match(/[\p{Script=Katakana}ー]{4,30}|\p{Script=Hangul}{4,30}/gu) ?? []
  return [
    ...(text.match(joinable) ?? []).map(joined),
    ...Array.from(dotted, ([, word]) => `${signs.dot}${word}`),
    ...whole,
  ]
}

/** Text for the search index. */
export function searchable(given: string): string {
  const text = folded(given)
  const others = new Set(otherWords(text))
  const spaced = apart(text).replace(leadingDot, `.$1 ${signs.dot}$1`)
  return others.size ? `${spaced} ${[...others].join(' ')}` : spaced
}

/** Indexed beside the text, so that a search within a job reads nothing but the index. */
export const jobMark = (id: number): string => `\uE000${id}`

/** What the marks of a question's answers start with. */
export const answerPrefix = (question_id: number): string => `\uE001${question_id}\uE002`

/** One word of the index: unicode61 splits at all but letters, digits, private-use characters. */
export const answerMark = (question_id: number, choice: string): string =>
  `${answerPrefix(question_id)}${createHash('sha256').update(choice).digest('hex').slice(0, 16)}`

/** Marks of answers to filter by: choices, and yes or no, which answers carry as true or false. */
export function answerMarks({ question_id, kind, value }: Answer): string[] {
  const choices = {
    single_choice: [value].flat(),
    multiple_choice: [value].flat(),
    yes_no: value ? ['yes', 'true'] : ['no', 'false'],
  }
  const marked = kind in choices ? choices[kind as keyof typeof choices] : []
  return marked.map((choice) => answerMark(question_id, String(choice)))
}

/** A phone number's digits as one word, since people group them differently; drops `(0)`. */
export const ungrouped = (phone: string): string => asciiDigits(phone).replace(/\(0\)|\D/g, '')

const phoneNumber = /^\+?[\d\s()./-]{5,}$/

/** `anna*` implies `a*`: the shorter prefix is dropped, since it matches slowly. */
const unlessImplied = (words: string[]) => (word: string, at: number) =>
  !words.some(
    (other, i) => i !== at && other.startsWith(word) && (other.length > word.length || i < at),
  )

/** Each word costs a look into the index; the others only narrow the search further. */
export const maxWords = 16

/** A word of a query as an FTS5 phrase, of which the last word is a prefix. */
function phrase(word: string): string {
  const quoted = (text: string) => `"${apart(text).trim().replace(/\s+/g, ' ')}"*`
  const text = word.replace(leadingDot, `${signs.dot}$1`)
  const whole = word.replace(joinable, joined)
  return whole === word ? quoted(text) : `(${quoted(text)} OR ${quoted(whole)})`
}

/** The words of a query, without those that another one implies. */
function wordsOf(text: string): string[] {
  const words = folded(text.toLowerCase())
    .split(/[\s\p{Cc}]+/u)
    .map((word) => word.replaceAll('"', ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.filter(unlessImplied(words)).slice(0, maxWords)
}

/**
 * An FTS5 query (https://sqlite.org/fts5.html) in which each word must match as a prefix. Undefined
 * for white space; other text without words matches nothing.
 */
export function searchQuery(text: string): string | undefined {
  if (!text.trim()) return undefined
  return wordsOf(text).map(phrase).join(' AND ') || '""'
}

/** Each word of a text as FTS5 quotes it, without those of fewer than `length` letters. */
export const quotedWords = (text: string, length = 1): string[] =>
  (folded(text.toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .filter((word) => word.length >= length)
    .map((word) => `"${apart(word).trim()}"`)

/** `searchQuery` for applications; also matches phone numbers written differently. */
export function applicationQuery(text: string): string | undefined {
  const words = searchQuery(text)
  const grouped = phoneNumber.test(folded(text).trim()) ? [`"${ungrouped(text)}"*`] : []
  return words && [words, ...grouped, phoneQuery(text) ?? []].flat().join(' OR ')
}
