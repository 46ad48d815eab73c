import { z } from 'zod'
import { html, id, time } from '../../http/contract/row-parts.ts'

const listed = {
  id,
  title: z.string(),
  slug: z.string(),
  meta_description: z.string().nullable(),
  is_published: z.boolean(),
  created_at: time,
  updated_at: time,
}

export const listedPageRow = z.strictObject(listed).meta({ ref: 'ListedPage' })

export const pageRow = z.strictObject({ ...listed, content: html }).meta({ ref: 'Page' })
