import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import { pageInput } from '#api/website/pages/contract.ts'
import { withWholeText } from '../../canvas/unfinished.ts'
import type { Page, PageInput, PageValues } from '../queries.ts'

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

export const resolver = withWholeText(ofPage)
