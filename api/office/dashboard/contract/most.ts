/** New applications are counted up to this number. */
export const maxCounted = 1000
