import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDb } from '../../../db/client.ts'
import { applications } from '../../../db/schema.ts'
import { checkFolder, databaseFaults } from '../../../scripts/integrity.ts'
import type { Acknowledged } from './load.ts'
import { unless } from './scenario.ts'

type Where = {
  /** Holds `resumes/`, and the database by default. */
  folder: string
  database?: string
  acknowledged: Acknowledged[]
  /** Resumes are in another store; the caller checks them. */
  filesElsewhere?: boolean
}

/**
 * Faults in the data of a stopped server: acknowledged applications that are lost or changed, rows
 * without their file, a damaged database.
 */
export function verifyStored({
  folder,
  database = join(folder, 'careers.db'),
  acknowledged,
  filesElsewhere = false,
}: Where): string[] {
  const stored = rowsByReference(database)
  const lost = acknowledged.flatMap(({ reference, email, sha256 }) => {
    const row = stored.get(reference)
    if (row?.email !== email) return [`acknowledged application ${reference} is not there`]
    return row.sha256 === sha256 ? [] : [`application ${reference} has another resume`]
  })
  const others = filesElsewhere ? databaseFaults(database) : checkFolder(folder, database).faults
  return [...lost, ...others]
}

function rowsByReference(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = db
      .prepare('SELECT reference, email, resume_sha256 AS sha256 FROM applications')
      .all()
    return new Map(
      rows.map((row) => [String(row.reference), row as { email: string; sha256: string }]),
    )
  } finally {
    db.close()
  }
}

/** Addresses of `newApplication`, each used once. */
const isMade = /^[0-9a-f-]{36}@example\.com$/

/** Checks the database server directly: nothing lost, nothing twice, each row with its file. */
export async function verifyServer(url: string, folder: string, acknowledged: Acknowledged[]) {
  const db = await openDb(url)
  const rows = await db
    .select({
      reference: applications.reference,
      email: applications.email,
      sha256: applications.resume_sha256,
    })
    .from(applications)
  db.$client.close()
  const stored = new Map(rows.map((row) => [row.reference, row]))
  const files = filesBySha256(join(folder, 'resumes'))
  const lost = acknowledged.filter(({ reference, email }) => stored.get(reference)?.email !== email)
  const bare = rows.filter(({ sha256 }) => sha256 && !files.has(sha256))
  // The demo has somebody who applied twice.
  const sent = rows.map(({ email }) => email).filter((email) => isMade.test(email))
  const twice = sent.length - new Set(sent).size
  return [
    ...unless(!lost.length, `${lost.length} acknowledged applications are not there`),
    ...unless(!bare.length, `${bare.length} rows without their file`),
    ...unless(!twice, `${twice} applications were stored twice`),
  ]
}

export const sha256OfBody = async (response: Response) =>
  createHash('sha256')
    .update(await response.bytes())
    .digest('hex')

/** Paths of all files below a folder by content hash. */
const filesBySha256 = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [createHash('sha256').update(readFileSync(path)).digest('hex'), path]),
  )
