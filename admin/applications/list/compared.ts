/** How many applications can be compared. */
export const minCompared = 2
export const maxCompared = 4
