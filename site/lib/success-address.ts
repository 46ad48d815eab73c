/** Where a candidate goes when the application is stored. Blanks are %20, which everybody reads as blanks; a plus only who takes it for a form's. */
export const successAddress = (jobId: number | string, jobTitle: string): string =>
  `/application/success?jobId=${jobId}&jobTitle=${encodeURIComponent(jobTitle)}`
