import type { DatabaseSync } from 'node:sqlite'

/** How long deleted content may remain in the write-ahead log, in ms. */
const retention = 5_000

/**
 * A checkpoint leaves old pages in the write-ahead log until they happen to be overwritten, so this
 * truncates it some seconds after a write, retrying while another process reads or writes.
 */
export function truncateWal(db: DatabaseSync) {
  let timer: NodeJS.Timeout | undefined
  function truncateSoon() {
    timer ??= setTimeout(truncate, retention).unref()
  }
  function truncate() {
    timer = undefined
    if (!isTruncated()) truncateSoon()
  }
  function isTruncated() {
    try {
      return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
    } catch {
      // A failing disk is reported by the next write.
      return false
    }
  }
  return { truncateSoon, stop: () => clearTimeout(timer) }
}
