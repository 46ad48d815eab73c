// `npm run restore -- FOLDER [--keep-mail]`: puts a backup where the environment says that database
// and resumes belong, which must be empty. Runs as the user that the server runs as.

import { readEnvironment } from '#api/env.ts'
import { openStore } from '#api/files/open-store.ts'
import { requireDatabase } from '#db/require-database.ts'
import { putBack } from './backup/put-back.ts'
import { asked, inWords, orExplain } from './backup/words.ts'

await orExplain('Nothing was restored', async () => {
  const { folder, keepMail } = asked('npm run restore -- FOLDER [--keep-mail]')
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN, STORAGE_URL } = readEnvironment(process.env)
  // A database on a server has been restored there already; a file is put back here.
  if (!url.startsWith('file:'))
    await requireDatabase(url, DATABASE_AUTH_TOKEN ? { authToken: DATABASE_AUTH_TOKEN } : {})
  const restored = await putBack({ folder, url, openStore: () => openStore(STORAGE_URL), keepMail })
  console.log(`Restored ${inWords(restored)}. Everybody has to sign in again.`)
  if (restored.heldMail)
    console.log(
      `${restored.heldMail} messages were waiting to be sent and may have been sent since: they are held back.`,
    )
  for (const id of restored.lost)
    console.error(`The resume of application ${id} was lost already when the backup was taken.`)
})
