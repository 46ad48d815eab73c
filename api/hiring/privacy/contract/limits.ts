/** For how long applications may be kept. Here without zod: each screen reads the table of settings. */
export const minDays = 30
export const maxDays = 3650
export const maxMonths = 36
