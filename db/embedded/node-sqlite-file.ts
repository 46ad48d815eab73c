import { statSync } from 'node:fs'
import { LibsqlError } from '@libsql/client/http'

/**
 * Returns a check that the path still leads to the file that was opened. SQLite keeps writing into
 * a deleted or replaced file and acknowledges writes that nobody will ever see. The check throws
 * SQLITE_CANTOPEN, and passes again once the file is back.
 */
export function createFileIdentityCheck(file: string): () => void {
  const watched = [file, `${file}-wal`].map((name) => ({ name, opened: identityOf(name) }))
  return () => {
    const lost = watched.find(({ name, opened }) => identityOf(name) !== opened)
    if (lost)
      throw new LibsqlError(
        `${lost.name} was moved, deleted or replaced. Put it back or restart Foyer.`,
        'SQLITE_CANTOPEN',
      )
  }
}

function identityOf(name: string) {
  // An inode may be larger than a number can hold exactly.
  const found = statSync(name, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
