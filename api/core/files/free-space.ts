import { statfs } from 'node:fs/promises'

/**
 * A check that throws ENOSPC when fewer bytes are free on the disk of `folder`. Enough is believed
 * for a second, since each submission asks; a shortage never is.
 */
export function freeSpaceCheck(folder: string, bytes: number) {
  let enoughUntil = 0
  return async () => {
    if (performance.now() < enoughUntil) return
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize >= bytes) {
      enoughUntil = performance.now() + 1000
      return
    }
    const message = `Less than ${Math.round(bytes / 1_048_576)} MB of disk space is left in ${folder}`
    throw Object.assign(new Error(message), { code: 'ENOSPC' })
  }
}
