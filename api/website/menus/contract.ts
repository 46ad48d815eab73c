import { z } from 'zod'
import { line, linkUrl } from '#api/core/http/contract/fields.ts'
import type { MenuItem } from '#db/enums.ts'

export type { MenuItem, MenuName } from '#db/enums.ts'
export { menuNames } from '#db/enums.ts'

export const maxLabel = 60
const label = line(maxLabel, 'Label is required')

const menuItem = z.union(
  [
    z.strictObject({ label, page_id: z.int().positive('Choose a page') }),
    z.strictObject({ label, url: linkUrl('Link is required') }),
  ],
  'An item is a label and a page_id, or a label and a url',
)

export const maxMenuItems = 20

export const menuItems: z.ZodType<MenuItem[]> = menuItem
  .array()
  .max(maxMenuItems, `At most ${maxMenuItems} items`)

/** Where a page is on the public site. */
export const pagePath = (slug: string) => (slug === 'home' ? '/' : `/page/${slug}`)
