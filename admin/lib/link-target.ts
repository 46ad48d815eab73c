/** Target of a back office link: a path relative to /backoffice, and its query. */
export type LinkTarget = { to: string; search?: Record<string, string | number | undefined> }
