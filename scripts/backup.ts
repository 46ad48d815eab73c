// `npm run backup -- FOLDER [--check-all]`: backs up the running system into a new or empty folder.
// Reads the same environment as the server and runs as the same user.

import { type Environment, readEnvironment } from '#api/core/environment/env.ts'
import { openStore } from '#api/core/files/open-store.ts'
import { lastBackup, noteBackup, noteFailedBackup } from '#api/core/monitoring/last-backup.ts'
import { requireDatabase } from '#db/require-database.ts'
import { describeBackup, parseArguments, printLost, reportFailure } from './backup/command-line.ts'
import { readManifest } from './backup/manifest.ts'
import { isLongSummed, type Previous, takeBackup } from './backup/take.ts'

/** The last backup, if the resumes that it has need not be read again. */
async function usablePrevious(databaseUrl: string): Promise<Previous | undefined> {
  const folder = (await lastBackup(databaseUrl))?.folder
  const manifest = folder && (await readManifest(folder).catch(() => null))
  return manifest && !isLongSummed(manifest) ? { folder, manifest } : undefined
}

await reportFailure('Nothing was backed up', async () => {
  const { folder, has } = parseArguments('npm run backup -- FOLDER [--check-all]')
  const environment = readEnvironment(process.env)
  await backUp(environment, { folder, checksAll: has('check-all') }).catch(async (error) => {
    await noteFailedBackup(environment.DATABASE_URL).catch(() => undefined)
    throw error
  })
})

async function backUp(
  { DATABASE_URL: url, DATABASE_AUTH_TOKEN, STORAGE_URL }: Environment,
  { folder, checksAll }: { folder: string; checksAll: boolean },
) {
  const token = DATABASE_AUTH_TOKEN ? { authToken: DATABASE_AUTH_TOKEN } : {}
  await requireDatabase(url, token)
  const store = await openStore(STORAGE_URL)
  const previous = checksAll ? undefined : await usablePrevious(url)
  const backup = await takeBackup({ url, ...token, store, folder, previous })
  const lost = backup.lost.length + backup.lost_pictures.length
  await noteBackup(url, { folder, taken_at: backup.taken_at, lost }).catch((error: Error) =>
    console.error(`The metrics don't show this backup: ${error.message}`),
  )
  console.log(`Backed up to ${folder}: ${describeBackup(backup)}.`)
  if (previous)
    console.log(
      `${backup.summed} of the files are new and were read; the others are those of ${previous.folder} (--check-all reads all).`,
    )
  if (!backup.database) console.log('The database is on a server: back it up there.')
  printLost(
    backup.lost,
    { folder, key: 'lost' },
    (id) => `The resume of application ${id} is lost or damaged.`,
  )
  printLost(
    backup.lost_pictures,
    { folder, key: 'lost_pictures' },
    (id) => `A file of picture ${id} is lost or damaged.`,
  )
  if (lost) process.exitCode = 1
}
