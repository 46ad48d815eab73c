import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

type KeptResume = { id: number; resume_key: string; resume_sha256: string; resume_size: number }

/**
 * Looks at a stopped server's folder without going through the server: whether the database is
 * whole, each resume is the file that its row describes, and the counts are true.
 * Files without a row are allowed (a crash between the two leaves one) and only counted.
 */
export function auditFolder(folder: string): { faults: string[]; rows: number; orphans: number } {
  const db = new DatabaseSync(join(folder, 'careers.db'), { readOnly: true })
  try {
    const kept = db
      .prepare(
        'SELECT id, resume_key, resume_sha256, resume_size FROM applications WHERE resume_key IS NOT NULL',
      )
      .all() as KeptResume[]
    const files = new Map(filesBelow(join(folder, 'resumes')).map((file) => [basename(file), file]))
    const keys = new Set(kept.map((row) => row.resume_key))
    return {
      faults: [...databaseFaults(db), ...kept.flatMap((row) => resumeFaults(row, files))],
      rows: kept.length,
      orphans: [...files.keys()].filter((key) => !keys.has(key)).length,
    }
  } finally {
    db.close()
  }
}

/** How many half-received files lie about; none after a start. */
export function leftovers(folder: string): number {
  return readdirSync(join(folder, 'resumes', 'incoming')).length
}

function databaseFaults(db: DatabaseSync): string[] {
  const integrity = db
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => row.integrity_check)
  const strangers = db.prepare('PRAGMA foreign_key_check').all()
  const wrongCounts = db
    .prepare(
      `SELECT job_id, status, sum(kept) AS kept, sum(real) AS real FROM (
         SELECT job_id, status, count AS kept, 0 AS real FROM application_counts
         UNION ALL SELECT job_id, status, 0, 1 FROM applications
       ) GROUP BY job_id, status HAVING sum(kept) <> sum(real)`,
    )
    .all()
  return [
    ...integrity.filter((line) => line !== 'ok').map((line) => `integrity: ${line}`),
    ...strangers.map((row) => `foreign key: ${JSON.stringify(row)}`),
    ...wrongCounts.map((row) => `count: ${JSON.stringify(row)}`),
  ]
}

function resumeFaults(row: KeptResume, files: Map<string, string>): string[] {
  const file = files.get(row.resume_key)
  if (!file) return [`application ${row.id}: no file`]
  const bytes = readFileSync(file)
  const isTheOne = createHash('sha256').update(bytes).digest('hex') === row.resume_sha256
  if (isTheOne && bytes.length === row.resume_size) return []
  return [`application ${row.id}: not the file that its row describes`]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
