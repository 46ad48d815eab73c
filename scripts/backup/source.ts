import { once } from 'node:events'
import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { fileOf } from '#db/embedded/node-sqlite.ts'
import { openRemote } from '#db/remote/remote.ts'
import { type StagedRow, type StoredPicture, stagedQuery } from '../integrity.ts'
import { syncFile } from './manifest.ts'

export type ResumeRow = { id: number; key: string; sha256: string; size: number }

export type Source = {
  /** The files of the next applications, by id. */
  rowsAfter(id: number): Promise<ResumeRow[]>
  /** The files of forms that were not accepted. */
  staged(): Promise<StagedRow[]>
  /** Removes a staged file from the backup. */
  dropStaged(key: string): void
  pictures(): Promise<StoredPicture[]>
  /** Removes the picture from the backup if it has been deleted since; returns whether it was. */
  dropDeletedPicture(id: number): Promise<boolean>
  /** For a picture whose AVIF files were made since: the backup has the others. */
  dropSource(id: number): void
  /** Whether the application has been deleted since the backup began. */
  isGone(id: number): Promise<boolean>
  /** Removes an application from the backup. */
  drop(id: number): void
  close(): Promise<void>
}

/** All files of an application at once: the next query starts after its id. */
const rowsAfter = `WITH next AS (
    SELECT id, resume_key, resume_sha256, resume_size FROM applications
    WHERE id > ? AND (resume_key IS NOT NULL OR id IN (SELECT application_id FROM answer_files)
      OR id IN (SELECT application_id FROM document_requests WHERE key IS NOT NULL))
    ORDER BY id LIMIT 200)
  SELECT id, resume_key AS key, resume_sha256 AS sha256, resume_size AS size
  FROM next WHERE resume_key IS NOT NULL
  UNION ALL SELECT application_id, key, sha256, size FROM answer_files
  WHERE application_id IN (SELECT id FROM next)
  UNION ALL SELECT application_id, key, sha256, size FROM document_requests
  WHERE application_id IN (SELECT id FROM next) AND key IS NOT NULL ORDER BY 1`
/** What is read of tables that the first versions lacked; temporary ones are not in the backup. */
const laterTables = {
  answer_files: 'application_id, key, sha256, size',
  document_requests: 'application_id, key, sha256, size',
  staged_files: 'key, name, sha256, size, expires_at',
  media: 'id, hash, variants, source_key',
}
const picturesQuery = 'SELECT id, hash, variants, source_key FROM media ORDER BY id'
const pictureIsThere = 'SELECT 1 FROM media WHERE id = ?'
const withoutSource =
  "UPDATE media SET source_key = NULL, slow_formats = 'failed', lease_until = NULL WHERE id = ?"
const pictureOf = (row: Record<string, unknown>) =>
  ({ ...row, variants: JSON.parse(String(row.variants)) }) as StoredPicture
const isThere = 'SELECT 1 FROM applications WHERE id = ?'

/**
 * Copies the current state of the database to the new file `path`. The server keeps reading and
 * writing: in WAL mode, nobody waits for a reader. VACUUM INTO copies rows, not pages, so deleted
 * data stays out of the backup.
 */
export async function snapshot(url: string, path: string): Promise<Source> {
  const file = fileOf(url)
  refuseStranger(file)
  const live = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  const writer = new DatabaseSync(file, { timeout: 10_000 })
  // Applies to the copy as well: its inner pages would keep rows of when they were leaves.
  live.exec('PRAGMA secure_delete = ON')
  closeSync(openSync(path, 'wx', 0o600))
  await whileSyncing(path, () => live.prepare('VACUUM INTO ?').run(path))
  // The log grew during the copy. Checkpoint it here, or one commit of the server would have to.
  writer.exec('PRAGMA wal_checkpoint(PASSIVE)')
  writer.close()
  // node:sqlite turns foreign keys on: mail is deleted with its application.
  const copy = new DatabaseSync(path)
  copy.exec('PRAGMA secure_delete = ON')
  // An update is on disk before the start that migrates: tables that come with it are empty.
  for (const [table, columns] of Object.entries(laterTables))
    if (!copy.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table))
      copy.exec(`CREATE TEMP TABLE ${table} (${columns})`)
  // For a while after a move from a server they have rows.
  for (const table of ['rate_limits', 'picture_locks'])
    if (copy.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table))
      copy.exec(`DELETE FROM ${table}`)
  return {
    rowsAfter: async (id) => copy.prepare(rowsAfter).all(id) as ResumeRow[],
    staged: async () => copy.prepare(stagedQuery).all() as StagedRow[],
    dropStaged: (key) => void copy.prepare('DELETE FROM staged_files WHERE key = ?').run(key),
    pictures: async () => copy.prepare(picturesQuery).all().map(pictureOf),
    async dropDeletedPicture(id) {
      if (live.prepare(pictureIsThere).get(id)) return false
      copy.prepare('DELETE FROM media_uses WHERE media_id = ?').run(id)
      copy.prepare('DELETE FROM media WHERE id = ?').run(id)
      return true
    },
    dropSource: (id) => void copy.prepare(withoutSource).run(id),
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
 * Syncs the file from another thread every 20 ms while `work` writes it and blocks this one.
 * Flushed all at once by the system, a large file would delay the server's commits.
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

const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/** Blocks this process. */
export const rest = (ms: number) => void Atomics.wait(neverNotified, 0, 0, ms)

/** Reading a WAL database creates files next to it, which the server's user could not open. */
function refuseStranger(file: string) {
  const { uid } = statSync(file)
  const { getuid } = process
  if (getuid && getuid() !== uid)
    throw new Error(`${file} belongs to user ${uid}: run this as that user, as the server does`)
}

/** For a database on a server, which is backed up there; only lists the resumes. */
export function remote(url: string, authToken?: string): Source {
  const client = openRemote(url, authToken ? { authToken } : {})
  return {
    rowsAfter: async (id) => (await client.execute(rowsAfter, [id])).rows as never,
    staged: async () => (await client.execute(stagedQuery)).rows as never,
    dropStaged: () => {},
    pictures: async () => (await client.execute(picturesQuery)).rows.map(pictureOf),
    dropDeletedPicture: async (id) => !(await client.execute(pictureIsThere, [id])).rows.length,
    dropSource: () => {},
    isGone: async (id) => (await client.execute(isThere, [id])).rows.length === 0,
    drop: () => {},
    close: async () => client.close(),
  }
}
