import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it; answers whether it was not there before. Node's own recursive
 * mkdir never returns where the system pretends that the parent is missing, as /proc does.
 */
export function makeFolder(folder: string, mode = 0o777): boolean {
  if (made(folder, mode)) return true
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false
  makeFolder(path.dirname(folder))
  // Its parent is there now; so may it be itself, made by a process that started at the same time.
  return mkdirSync(folder, { mode, recursive: true }) !== undefined
}

/** Throws what cannot be mended by making the parent first. */
function made(folder: string, mode: number) {
  try {
    mkdirSync(folder, mode)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const hasParent = path.dirname(folder) !== folder
    if (code === 'EEXIST' || (code === 'ENOENT' && hasParent)) return false
    throw error
  }
}
