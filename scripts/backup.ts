// `npm run backup -- FOLDER`: backs up the running system into a new or empty folder. Reads the
// same environment as the server and runs as the same user.

import { readEnvironment } from '#api/env.ts'
import { openStore } from '#api/files/open-store.ts'
import { noteBackup } from '#api/monitoring/last-backup.ts'
import { requireDatabase } from '#db/require-database.ts'
import { describeBackup, parseArguments, reportFailure } from './backup/command-line.ts'
import { takeBackup } from './backup/take.ts'

await reportFailure('Nothing was backed up', async () => {
  const { folder } = parseArguments('npm run backup -- FOLDER')
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN, STORAGE_URL } = readEnvironment(process.env)
  const token = DATABASE_AUTH_TOKEN ? { authToken: DATABASE_AUTH_TOKEN } : {}
  await requireDatabase(url, token)
  const store = await openStore(STORAGE_URL)
  const backup = await takeBackup({ url, ...token, store, folder })
  const lost = backup.lost.length + backup.lost_pictures.length
  await noteBackup(url, { taken_at: backup.taken_at, lost }).catch((error: Error) =>
    console.error(`The metrics don't show this backup: ${error.message}`),
  )
  console.log(`Backed up to ${folder}: ${describeBackup(backup)}.`)
  if (!backup.database) console.log('The database is on a server: back it up there.')
  for (const id of backup.lost) console.error(`The resume of application ${id} is lost or damaged.`)
  for (const id of backup.lost_pictures)
    console.error(`A file of picture ${id} is lost or damaged.`)
  if (lost) process.exitCode = 1
})
