import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

let held = false

/**
 * Resolves once no other process prepares the same folder; the turn ends with this process. Two
 * starts at once would otherwise install and build into the same files.
 *
 * Who holds the lock with the highest number has the turn. That of a dead process is not removed but
 * outnumbered: of two who remove a dead lock, the slower one would remove the faster one's new lock.
 *
 * @param {string} folder made if it is not there
 * @param {(holder: number) => void} onWait called once if there is somebody to wait for
 */
export async function waitForTurn(folder, onWait) {
  mkdirSync(folder, { recursive: true })
  for (let told = false; !held; ) {
    const highest = highestIn(folder)
    const holder = highest ? holderOf(lockIn(folder, highest)) : undefined
    if (holder && isAlive(holder)) {
      if (!told) onWait(holder)
      told = true
    } else if (holder !== 0 && take(lockIn(folder, highest + 1))) {
      held = true
      return
    }
    await new Promise((next) => setTimeout(next, 200))
  }
}

const lockIn = (folder, number) => join(folder, `.foyer-lock-${number}`)

function highestIn(folder) {
  const numbers = readdirSync(folder).map((name) => Number(/^\.foyer-lock-(\d+)$/.exec(name)?.[1]))
  return Math.max(0, ...numbers.filter(Boolean))
}

/** Linked into place, since a lock that is created first and written second can be read empty. */
function take(lock) {
  const mine = `${lock}-${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, lock)
    process.on('exit', () => rmSync(lock, { force: true }))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine)
  }
}

/** 0 when the turn has just ended. */
function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

/** One of our own number, which we do not hold, is that of a process before us. */
function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
