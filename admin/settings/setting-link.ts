/** The id of a setting's row. */
export const rowId = (key: string) => `setting-${key}`

/** Leads to a setting's row. */
export const settingLink = (key: string) => ({ to: '/settings', hash: rowId(key) }) as const
