/** Where a candidate goes after applying. Spaces are %20: only form decoders read + as a space. */
export const successAddress = (jobId: number | string, jobTitle: string): string =>
  `/application/success?jobId=${jobId}&jobTitle=${encodeURIComponent(jobTitle)}`
