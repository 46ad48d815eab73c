import { createHash } from 'node:crypto'
import type { Answer } from '#db/enums.ts'
import { foldLetters } from '#db/fold-letters.ts'

/**
 * Text for the search index. Private-use characters are removed: the index uses them for filter
 * marks, and in documents they come only from icon fonts.
 */
export const searchable = (text: string): string => foldLetters(text.replace(/\p{Co}/gu, ' '))

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
export const ungrouped = (phone: string): string => phone.replace(/\(0\)|\D/g, '')

const phoneNumber = /^\+?[\d\s()./-]{5,}$/

/** `anna*` implies `a*`: the shorter prefix is dropped, since it matches slowly. */
const impliedBy = (words: string[]) => (word: string, at: number) =>
  words.some(
    (other, i) => i !== at && other.startsWith(word) && (other.length > word.length || i < at),
  )

/**
 * An FTS5 query (https://sqlite.org/fts5.html) in which each word must match as a prefix. Undefined
 * for white space; other text without words matches nothing.
 */
export function searchQuery(text: string): string | undefined {
  if (!text.trim()) return undefined
  const words = searchable(text.toLowerCase())
    .split(/[\s\p{Cc}]+/u)
    .map((word) => word.replaceAll('"', ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const isImplied = impliedBy(words)
  const needed = words.filter((word, at) => !isImplied(word, at))
  return needed.map((word) => `"${word}"*`).join(' ') || '""'
}

/** `searchQuery` for applications; also matches phone numbers grouped differently. */
export function applicationQuery(text: string): string | undefined {
  const words = searchQuery(text)
  return words && phoneNumber.test(text.trim()) ? `${words} OR "${ungrouped(text)}"*` : words
}
