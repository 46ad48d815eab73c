// `npm run restore -- FOLDER [--keep-mail]`: restores a backup to DATABASE_URL and STORAGE_URL,
// which must be empty. Run it as the server's user. With `--verify` it only checks the backup.
// `npm run restore -- FILE --for-server` prepares a copy of a database server's database instead.

import { readEnvironment } from '#api/core/environment/env.ts'
import { openStore } from '#api/core/files/open-store.ts'
import { requireDatabase } from '#db/require-database.ts'
import { describeBackup, parseArguments, printLost, reportFailure } from './backup/command-line.ts'
import { prepareForServer } from './backup/prepare-database.ts'
import { putBack, verifyBackup } from './backup/put-back.ts'

const isVerifying = process.argv.includes('--verify')

function report({ heldMail, webhooks }: Awaited<ReturnType<typeof prepareForServer>>) {
  if (heldMail)
    console.log(
      `${heldMail} messages were waiting to be sent and may have been sent since: they are held back.`,
    )
  if (webhooks)
    console.log(
      `${webhooks} ${webhooks === 1 ? 'webhook is' : 'webhooks are'} switched off, so that a copy calls nobody, and what waited for them is dropped: switch them on under Settings › Webhooks.`,
    )
}

await reportFailure(
  isVerifying ? 'The backup cannot be restored' : 'Nothing was restored',
  async () => {
    const { folder, has } = parseArguments(
      'npm run restore -- FOLDER [--keep-mail] [--undo-retention] [--verify] [--for-server]',
    )
    const alone = ['for-server', 'verify', 'undo-retention'].filter(has)
    if (alone.length > 1) throw new Error(`--${alone.join(' and --')} do not go together`)
    if (isVerifying) {
      console.log(
        `The backup is whole and can be restored: ${describeBackup(await verifyBackup(folder))}.`,
      )
      return
    }
    const keepMail = has('keep-mail')
    if (has('for-server')) {
      const prepared = await prepareForServer(folder, keepMail)
      console.log('The database can be put in place. Everyone has to sign in again.')
      return report(prepared)
    }
    const undoRetention = has('undo-retention')
    const { DATABASE_URL: url, DATABASE_AUTH_TOKEN, STORAGE_URL } = readEnvironment(process.env)
    // A database on a server must be restored there first.
    if (!url.startsWith('file:'))
      await requireDatabase(url, DATABASE_AUTH_TOKEN ? { authToken: DATABASE_AUTH_TOKEN } : {})
    const restored = await putBack({
      folder,
      url,
      keepMail,
      undoRetention,
      openStore: () => openStore(STORAGE_URL),
    })
    console.log(`Restored ${describeBackup(restored)}. Everyone has to sign in again.`)
    if (undoRetention)
      console.log(
        `${restored.broughtBack} applications that retention rules erased in the last 30 days are back. The rules are now empty: set them again under Privacy.`,
      )
    report(restored)
    console.log(
      restored.erased
        ? `${restored.erased} ${restored.erased === 1 ? 'application was' : 'applications were'} erased or deleted: what the backup has of them is erased at the next start.`
        : 'The storage has no list of erased applications: if anybody was erased since, put it there before you start Foyer (docs/operate.md).',
    )
    printLost(
      restored.lost,
      { folder, key: 'lost' },
      (id) => `The resume of application ${id} was lost already when the backup was taken.`,
    )
  },
)
