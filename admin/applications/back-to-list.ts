import { perPage } from '../lib/api/entity-queries.ts'
import { lastList, searchOf } from '../lib/last-list.ts'

/** Query parameters of the last list, at the page with `id`. */
export const lastSearch = (id = 0) => searchOf(lastList(), id, perPage)

/** Link back to the list, with its filters. */
export const backToList = (id?: number) => ({
  to: '/applications',
  search: lastSearch(id),
  label: 'Back to Applications',
})
