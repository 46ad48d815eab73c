// `npm run move-storage -- FROM TO`: copies all stored files from one place to another, both written
// like STORAGE_URL. Run it as the server's user while the server is stopped.

import { parseArgs } from 'node:util'
import { reportFailure } from './backup/command-line.ts'
import { moveStorage } from './backup/move-storage.ts'

await reportFailure('Not everything was copied', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [from, to, ...more] = positionals
  if (!from || !to || more.length)
    throw new Error('name two places: npm run move-storage -- FROM TO')
  const { files, images, erased } = await moveStorage(from, to)
  console.log(
    `Copied to ${to}: ${files} uploaded files, ${images} image files, and the list of ${erased} erased applications.`,
  )
  console.log(`Set STORAGE_URL to ${to} now. Nothing was removed from ${from}.`)
})
