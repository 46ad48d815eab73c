import { diffWordsWithSpace } from 'diff'
import { visibleText } from '#api/core/http/contract/text.ts'

export type Part = { text: string; kind: 'same' | 'added' | 'removed' }

/** Longer texts are compared as a whole: comparing words takes the square of their number. */
const longest = 60_000

const isMarkup = (value: string) => value.trimStart().startsWith('<')

/** The end of a block becomes a line break, so that the text keeps its shape. */
const textOf = (value: string) =>
  isMarkup(value)
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

/** Characters of unchanged text that are kept beside a change. */
const contextLength = 80

/** Without the unchanged text that is far from any change. */
export const inShort = (parts: Part[]): Part[] =>
  parts.map(({ text, kind }, place) => {
    if (kind !== 'same') return { text, kind }
    const before = place > 0 ? text.slice(0, contextLength) : ''
    const after = place < parts.length - 1 ? text.slice(-contextLength) : ''
    return before.length + after.length + 3 >= text.length
      ? { text, kind }
      : { text: [before, after].join(' … '), kind }
  })
