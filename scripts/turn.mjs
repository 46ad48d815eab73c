import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Resolves once no other process prepares the same folder; the turn ends with this process. Two
 * starts at once would otherwise install and build into the same files.
 *
 * @param {string} folder made if it is not there
 * @param {(holder: number) => void} onWait called once if there is somebody to wait for
 */
export async function waitForTurn(folder, onWait) {
  const lock = join(folder, '.foyer-lock')
  mkdirSync(folder, { recursive: true })
  for (let told = false; !take(lock); ) {
    const holder = holderOf(lock)
    if (holder === process.pid) return
    if (holder && !isAlive(holder)) rmSync(lock, { force: true })
    else if (!told) onWait(holder)
    told = true
    await new Promise((next) => setTimeout(next, 200))
  }
  process.on('exit', () => rmSync(lock, { force: true }))
}

/** Linked into place, since a lock that is created first and written second can be read empty. */
function take(lock) {
  const mine = `${lock}-${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine)
  }
}

function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
