import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { makeFolder } from '#db/make-folder.ts'
import { dataFolder } from '../environment/data-folder.ts'

const schema = z.object({
  folder: z.string(),
  taken_at: z.iso.datetime(),
  /** Files that were missing or damaged. */
  lost: z.number(),
})
type LastBackup = z.output<typeof schema>

const fileFor = (databaseUrl: string) => path.join(dataFolder(databaseUrl), 'last-backup.json')

const failureFor = (databaseUrl: string) => path.join(dataFolder(databaseUrl), 'backup-failed')

/** Notes that the last attempt left no backup, for the server's metrics. */
export const noteFailedBackup = (databaseUrl: string) =>
  writeFile(failureFor(databaseUrl), '', { mode: 0o600 })

export const hasBackupFailed = (databaseUrl: string): boolean => existsSync(failureFor(databaseUrl))

/** Notes a complete backup, for the server's metrics and the next backup. */
export async function noteBackup(databaseUrl: string, { folder, taken_at, lost }: LastBackup) {
  const file = fileFor(databaseUrl)
  makeFolder(path.dirname(file), 0o700)
  await writeFile(`${file}.part`, `${JSON.stringify({ folder, taken_at, lost })}\n`, {
    mode: 0o600,
  })
  await rename(`${file}.part`, file)
  await rm(failureFor(databaseUrl), { force: true })
}

/** Undefined when none was taken, or when the note can't be read. */
export async function lastBackup(databaseUrl: string): Promise<LastBackup | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(fileFor(databaseUrl), 'utf8')))
  } catch {
    return undefined
  }
}
