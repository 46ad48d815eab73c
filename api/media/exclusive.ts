const queues = new Map<string, Promise<unknown>>()

/** Runs `work` after earlier work on the same picture: its files and row change together. */
export async function exclusive<T>(hash: string, work: () => Promise<T>): Promise<T> {
  const before = queues.get(hash)
  const own = Promise.resolve(before).then(work, work)
  const settled = own.catch(() => {})
  queues.set(hash, settled)
  try {
    return await own
  } finally {
    if (queues.get(hash) === settled) queues.delete(hash)
  }
}
