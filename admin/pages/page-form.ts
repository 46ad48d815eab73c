import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { pageInput } from '#api/website/pages/contract.ts'
import { missingIn } from '../canvas/unfinished.ts'
import type { Page, PageInput, PageValues } from './queries.ts'

export const valuesOf = (page?: Page): PageValues => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  content: page?.content ?? '',
  meta_description: page?.meta_description ?? '',
  is_published: page?.is_published ?? false,
  language: page?.language ?? null,
  publish_at: page?.publish_at ?? null,
  unpublish_at: page?.unpublish_at ?? null,
  unfinished: null,
})

const ofPage: Resolver<Omit<PageValues, 'unfinished'>, unknown, PageInput> = zodResolver(pageInput)

/** Also refuses a text with a block that lacks something. */
export const resolver: Resolver<PageValues, unknown, PageInput> = async (
  { unfinished, ...values },
  context,
  options,
) => {
  const found = await ofPage(values, context, options as never)
  const message = missingIn(values.content ?? '', unfinished)
  if (!message) return found
  // Where the text is registered, so that its field gets the focus.
  const ref = (options.fields as { content?: { ref: unknown } }).content?.ref
  return {
    values: {},
    errors: { ...found.errors, content: { type: 'unfinished', message, ...(ref ? { ref } : {}) } },
  } as never
}
