import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Client, type InArgs, type InStatement, LibsqlError } from '@libsql/client/http'
import { makeFolder, makePrivate } from '../make-folder.ts'
import { toLibsqlError } from './node-sqlite-errors.ts'
import { createFileIdentityCheck } from './node-sqlite-file.ts'
import { changesRows, createRunner, type Statement } from './node-sqlite-statements.ts'
import { exclusive, transaction, withoutForeignKeys } from './node-sqlite-transactions.ts'
import { truncateWal } from './node-sqlite-wal.ts'
import { shareCommits } from './node-sqlite-writes.ts'
import { onlyReads } from './only-reads.ts'

/**
 * Earlier versions may corrupt a file when two connections checkpoint
 * (https://sqlite.org/releaselog/3_51_3.html).
 */
const oldestEngine = '3.51.3'

/** How long a call waits for another process to release its lock, in ms. */
const busyTimeout = 1_000

/**
 * Node's own SQLite behind libSQL's interface, for `file:` URLs. libSQL's own driver loses
 * acknowledged writes after one SQLITE_BUSY (shown by loss.test.ts) and blocks the event loop while
 * it waits for a lock. Here every call runs synchronously in a transaction, its own or a shared
 * one; only waiting, for a shared commit or another process, is asynchronous, and comes first.
 * @throws {Error} when the file is not a database or not writable; the file is left unchanged
 */
export async function openFile(url: string): Promise<Client> {
  assertEngineVersion(process.versions.sqlite ?? '')
  const file = fileOf(url)
  try {
    makeFolder(path.dirname(file), 0o700)
    createPrivateFile(file)
    const db = new DatabaseSync(file, { timeout: 0 })
    await retryWhileBusy(() => configure(db)).catch((error) => {
      db.close()
      throw error
    })
    return createClient(db, createFileIdentityCheck(file))
  } catch (cause) {
    const { message } = toLibsqlError(cause) as Error
    throw new Error(`The database ${file} cannot be used: ${message}`, { cause })
  }
}

/** SQLite would create the file readable by everyone. The log and its index get its mode. */
function createPrivateFile(file: string) {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or SQLite will say why it cannot be created.
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path)
}

/** @throws {Error} when this SQLite version, such as `3.45.1`, may corrupt a file */
export function assertEngineVersion(version: string): void {
  const number = (text: string) => text.split('.').reduce((sum, part) => sum * 1000 + +part, 0)
  if (!(number(version) >= number(oldestEngine)))
    throw new Error(`SQLite ${version} may damage the database: ${oldestEngine} or later is needed`)
}

/** The path of a `file:` URL, resolved against the working directory. */
export function fileOf(url: string): string {
  if (url.startsWith('file::memory:'))
    throw new Error('A database in memory would lose everything at exit. Name a file')
  return fileURLToPath(new URL(url, pathToFileURL(`${process.cwd()}/`)))
}

/** Runs before any change: even the journal mode is stored in the file. */
function assertOwnDatabase(db: DatabaseSync) {
  const { tables, ours } = db
    .prepare(
      `SELECT count(*) AS tables, coalesce(sum(name = '__drizzle_migrations'), 0) AS ours
       FROM sqlite_schema WHERE type = 'table'`,
    )
    .get() as { tables: number; ours: number }
  if (tables && !ours) throw new Error('it belongs to another program')
}

/**
 * FULL: commits survive a power cut. secure_delete: deleted content is overwritten with zeros.
 * The transaction that is rolled back shows whether the file is writable.
 */
function configure(db: DatabaseSync) {
  assertOwnDatabase(db)
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA secure_delete = ON;
    BEGIN IMMEDIATE;
    CREATE TABLE write_probe (x);
    ROLLBACK;
  `)
  const mode = db.prepare('PRAGMA journal_mode').get()?.journal_mode
  if (mode !== 'wal') throw new Error(`it is in journal mode ${mode} and cannot change to WAL`)
}

/** Retries asynchronously while another process holds the lock. */
async function retryWhileBusy<T>(work: () => T, since = performance.now()): Promise<T> {
  const deadline = since + busyTimeout
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return work()
    } catch (cause) {
      const error = toLibsqlError(cause)
      const busy = error instanceof LibsqlError && error.code === 'SQLITE_BUSY'
      if (!busy || performance.now() + pause > deadline) throw error
    }
    await sleep(pause)
  }
}

function createClient(db: DatabaseSync, assertFileIdentity: () => void): Client {
  let run = createRunner(db)
  const retryOnSameFile = <T>(work: () => T, since?: number) =>
    retryWhileBusy(() => {
      assertFileIdentity()
      return work()
    }, since)
  const wal = truncateWal(db)
  const commit = shareCommits({
    db,
    run: (statement) => run(statement),
    retryWhileBusy: retryOnSameFile,
  })
  const write: typeof commit = (statements, runSeparately) => {
    wal.truncateSoon()
    return commit(statements, runSeparately)
  }
  return {
    protocol: 'file',
    get closed() {
      return !db.isOpen
    },
    execute(given: InStatement, args?: InArgs) {
      const statement: Statement = typeof given === 'string' ? [given, args] : given
      const work = () => exclusive(db, () => run(statement))
      if (changesRows(statement)) return write([statement], () => [work()]).then(([only]) => only!)
      // Reads still work on a file that was moved.
      return onlyReads([statement]) ? retryWhileBusy(work) : retryOnSameFile(work)
    },
    batch(statements) {
      const work = () => transaction(db, run, statements)
      return onlyReads(statements) ? retryWhileBusy(work) : write(statements, work)
    },
    async migrate(statements) {
      const migrated = () => transaction(db, run, statements)
      const results = await retryWhileBusy(() => withoutForeignKeys(db, migrated))
      run = createRunner(db)
      return results
    },
    async executeMultiple(script) {
      await retryWhileBusy(() => exclusive(db, () => db.exec(script)))
      run = createRunner(db)
    },
    transaction: () =>
      notSupported('Interactive transactions would block everyone else. Use a batch'),
    sync: () => notSupported('A database file has no server to sync with'),
    reconnect: () => notSupported('Reopen a closed database file with openDb'),
    close() {
      wal.stop()
      if (db.isOpen) db.close()
    },
  }
}

async function notSupported(message: string): Promise<never> {
  throw new LibsqlError(message, 'NOT_SUPPORTED')
}
