import { statSync } from 'node:fs'
import { LibsqlError } from '@libsql/client/http'

/**
 * Makes the check that an open database is still what its name leads to. SQLite goes on writing
 * into a file that was deleted or replaced, and acknowledges what nobody will ever see again.
 * The check throws SQLITE_CANTOPEN; it passes again when the file is put back.
 */
export function watchFile(file: string): () => void {
  const watched = [file, `${file}-wal`].map((name) => ({ name, opened: identityOf(name) }))
  return () => {
    const lost = watched.find(({ name, opened }) => identityOf(name) !== opened)
    if (lost)
      throw new LibsqlError(
        `${lost.name} was moved, deleted or replaced: put it back, or start again`,
        'SQLITE_CANTOPEN',
      )
  }
}

function identityOf(name: string) {
  // Bigints, for an inode may be larger than what a number holds exactly.
  const found = statSync(name, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
