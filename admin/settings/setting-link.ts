import { builtIn } from '#api/core/site-settings/contract/table.ts'
import { screenOf } from './places.ts'

/** The id of a setting's row. */
export const rowId = (key: string) => `setting-${key}`

/** Leads to a setting's row; `category` is that of a setting of the company's own. */
export const settingLink = (key: string, category = builtIn(key)?.category ?? '') => ({
  to: screenOf(category),
  hash: rowId(key),
})
