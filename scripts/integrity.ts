import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Variant } from '#db/enums.ts'
import { triggerSet, wrongTriggers } from '#db/triggers.ts'

type FileRow = { id: number; key: string; sha256: string; size: number }

/**
 * Checks the data folder of a stopped server: the database's integrity, counts and triggers, and
 * the size and hash of each resume, each file of an answer and each staged file, and the sizes of
 * the files of pictures. Files without a row are only counted: a crash between file and row leaves one.
 */
export function checkFolder(
  folder: string,
  file = join(folder, 'careers.db'),
): { faults: string[]; rows: number; orphans: number } {
  const kept = storedFiles(file)
  const staged = stagedFiles(file)
  const pictures = storedPictures(file)
  const store = join(folder, 'resumes')
  const all = filesBelow(store)
  const isOther = (path: string) =>
    /^(media|made|erased)$/.test(relative(store, path).split(sep)[0] ?? '')
  const files = new Map(all.filter((path) => !isOther(path)).map((path) => [basename(path), path]))
  const keys = new Set([
    ...importFiles(file),
    ...[...kept, ...staged].map((row) => row.key),
    ...pictures.map((row) => row.source_key),
  ])
  const named = new Set(pictures.flatMap(picturePaths).map(({ path }) => join(store, path)))
  const unnamed = filesBelow(join(store, 'media')).filter((path) => !named.has(path))
  return {
    faults: [
      ...databaseFaults(file),
      ...triggerFaults(file),
      ...kept.flatMap((row) => fileErrors(`application ${row.id}`, row, files)),
      ...staged.flatMap((row) => fileErrors(`staged file ${row.name}`, row, files)),
      ...pictures.flatMap((row) => pictureFaults(row, store, files)),
    ],
    rows: kept.length,
    orphans: [...files.keys()].filter((key) => !keys.has(key)).length + unnamed.length,
  }
}

export type StoredPicture = {
  id: number
  hash: string
  variants: Variant[]
  source_key: string | null
}

/** The pictures with their files; none in a database from before there were any. */
export const storedPictures = (file: string): StoredPicture[] =>
  reading(file, (db) => {
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'media'").get()) return []
    const rows = db.prepare('SELECT id, hash, variants, source_key FROM media').all()
    return rows.map(
      (row) => ({ ...row, variants: JSON.parse(String(row.variants)) }) as StoredPicture,
    )
  })

/** The public files of a picture, below the store. */
export const picturePaths = ({ hash, variants }: Pick<StoredPicture, 'hash' | 'variants'>) =>
  variants.map(({ width, format, bytes }) => ({
    path: join('media', hash, `${width}.${format}`),
    name: `${width}.${format}`,
    bytes,
  }))

function pictureFaults(row: StoredPicture, store: string, files: Map<string, string>): string[] {
  const wrong = picturePaths(row).filter(
    ({ path, bytes }) => statSync(join(store, path), { throwIfNoEntry: false })?.size !== bytes,
  )
  const isSourceLost = row.source_key && !files.has(row.source_key)
  return [
    ...wrong.map(({ path }) => `picture ${row.id}: no file that fits its row at ${path}`),
    ...(isSourceLost ? [`picture ${row.id}: the upload that AVIF is made from is missing`] : []),
  ]
}

/** The number of partial files of processes that are gone; 0 after a start. */
export const leftovers = (folder: string): number =>
  readdirSync(join(folder, 'resumes', 'incoming')).filter(
    (name) => !existsSync(`/proc/${/^foyer-(\d+)-/.exec(name)?.[1]}`),
  ).length

/** The tables with a file for an application in each row: those with these columns. */
const fileTables = (db: DatabaseSync) =>
  db
    .prepare(
      `SELECT name FROM sqlite_schema AS one WHERE type = 'table' AND 4 = (
         SELECT count(*) FROM pragma_table_info(one.name)
         WHERE name IN ('application_id', 'key', 'sha256', 'size'))`,
    )
    .all()
    .map(({ name }) => String(name))

/** The files that applications name. */
export const storedFiles = (file: string): FileRow[] =>
  reading(
    file,
    (db) =>
      db
        .prepare(
          [
            `SELECT id, resume_key AS key, resume_sha256 AS sha256, resume_size AS size
             FROM applications WHERE resume_key IS NOT NULL`,
            ...fileTables(db).map(
              (name) =>
                `SELECT application_id, key, sha256, size FROM ${name} WHERE key IS NOT NULL`,
            ),
          ].join(' UNION ALL '),
        )
        .all() as FileRow[],
  )

/** The keys of files that wait for their import. */
const importFiles = (file: string): string[] =>
  reading(file, (db) =>
    db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'imports'").get()
      ? db
          .prepare('SELECT key FROM imports WHERE key IS NOT NULL')
          .all()
          .map((row) => String(row.key))
      : [],
  )

export type StagedRow = { key: string; name: string; sha256: string; size: number }
/** Without those that are being removed, whose file may be gone. */
export const stagedQuery =
  "SELECT key, name, sha256, size FROM staged_files WHERE expires_at > '1970-01-02' ORDER BY key"

/** The files of forms that were not accepted; none in a database from before they were kept. */
export const stagedFiles = (file: string): StagedRow[] =>
  reading(file, (db) =>
    db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'staged_files'").get()
      ? (db.prepare(stagedQuery).all() as StagedRow[])
      : [],
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
      ...wrongActions(db).map((row) => `bulk action: ${JSON.stringify(row)}`),
      ...strays(db).map((row) => `of no page or job: ${JSON.stringify(row)}`),
      ...wrongMessages(db).map((row) => `email of another application: ${JSON.stringify(row)}`),
      ...wrongSteps(db).map((row) => `step of another status: ${JSON.stringify(row)}`),
      ...wrongInterviews(db).map((row) => `interview: ${JSON.stringify(row)}`),
      ...wrongPostings(db),
    ]
  })

const hasTable = (db: DatabaseSync, name: string) =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined

/** Messages of one application with an email about another; none from before there were any. */
const wrongMessages = (db: DatabaseSync) =>
  hasTable(db, 'messages')
    ? db
        .prepare(
          `SELECT messages.id, mail_id FROM messages JOIN outbox ON outbox.id = mail_id
           WHERE outbox.application_id IS NOT messages.application_id`,
        )
        .all()
    : []

/** Applications in a step of another status; none in a database from before there were steps. */
const wrongSteps = (db: DatabaseSync) =>
  hasTable(db, 'application_steps')
    ? db
        .prepare(
          `SELECT application_id, step_id FROM application_steps
           JOIN hiring_steps ON hiring_steps.id = step_id
           JOIN applications ON applications.id = application_id
           WHERE hiring_steps.status <> applications.status`,
        )
        .all()
    : []

/**
 * Interviews that go on without their application, though no email about it waits and no end is
 * planned; none in a database from before there were any.
 */
const wrongInterviews = (db: DatabaseSync) =>
  hasTable(db, 'interviews')
    ? db
        .prepare(
          `SELECT interviews.id, state FROM interviews
           JOIN applications ON applications.id = application_id
           JOIN jobs ON jobs.id = job_id
           WHERE (state = 'proposed' OR state = 'booked' AND time > strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
             AND (withdrawn_at IS NOT NULL OR deleted_at IS NOT NULL
               OR status = 'rejected' AND telling IS NOT 'rejected')
             ${
               hasTable(db, 'interview_endings')
                 ? `AND NOT EXISTS (
                     SELECT 1 FROM interview_endings WHERE interview_id = interviews.id)`
                 : ''
             }`,
        )
        .all()
    : []

/** Postings that are not as they were published; one is read at a time. */
function wrongPostings(db: DatabaseSync): string[] {
  if (!hasTable(db, 'postings')) return []
  const faults: string[] = []
  for (const { id, html, sha256 } of db.prepare('SELECT id, html, sha256 FROM postings').iterate())
    if (createHash('sha256').update(String(html)).digest('hex') !== sha256)
      faults.push(`posting ${id}: not what was published`)
  return faults
}

/** Drafts, versions and links of what is gone; none in a database from before there were any. */
function strays(db: DatabaseSync) {
  if (!hasTable(db, 'versions')) return []
  const subjects = ['drafts', 'versions', 'preview_links'].map(
    (name) => `
      SELECT '${name}' AS name, kind, subject_id FROM ${name} AS one
      WHERE NOT EXISTS (SELECT 1 FROM pages WHERE one.kind = 'page' AND id = subject_id)
        AND NOT EXISTS (
          SELECT 1 FROM jobs WHERE one.kind = 'job' AND id = subject_id AND deleted_at IS NULL)
        AND NOT EXISTS (
          SELECT 1 FROM trash WHERE kind = one.kind AND subject_id = one.subject_id)`,
  )
  // What other kinds are translations of is not always a row of their own.
  if (hasTable(db, 'translations'))
    subjects.push(`
      SELECT 'translations' AS name, kind, subject AS subject_id FROM translations AS one
      WHERE kind IN ('page', 'job')
        AND NOT EXISTS (
          SELECT 1 FROM pages WHERE one.kind = 'page' AND CAST(id AS TEXT) = subject)
        AND NOT EXISTS (
          SELECT 1 FROM jobs
          WHERE one.kind = 'job' AND CAST(id AS TEXT) = subject AND deleted_at IS NULL)
        AND NOT EXISTS (
          SELECT 1 FROM trash WHERE kind = one.kind AND CAST(subject_id AS TEXT) = subject)
      UNION ALL
      SELECT 'media_uses' AS name, kind, subject_id FROM media_uses
      WHERE kind = 'translation' AND subject_id NOT IN (SELECT id FROM translations)`)
  const uses = `
    SELECT 'media_uses' AS name, kind, subject_id FROM media_uses
    WHERE kind LIKE '%\\_version' ESCAPE '\\' AND subject_id NOT IN (SELECT id FROM versions)`
  return db.prepare([...subjects, uses].join(' UNION ALL ')).all()
}

/** Triggers that differ from the set; those of other versions may. The next start repairs them. */
const triggerFaults = (file: string): string[] =>
  reading(file, (db) => {
    if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'trigger_set'").get()) return []
    if (db.prepare('SELECT number FROM trigger_set').get()?.number !== triggerSet) return []
    const rows = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
    const found = new Map(rows.map(({ name, sql }) => [String(name), String(sql)]))
    return wrongTriggers(found).map((name) => `trigger: ${name}`)
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

/** Bulk actions whose counters differ from their applications; [] for databases before them. */
function wrongActions(db: DatabaseSync) {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'bulk'").get()) return []
  return db
    .prepare(
      `SELECT id, total, done, count(*) AS real, sum(bulk_items.state = 'done') AS real_done
       FROM bulk JOIN bulk_items ON bulk_id = id WHERE bulk.state IN ('running', 'done')
       GROUP BY id HAVING total <> real OR done <> real_done`,
    )
    .all()
}

function fileErrors(what: string, row: Omit<FileRow, 'id'>, files: Map<string, string>): string[] {
  const file = files.get(row.key)
  if (!file) return [`${what}: no file`]
  const bytes = readFileSync(file)
  const isTheOne = createHash('sha256').update(bytes).digest('hex') === row.sha256
  if (isTheOne && bytes.length === row.size) return []
  return [`${what}: not the file that its row describes`]
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
