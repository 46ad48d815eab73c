/** Where a link of the back office leads: a path below /backoffice, and its query. */
export type LinkTarget = { to: string; search?: Record<string, string | number | undefined> }
