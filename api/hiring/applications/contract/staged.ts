/** A file of a form that was not accepted, kept for the next try. */
export type StagedFile = { token: string; name: string; size: number }

/** The hidden field with the token of the file that was chosen in `field`. */
export const stagedName = (field: string) => `staged_${field}`
