import type { JSONContent } from '@tiptap/core'
import type { Resolver } from 'react-hook-form'

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
const missingIn = (html: string, unfinished: Unfinished | null | undefined) =>
  unfinished?.of === html ? unfinished.sentence : undefined

type WithText = { content?: string | null | undefined }

/** A form's checks that also refuse a text with a block that lacks something. */
export const withWholeText =
  <Values extends WithText, Output>(
    check: Resolver<Values, unknown, Output>,
  ): Resolver<Values & { unfinished: Unfinished | null }, unknown, Output> =>
  async ({ unfinished, ...rest }, context, options) => {
    const values = rest as unknown as Values
    const found = await check(values, context, options as never)
    const message = missingIn(values.content ?? '', unfinished)
    if (!message) return found as never
    // Where the text is registered, so that its field gets the focus.
    const ref = (options.fields as { content?: { ref: unknown } }).content?.ref
    return {
      values: {},
      errors: {
        ...found.errors,
        content: { type: 'unfinished', message, ...(ref ? { ref } : {}) },
      },
    } as never
  }
