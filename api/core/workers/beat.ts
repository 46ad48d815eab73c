/** In ms. Changes by other processes show within a second, and a database is asked rarely. */
const beatMs = 800

let next: Promise<void> | undefined

/**
 * Resolves at the next beat, for all at once: what background work then reads from a database
 * server shares one round trip.
 */
export function beat(): Promise<void> {
  next ??= new Promise((resolve) => {
    setTimeout(() => {
      next = undefined
      resolve()
    }, beatMs).unref()
  })
  return next
}
