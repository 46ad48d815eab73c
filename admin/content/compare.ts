import { diffWordsWithSpace } from 'diff'
import { visibleText } from '#api/core/http/contract/text.ts'

type Part = { text: string; kind: 'same' | 'added' | 'removed' }

/** Longer texts are compared as a whole: comparing words takes the square of their number. */
const longest = 60_000

const isRichText = (value: unknown) =>
  typeof value === 'string' && value.trimStart().startsWith('<')

/** The end of a block becomes a line break, so that the text keeps its shape. */
const textOf = (value: string) =>
  isRichText(value)
    ? value
        .split(/(?<=<\/(?:p|h[1-6]|li|figcaption|blockquote|summary)>)/)
        .map((block) => visibleText(block).trim())
        .filter(Boolean)
        .join('\n')
    : value

/** The words of two texts, rich or plain, that are the same, added and removed. */
export function compareTexts(before: string, after: string): Part[] {
  const [old, now] = [textOf(before), textOf(after)]
  if (old === now) return old ? [{ text: old, kind: 'same' }] : []
  if (old.length + now.length > longest)
    return [
      { text: old, kind: 'removed' },
      { text: now, kind: 'added' },
    ]
  return diffWordsWithSpace(old, now).map(({ value, added, removed }) => ({
    text: value,
    kind: added ? 'added' : removed ? 'removed' : 'same',
  }))
}
