/** The last list of applications in this tab, for 'back', 'previous' and 'next'. */
export type LastList = {
  /** Its query parameters, without the page. */
  search: Record<string, string | number>
  /** Of consecutive pages as they were shown: a row that leaves the filter keeps its place. */
  ids: number[]
  /** First and last of these pages. */
  pages: [number, number]
  /** Rows of the list before `ids`. */
  before: number
  /** Rows of the whole list. */
  total: number
}

const key = 'applicationList'
const openedKey = 'applicationOpened'
const none: LastList = { search: {}, ids: [], pages: [1, 1], before: 0, total: 0 }

export const keepList = (list: LastList) => sessionStorage.setItem(key, JSON.stringify(list))

/** Defaults to the unfiltered list without ids. */
export function lastList(): LastList {
  try {
    return { ...none, ...JSON.parse(sessionStorage.getItem(key) ?? 'null') }
  } catch {
    return none
  }
}

/** Query parameters of the page of the list with `id`; without `id`, of the first page opened. */
export function searchOf({ search, ids, before, pages }: LastList, id: number, perPage: number) {
  const place = ids.indexOf(id)
  const page = place < 0 ? pages[0] : Math.floor((before + place) / perPage) + 1
  return { ...search, ...(page > 1 && { page }) }
}

/** Remembers the application whose row gets the focus when the list opens again. */
export const keepOpened = (id: number) => sessionStorage.setItem(openedKey, String(id))

export function takeOpened() {
  const id = Number(sessionStorage.getItem(openedKey))
  sessionStorage.removeItem(openedKey)
  return id || undefined
}

export function forgetList() {
  sessionStorage.removeItem(key)
  sessionStorage.removeItem(openedKey)
}

/** The ids before and after `id`, if any. */
export function neighbors(ids: number[], id: number): { previous?: number; next?: number } {
  const place = ids.indexOf(id)
  if (place < 0) return {}
  const [previous, next] = [ids[place - 1], ids[place + 1]]
  return { ...(previous && { previous }), ...(next && { next }) }
}

/**
 * With the rows of `page` that come after the known ones. That page may start earlier than it did:
 * rows that left the filter let later ones move up.
 */
export function withRowsAfter(list: LastList, page: number, rows: number[]): LastList {
  const last = rows.findLastIndex((id) => list.ids.includes(id))
  return {
    ...list,
    ids: [...list.ids, ...rows.slice(last + 1)],
    pages: [list.pages[0], page],
  }
}

/** With the rows of the page before the first one. */
export function withRowsBefore(list: LastList, rows: number[]): LastList {
  const fresh = rows.filter((id) => !list.ids.includes(id))
  return {
    ...list,
    ids: [...fresh, ...list.ids],
    pages: [list.pages[0] - 1, list.pages[1]],
    before: Math.max(0, list.before - fresh.length),
  }
}
