/**
 * The address at which the browser finds the API: the page names it where API_BASE is set.
 * `path` begins with `/api`, the address on this server.
 */
export const apiAddress = (path: string) => apiBase() + path.slice('/api'.length)

/** A path, or an origin with a path; without a slash at the end. */
const apiBase = () => document.documentElement.dataset.apiBase ?? '/api'

/** Whether the API has another origin, whose cookies the site doesn't get. */
export const isApiElsewhere = () => apiBase().startsWith('http')
