import { chmodSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * Creates a folder and its parents; returns whether it was missing. Node's own recursive mkdir
 * never returns where the system claims that the parent is missing, as /proc does.
 */
export function makeFolder(folder: string, mode = 0o777): boolean {
  const outcome = make(folder, mode)
  if (outcome !== 'no parent') return outcome === 'made'
  makeFolder(path.dirname(folder))
  const again = make(folder, mode)
  if (again === 'no parent')
    throw new Error(`${folder} cannot be created: its parent does not exist`)
  return again === 'made'
}

/** 'there' includes a folder that another process created a moment ago. */
function make(folder: string, mode: number): 'made' | 'there' | 'no parent' {
  try {
    mkdirSync(folder, mode)
    return 'made'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && path.dirname(folder) !== folder) return 'no parent'
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return 'there'
    throw error
  }
}

/** Removes all access for group and others, if the path exists and is ours. */
export function makePrivate(path: string) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && found.uid === process.getuid?.() && found.mode & 0o077)
    chmodSync(path, found.mode & 0o700)
}
