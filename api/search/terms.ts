import { foldLetters } from '#db/fold-letters.ts'

/**
 * Text as the search index takes it. Letters for private use come from the fonts of office programs
 * and mean nothing to anyone else: here they mark what is no text.
 */
export const searchable = (text: string): string => foldLetters(text.replace(/\p{Co}/gu, ' '))

/** Indexed beside the text, so that a search within a job reads nothing but the index. */
export const jobMark = (id: number): string => `\uE000${id}`

/** The digits of a telephone number as one word: people group them in different ways, with and without the zero of their own country. */
export const ungrouped = (phone: string): string => phone.replace(/\(0\)|\D/g, '')

const phoneNumber = /^\+?[\d\s()./-]{5,}$/

/** `anna*` finds nothing that `a*` does not: the shorter word is dropped, since reading the many that begin with it takes long. */
const impliedBy = (words: string[]) => (word: string, at: number) =>
  words.some(
    (other, i) => i !== at && other.startsWith(word) && (other.length > word.length || i < at),
  )

/**
 * Words as a full-text query (https://sqlite.org/fts5.html): each must occur, the last letters of
 * each may be missing. Undefined for nothing but white space; what else has no word in it finds nothing.
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

/** The same for applications, which are also found by a telephone number that is grouped in another way. */
export function applicationQuery(text: string): string | undefined {
  const words = searchQuery(text)
  return words && phoneNumber.test(text.trim()) ? `${words} OR "${ungrouped(text)}"*` : words
}
