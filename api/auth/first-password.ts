import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeFolder } from '#db/make-folder.ts'
import { fileOf } from '#db/node-sqlite.ts'

/** Beside the database, or in `data` when that is on a server. */
export const firstPasswordFile = (databaseUrl: string) =>
  path.join(
    databaseUrl.startsWith('file:') ? path.dirname(fileOf(databaseUrl)) : path.resolve('data'),
    'first-password',
  )

/**
 * How to tell the operator the first administrator's generated password. What is not a terminal may be
 * a log that is kept and that others read: then it is written to `file`, for this user alone.
 */
export function handOver(
  password: string,
  { file, isTerminal }: { file: string; isTerminal: boolean },
): string {
  if (isTerminal) return `${password}   (shown only this once)`
  try {
    makeFolder(path.dirname(file), 0o700)
    // One that is there already may be readable for others.
    rmSync(file, { force: true })
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
    return `in ${file} (delete it once you have signed in)`
  } catch (error) {
    return `could not be written: ${(error as Error).message}. Set one with npm run admin -- reset-password`
  }
}
