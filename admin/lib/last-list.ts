/** The last list of applications in this tab, for 'back', 'previous' and 'next'. */
type LastList = { search: Record<string, string | number>; ids: number[] }

const key = 'applicationList'
const none: LastList = { search: {}, ids: [] }

/** `ids` are those of the page as shown: a row that leaves the filter keeps its place. */
export const keepList = (list: LastList) => sessionStorage.setItem(key, JSON.stringify(list))

/** Defaults to the unfiltered list without ids. */
export function lastList(): LastList {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? none
  } catch {
    return none
  }
}

export const forgetList = () => sessionStorage.removeItem(key)

/** The ids before and after `id`, if any. */
export function neighbours(ids: number[], id: number): { previous?: number; next?: number } {
  const place = ids.indexOf(id)
  if (place < 0) return {}
  const [previous, next] = [ids[place - 1], ids[place + 1]]
  return { ...(previous && { previous }), ...(next && { next }) }
}
