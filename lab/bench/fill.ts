// Fills a new database with applications: lab/bench/fill.ts FILE [--applications 1000000]
import { rmSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { searchText } from '../../api/hiring/applications/rows.ts'
import { openDb } from '../../db/client.ts'
import { detailsAt, fillAround, reasons } from './kit/around.ts'
import { applicationAt, jobAt } from './kit/random-rows.ts'
import { randomFrom, writer } from './kit/random-text.ts'

const usualJobs = 2000
const perTransaction = 20_000

/**
 * Creates a database; the same number of applications gives the same content. `whole` ends today, and
 * fills all tables around the applications too.
 */
export async function fill(
  file: string,
  applications: number,
  jobCount = usualJobs,
  { whole = false } = {},
): Promise<void> {
  const migrated = await openDb(pathToFileURL(file).href)
  migrated.$client.close()
  const db = new DatabaseSync(file, { defensive: false })
  // No durability needed.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000')
  const random = randomFrom(1)
  const write = writer(random)
  const until = whole ? Date.now() : undefined
  insertAll(db, 'jobs', jobCount, (n) => jobAt(n / jobCount, random, write, until))
  if (whole) db.exec(reasons)
  const dropped = dropIndexes(db)
  const find = db.prepare('INSERT INTO application_search (rowid, text) VALUES (?, ?)')
  hashSize(db, 8 * 1_048_576)
  let texts: string[] = []
  const make = (n: number) => {
    const application = applicationAt(n, n / applications, jobCount, random, write, until)
    texts.push(searchText(application))
    return whole
      ? { ...application, ...detailsAt(n, application.status, application.created_at) }
      : application
  }
  insertAll(db, 'applications', applications, make, (rows) => {
    const before = rows - texts.length
    for (const [i, text] of texts.entries()) find.run(before + i + 1, text)
    texts = []
  })
  hashSize(db, 1_048_576)
  for (const sql of dropped) db.exec(sql)
  // As the triggers would have done.
  db.exec(`UPDATE applications SET may_have_others = 1 WHERE phone_end IN (
    SELECT phone_end FROM applications WHERE phone_end IS NOT NULL GROUP BY 1 HAVING count(*) > 1)`)
  db.exec(placed)
  if (whole) fillAround(db)
  db.exec('PRAGMA journal_mode = WAL')
  db.close()
  // Puts the triggers back in place.
  if (whole) (await openDb(pathToFileURL(file).href)).$client.close()
}

/** A fifth of what is undecided is in a step, a third of all have one or two of ten tags. */
const placed = `
  INSERT INTO hiring_steps (id, place, name, status, days) VALUES
    (1, 0, 'Phone call', 'pending', 7), (2, 1, 'Trial day', 'pending', NULL),
    (3, 2, 'Offer', 'shortlisted', NULL);
  INSERT INTO application_steps (application_id, step_id)
    SELECT id, CASE status WHEN 'pending' THEN 1 + id % 2 ELSE 3 END FROM applications
    WHERE status IN ('pending', 'shortlisted') AND id % 5 = 0;
  INSERT INTO tags (id, name, folded_name)
    SELECT value, 'Tag ' || value, 'tag ' || value FROM json_each('[1,2,3,4,5,6,7,8,9,10]');
  INSERT INTO application_tags (application_id, tag_id)
    SELECT id, 1 + id / 4 % 10 FROM applications WHERE id % 4 = 0
    UNION SELECT id, 1 + id / 7 % 3 FROM applications WHERE id % 7 = 0;`

type Row = Record<string, string | number | null>

/**
 * `beforeCommit` gets the number of rows so far and inserts dependent rows in bulk. Interleaved,
 * FTS5 would flush each search entry separately, which takes five times as long.
 */
function insertAll(
  db: DatabaseSync,
  table: string,
  count: number,
  make: (n: number) => Row,
  beforeCommit?: (rows: number) => void,
) {
  let insert: StatementSync | undefined
  for (let n = 0; n < count; ) {
    db.exec('BEGIN')
    for (const end = Math.min(n + perTransaction, count); n < end; n++) {
      const row = make(n)
      insert ??= db.prepare(insertion(table, Object.keys(row)))
      insert.run(...Object.values(row))
    }
    beforeCommit?.(n)
    db.exec('COMMIT')
  }
}

const insertion = (table: string, columns: string[]) =>
  `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`

/**
 * Building indexes at the end takes a tenth of the time. Without them, the triggers that look for
 * the same person would read the whole table. Returns the SQL that recreates both.
 */
function dropIndexes(db: DatabaseSync): string[] {
  const found = db
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'applications' AND sql IS NOT NULL
        -- Each new reference is looked up.
        AND NOT (type = 'index' AND sql LIKE '%reference%')
        AND (type = 'index' OR name LIKE 'applications_same_person_%') ORDER BY type`,
    )
    .all()
  for (const { type, name } of found) db.exec(`DROP ${type} ${name}`)
  return found.map(({ sql }) => String(sql))
}

/** Bytes of the search index that FTS5 buffers in memory. */
const hashSize = (db: DatabaseSync, bytes: number) =>
  db.exec(`INSERT INTO application_search (application_search, rank) VALUES ('hashsize', ${bytes})`)

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { applications: { type: 'string', default: '1000000' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file) throw new Error('Usage: node lab/bench/fill.ts FILE')
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  const began = performance.now()
  await fill(file, Number(values.applications))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${Number(values.applications).toLocaleString('en')} applications in ${seconds} s`)
}
