import { z } from 'zod'
import { line, linkUrl } from '#api/core/http/contract/fields.ts'
import type { MenuItem } from '#db/enums.ts'

export type { MenuItem, MenuName } from '#db/enums.ts'
export { menuNames } from '#db/enums.ts'

export const maxLabel = 60
const label = line(maxLabel, 'Label is required')

const menuItem = z.union(
  [
    z.strictObject({ label, page_id: z.int('Choose a page').positive('Choose a page') }),
    z.strictObject({ label, url: linkUrl('Link is required') }),
  ],
  'An item is a label and a page_id, or a label and a url',
)

export const maxMenuItems = 20

export const menuItems: z.ZodType<MenuItem[]> = menuItem
  .array()
  .max(maxMenuItems, `At most ${maxMenuItems} items`)

/**
 * A name for each item, by where it leads: its translation stays with it when items move. Further
 * items that lead to the same place are numbered.
 */
export function itemKeys(items: readonly MenuItem[]): string[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const target = 'url' in item ? `url:${item.url}` : `page:${item.page_id}`
    const n = (seen.get(target) ?? 0) + 1
    seen.set(target, n)
    return n === 1 ? target : `${target} ${n}`
  })
}

/** Where a page is on the public site. */
export const pagePath = (slug: string) => (slug === 'home' ? '/' : `/page/${slug}`)
