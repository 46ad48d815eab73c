import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Client, type InArgs, type InStatement, LibsqlError } from '@libsql/client/http'
import { makeFolder, makePrivate } from './make-folder.ts'
import { toLibsqlError } from './node-sqlite-errors.ts'
import { watchFile } from './node-sqlite-file.ts'
import { changesRows, runnerOf, type Statement } from './node-sqlite-statements.ts'
import { alone, transaction, withoutForeignKeys } from './node-sqlite-transactions.ts'
import { truncateWal } from './node-sqlite-wal.ts'
import { shareCommits } from './node-sqlite-writes.ts'
import { onlyReads } from './only-reads.ts'

/** Before this one, two connections that checkpoint may corrupt a file (https://sqlite.org/releaselog/3_51_3.html). */
const oldestEngine = '3.51.3'

/** How long a call waits for another process to give up its lock, in ms. */
const patience = 1_000

/**
 * Node's own SQLite behind libSQL's interface, for `file:` URLs. libSQL's own driver loses
 * acknowledged writes after one SQLITE_BUSY (loss.test.ts shows it) and stops the event loop while
 * it waits for a lock. Here every call is a transaction, or a part of one that it shares with others,
 * run in one go; only the waiting, for those and for another process, is asynchronous and comes before.
 * @throws {Error} when the file is no database or cannot be written; it is left as it was
 */
export async function openFile(url: string): Promise<Client> {
  refuseOldEngine(process.versions.sqlite ?? '')
  const file = fileOf(url)
  try {
    makeFolder(path.dirname(file), 0o700)
    createPrivately(file)
    const db = new DatabaseSync(file, { timeout: 0 })
    await patiently(() => settle(db)).catch((error) => {
      db.close()
      throw error
    })
    return clientOf(db, watchFile(file))
  } catch (cause) {
    const { message } = toLibsqlError(cause) as Error
    throw new Error(`The database ${file} cannot be used: ${message}`, { cause })
  }
}

/** SQLite would create the file for everyone to read. The log and its index get the mode of the file. */
function createPrivately(file: string) {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or SQLite says why it cannot be created.
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) makePrivate(path)
}

/** @throws {Error} when this SQLite, say `3.45.1`, may damage a file */
export function refuseOldEngine(version: string): void {
  const number = (text: string) => text.split('.').reduce((sum, part) => sum * 1000 + +part, 0)
  if (!(number(version) >= number(oldestEngine)))
    throw new Error(`SQLite ${version} may damage the database: ${oldestEngine} or later is needed`)
}

/** The path that a `file:` URL names, counted from where the program was started. */
export function fileOf(url: string): string {
  if (url.startsWith('file::memory:'))
    throw new Error('A database in memory would forget everything: name a file')
  return fileURLToPath(new URL(url, pathToFileURL(`${process.cwd()}/`)))
}

/** Before anything is changed: even the journal mode is written into the file. */
function refuseForeign(db: DatabaseSync) {
  const { tables, ours } = db
    .prepare(
      `SELECT count(*) AS tables, coalesce(sum(name = '__drizzle_migrations'), 0) AS ours
       FROM sqlite_schema WHERE type = 'table'`,
    )
    .get() as { tables: number; ours: number }
  if (tables && !ours) throw new Error('it belongs to another program')
}

/**
 * FULL: a commit outlives a power cut too. secure_delete: deleted content is overwritten with zeros.
 * The transaction that is taken back shows whether the file can be written.
 */
function settle(db: DatabaseSync) {
  refuseForeign(db)
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA secure_delete = ON;
    BEGIN IMMEDIATE;
    CREATE TABLE a_file_that_can_be_written (it);
    ROLLBACK;
  `)
  const mode = db.prepare('PRAGMA journal_mode').get()?.journal_mode
  if (mode !== 'wal') throw new Error(`it is in journal mode ${mode} and cannot change to WAL`)
}

/** Tries again while another process holds the lock, and lets everything else go on meanwhile. */
async function patiently<T>(work: () => T, since = performance.now()): Promise<T> {
  const deadline = since + patience
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

function clientOf(db: DatabaseSync, refuseLost: () => void): Client {
  let run = runnerOf(db)
  const patientlyWhole = <T>(work: () => T, since?: number) =>
    patiently(() => {
      refuseLost()
      return work()
    }, since)
  const wal = truncateWal(db)
  const commit = shareCommits({ db, run: (statement) => run(statement), patiently: patientlyWhole })
  const write: typeof commit = (statements, apart) => {
    wal.truncateSoon()
    return commit(statements, apart)
  }
  return {
    protocol: 'file',
    get closed() {
      return !db.isOpen
    },
    execute(given: InStatement, args?: InArgs) {
      const statement: Statement = typeof given === 'string' ? [given, args] : given
      const work = () => alone(db, () => run(statement))
      if (changesRows(statement)) return write([statement], () => [work()]).then(([only]) => only!)
      // What only reads goes on with what there is.
      return onlyReads([statement]) ? patiently(work) : patientlyWhole(work)
    },
    batch(statements) {
      const work = () => transaction(db, run, statements)
      return onlyReads(statements) ? patiently(work) : write(statements, work)
    },
    async migrate(statements) {
      const migrated = () => transaction(db, run, statements)
      const results = await patiently(() => withoutForeignKeys(db, migrated))
      run = runnerOf(db)
      return results
    },
    async executeMultiple(script) {
      await patiently(() => alone(db, () => db.exec(script)))
      run = runnerOf(db)
    },
    transaction: () => refuse('Interactive transactions would hold up everyone else: use a batch'),
    sync: () => refuse('A database file has no server to synchronise with'),
    reconnect: () => refuse('A closed database file is opened anew with openDb'),
    close() {
      wal.stop()
      if (db.isOpen) db.close()
    },
  }
}

async function refuse(message: string): Promise<never> {
  throw new LibsqlError(message, 'NOT_SUPPORTED')
}
