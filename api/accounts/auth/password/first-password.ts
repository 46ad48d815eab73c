import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dataFolder } from '#api/core/environment/data-folder.ts'
import { makeFolder } from '#db/make-folder.ts'

export const firstPasswordFile = (databaseUrl: string) =>
  path.join(dataFolder(databaseUrl), 'first-password')

/**
 * How to show the operator the first admin's generated password. Output that is not a terminal may
 * be a shared log: then the password goes to `file`, readable by this user only.
 */
export function handOver(
  password: string,
  { file, isTerminal }: { file: string; isTerminal: boolean },
): string {
  if (isTerminal) return `${password}   (shown only this once)`
  try {
    makeFolder(path.dirname(file), 0o700)
    // An existing file may be readable by others.
    rmSync(file, { force: true })
    writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
    return `in ${file} (delete it once you have signed in)`
  } catch (error) {
    return `could not be written: ${(error as Error).message}. Set one with npm run admin -- reset-password`
  }
}
