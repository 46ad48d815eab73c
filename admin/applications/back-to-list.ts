import { lastList } from '../lib/last-list.ts'

/** Link back to the list, with its filters. */
export const backToList = () => ({
  to: '/applications',
  search: lastList().search,
  label: 'Back to Applications',
})
