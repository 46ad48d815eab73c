import { lastList } from '../lib/last-list.ts'

/** The way back to the list, with the filters it had. */
export const backToList = () => ({
  to: '/applications',
  search: lastList().search,
  label: 'Back to Applications',
})
