const key = 'paletteRecent'
const maxPlaces = 5

/** A place that the palette led to. */
export type Place = {
  label: string
  detail: string
  to: string
  search?: Record<string, string>
  hash?: string
}

/** The places last chosen in this tab, latest first. */
export function recentPlaces(): Place[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

const address = ({ to, search, hash }: Place) => JSON.stringify([to, search, hash])

export function rememberPlace(place: Place) {
  const others = recentPlaces().filter((other) => address(other) !== address(place))
  sessionStorage.setItem(key, JSON.stringify([place, ...others].slice(0, maxPlaces)))
}

export const forgetRecentPlaces = () => sessionStorage.removeItem(key)
