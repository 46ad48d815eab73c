/** Where a candidate goes after applying. Spaces are %20, since only form decoders read a plus as a space. */
export const successAddress = (jobId: number | string, jobTitle: string): string =>
  `/application/success?jobId=${jobId}&jobTitle=${encodeURIComponent(jobTitle)}`
