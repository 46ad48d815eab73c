import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type KeptFile = { id: number; key: string; sha256: string; size: number }

/**
 * Checks the data folder of a stopped server: the database's integrity and counts, and the size and
 * hash of each resume and each file of an answer. Files without a row are only counted: a crash between file and row leaves one.
 */
export function checkFolder(
  folder: string,
  file = join(folder, 'careers.db'),
): { faults: string[]; rows: number; orphans: number } {
  const kept = keptFiles(file)
  const files = new Map(filesBelow(join(folder, 'resumes')).map((path) => [basename(path), path]))
  const keys = new Set(kept.map((row) => row.key))
  return {
    faults: [...databaseFaults(file), ...kept.flatMap((row) => fileFaults(row, files))],
    rows: kept.length,
    orphans: [...files.keys()].filter((key) => !keys.has(key)).length,
  }
}

/** The number of partial uploads; 0 after a start. */
export function leftovers(folder: string): number {
  return readdirSync(join(folder, 'resumes', 'incoming')).length
}

/** The files that applications name. */
export const keptFiles = (file: string): KeptFile[] =>
  reading(
    file,
    (db) =>
      db
        .prepare(
          `SELECT id, resume_key AS key, resume_sha256 AS sha256, resume_size AS size
           FROM applications WHERE resume_key IS NOT NULL
           UNION ALL SELECT application_id, key, sha256, size FROM answer_files`,
        )
        .all() as KeptFile[],
  )

/** Integrity errors of a database file; empty when it is intact. */
export const databaseFaults = (file: string): string[] =>
  reading(file, (db) => {
    const integrity = db.prepare('PRAGMA integrity_check').all()
    const strangers = db.prepare('PRAGMA foreign_key_check').all()
    return [
      ...integrity.flatMap(({ integrity_check: line }) =>
        line === 'ok' ? [] : [`integrity: ${line}`],
      ),
      ...strangers.map((row) => `foreign key: ${JSON.stringify(row)}`),
      ...wrongCounts(db).map((row) => `count: ${JSON.stringify(row)}`),
    ]
  })

function reading<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return work(db)
  } finally {
    db.close()
  }
}

const wrongCounts = (db: DatabaseSync) =>
  db
    .prepare(
      `SELECT job_id, status, sum(kept) AS kept, sum(real) AS real FROM (
         SELECT job_id, status, count AS kept, 0 AS real FROM application_counts
         UNION ALL SELECT job_id, status, 0, 1 FROM applications
       ) GROUP BY job_id, status HAVING sum(kept) <> sum(real)`,
    )
    .all()

function fileFaults(row: KeptFile, files: Map<string, string>): string[] {
  const file = files.get(row.key)
  if (!file) return [`application ${row.id}: no file`]
  const bytes = readFileSync(file)
  const isTheOne = createHash('sha256').update(bytes).digest('hex') === row.sha256
  if (isTheOne && bytes.length === row.size) return []
  return [`application ${row.id}: not the file that its row describes`]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
