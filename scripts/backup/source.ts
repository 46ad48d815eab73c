import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { fileOf } from '#db/node-sqlite.ts'
import { openRemote } from '#db/remote.ts'
import { syncFile } from './manifest.ts'

/** What a row says of its resume. */
export type ResumeRow = { id: number; key: string; sha256: string; size: number }

/** Where the rows of a backup come from. */
export type Source = {
  /** The next rows with a resume, by id. */
  rowsAfter(id: number): Promise<ResumeRow[]>
  /** Whether the application has been deleted since the backup began. */
  isGone(id: number): Promise<boolean>
  /** Takes an application out of the backup as well. */
  drop(id: number): void
  /** Nothing is written any more. */
  close(): Promise<void>
}

const rowsAfter = `SELECT id, resume_key AS key, resume_sha256 AS sha256, resume_size AS size
  FROM applications WHERE resume_key IS NOT NULL AND id > ? ORDER BY id LIMIT 200`
const isThere = 'SELECT 1 FROM applications WHERE id = ?'

/**
 * Copies the database, as it is at this moment, to the new file `path`. The server goes on reading
 * and writing meanwhile: in WAL mode nobody waits for a reader. VACUUM INTO copies rows, not pages,
 * so that nothing deleted gets into the backup.
 */
export async function snapshot(url: string, path: string): Promise<Source> {
  const file = fileOf(url)
  refuseStranger(file)
  const live = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  const writer = new DatabaseSync(file, { timeout: 10_000 })
  closeSync(openSync(path, 'wx', 0o600))
  await whileSyncing(path, () => live.prepare('VACUUM INTO ?').run(path))
  // All that was written meanwhile had to stay in the log. If it were left to the server, one commit
  // would bring it into the database, and everybody would wait for that.
  writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
  writer.close()
  // With foreign keys on, as node:sqlite opens it: mail goes with its application.
  const copy = new DatabaseSync(path)
  copy.exec('PRAGMA secure_delete = ON')
  return {
    rowsAfter: async (id) => copy.prepare(rowsAfter).all(id) as ResumeRow[],
    isGone: async (id) => !live.prepare(isThere).get(id),
    drop: (id) => void copy.prepare('DELETE FROM applications WHERE id = ?').run(id),
    async close() {
      live.close()
      copy.close()
      await syncFile(path)
    },
  }
}

/**
 * The server waits for its commits with everything it does, and a commit waits for what is on its
 * way to the disk; a gigabyte left to the system comes there in one wave. So another thread brings
 * the file to the disk bit by bit while the work, which blocks this one, writes it.
 */
async function whileSyncing(path: string, work: () => void) {
  const syncing = new Worker(
    `const { fsyncSync, openSync } = require('node:fs')
     const file = openSync(require('node:worker_threads').workerData, 'r+')
     setInterval(() => fsyncSync(file), 20)`,
    { eval: true, workerData: path },
  )
  await once(syncing, 'online')
  try {
    work()
  } finally {
    await syncing.terminate()
  }
}

const nobody = new Int32Array(new SharedArrayBuffer(4))

/** Stops this process, which has nothing else to do, for so many ms. */
export const rest = (ms: number) => void Atomics.wait(nobody, 0, 0, ms)

/** Who reads a WAL database makes files beside it, which the server could then not open. */
function refuseStranger(file: string) {
  const { uid } = statSync(file)
  const { getuid } = process
  if (getuid && getuid() !== uid)
    throw new Error(`${file} belongs to user ${uid}: run this as that user, as the server does`)
}

/** A database on a server is backed up there; here its rows only say which files belong to it. */
export function remote(url: string, authToken?: string): Source {
  const client = openRemote(url, authToken ? { authToken } : {})
  return {
    rowsAfter: async (id) => (await client.execute(rowsAfter, [id])).rows as never,
    isGone: async (id) => (await client.execute(isThere, [id])).rows.length === 0,
    drop: () => {},
    close: async () => client.close(),
  }
}
