/** Where a count stops that would be slow to count to its end. */
export const maxCounted = 10_000
