import { visibleText } from '#api/core/http/contract/text.ts'
import { sanitize } from '#api/core/rich-text/rich-text.ts'

/** The first 200 UTF-16 units of the notes as text, without half an emoji. */
export const notesExcerpt = (notes: string) =>
  visibleText(notes)
    .slice(0, 200)
    .replace(/[\uD800-\uDBFF]$/, '')

/** The notes after a change. List rows hold only an excerpt: sending it back changes nothing. */
export function notesAfter(before: string, given: string | null | undefined): string {
  if (given === undefined || given === notesExcerpt(before)) return before
  const notes = sanitize(given ?? '')
  return visibleText(notes) ? notes : ''
}

/** Whether the notes only gained text: whatever was there before the last closing tags stays. */
export const isAppended = (before: string, after: string) =>
  after.startsWith(before.replace(/(<\/\w+>)+$/, ''))
