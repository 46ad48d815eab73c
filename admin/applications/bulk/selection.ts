import type { ApplicationFilters } from '../filters.ts'

/** The selected applications: by id, or all that match the filter of the list but some. */
export type Selection =
  | { ids: number[] }
  | {
      filter: ApplicationFilters
      except: number[]
      /** How many match the filter, or more if `isCapped`. */
      total: number
      isCapped: boolean
    }

export const sizeOf = (selection: Selection) =>
  'ids' in selection ? selection.ids.length : selection.total - selection.except.length
