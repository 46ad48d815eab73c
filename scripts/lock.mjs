import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

let held = false

/**
 * Resolves once no other process prepares the same folder; the lock ends with this process. Two
 * starts at once would otherwise install and build into the same files.
 *
 * @param {string} folder created if it does not exist
 * @param {(holder: number) => void} onWait called once if another process holds the lock
 */
export async function acquireLock(folder, onWait) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, '.foyer-lock')
  let hasWaited = false
  while (!held) {
    const holder = create(file)
    if (holder === process.pid) {
      held = true
      process.on('exit', () => rmSync(file, { force: true }))
    } else if (holder && !isAlive(holder)) {
      // Race: two starts within a millisecond of finding a dead lock may both acquire it.
      rmSync(file, { force: true })
    } else {
      if (holder && !hasWaited) onWait(holder)
      hasWaited ||= Boolean(holder)
      await new Promise((next) => setTimeout(next, 200))
    }
  }
}

/** The process that holds the lock: this one if it could be created, 0 if unreadable just now. */
function create(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return process.pid
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // In a container a killed process may have had our number.
    return holder === process.pid ? -1 : holder
  } catch {
    return 0
  }
}

function isAlive(pid) {
  if (pid < 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
