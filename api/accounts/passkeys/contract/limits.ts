/** How many one person may have. */
export const maxPasskeys = 20
export const maxPasskeyName = 60
