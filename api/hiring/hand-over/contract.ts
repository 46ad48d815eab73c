/** For how long the address of a hand-over works. */
export const handOverHours = 24

/** Working addresses of one application. */
export const maxHandOvers = 10
