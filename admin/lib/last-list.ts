/** The list of applications a person last looked at: where 'back', 'previous' and 'next' lead to. */
type LastList = { search: Record<string, string | number>; ids: number[] }

const key = 'applicationList'
const none: LastList = { search: {}, ids: [] }

/** Kept for this tab. The ids are those of the page as it was shown: a row that leaves the filter keeps its place. */
export const keepList = (list: LastList) => sessionStorage.setItem(key, JSON.stringify(list))

/** The list that was kept; all applications, and no ids, when there is none. */
export function lastList(): LastList {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? none
  } catch {
    return none
  }
}

export const forgetList = () => sessionStorage.removeItem(key)

/** The ids before and after `id` in the list, where there are any. */
export function neighbours(ids: number[], id: number): { previous?: number; next?: number } {
  const place = ids.indexOf(id)
  if (place < 0) return {}
  const [previous, next] = [ids[place - 1], ids[place + 1]]
  return { ...(previous && { previous }), ...(next && { next }) }
}
