/** New applications are counted up to this number. */
export const mostCounted = 1000
