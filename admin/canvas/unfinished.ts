import type { JSONContent } from '@tiptap/core'

/**
 * A text with a block in which something that it must have is missing: it can't be stored as HTML,
 * so that the browser's unsaved copy keeps its document, and saving stops.
 */
export type Unfinished = {
  /** The HTML that it belongs to: it is dropped once the text has other HTML. */
  of: string
  document: JSONContent
  /** What is missing, first to last. */
  sentence: string
}

/** What stops saving; undefined for a whole text. */
export const missingIn = (html: string, unfinished: Unfinished | null | undefined) =>
  unfinished?.of === html ? unfinished.sentence : undefined
