import { readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import * as schema from '#db/schema.ts'

/**
 * What a new table owes to others, beside its own folder. A failure names table and list. What its
 * routes owe to the audit trail: `api/core/audit/record.test.ts`; a row for the sweep of what teams
 * see: `api/hiring/hiring-team/sweep.test.ts`, from `about` of `examples.ts`.
 */

const tables = Object.entries<unknown>(schema).flatMap(([name, table]) =>
  is(table, SQLiteTable) ? [{ exported: name, table, ...getTableConfig(table) }] : [],
)
type Table = (typeof tables)[number]

const has = ({ columns }: Table, ...names: string[]) =>
  names.every((name) => columns.some((column) => column.name === name))

const ofApplication = tables.flatMap((table) =>
  table.foreignKeys
    .filter((key) => key.reference().foreignTable === schema.applications)
    .map(({ onDelete }) => ({ ...table, onDelete })),
)

/** What the list lacks, and what it leaves out although it has it. */
function missing(which: Table[], list: string, leftOut: Record<string, string> = {}) {
  const text = readFileSync(list, 'utf8')
  const isIn = ({ name, exported }: Table) => new RegExp(`\\b(${name}|${exported})\\b`).test(text)
  return which
    .filter((table) => isIn(table) === table.name in leftOut)
    .map(({ name }) => (name in leftOut ? `${name} is left out, but is in` : `${name} is not in`))
    .map((what) => `${what} ${list}`)
}

test('erase: rows about an application go with it', () => {
  expect(
    ofApplication
      .filter(({ onDelete }) => onDelete !== 'cascade')
      .map(({ name }) => `${name}.application_id does not cascade`),
  ).toEqual([])
  const unbound = tables.filter(
    (table) =>
      has(table, 'application_id') && !ofApplication.some(({ name }) => name === table.name),
  )
  // Of these the id stays, with nothing about the applicant.
  expect(unbound.map(({ name }) => name)).toEqual([
    'application_outcomes',
    'bulk_items',
    'transitions',
  ])
})

/** Where the candidate's archive (`candidate/export.ts`) has the rows, or why it leaves them out. */
const inArchive: Record<string, string> = {
  answer_files: 'answers/',
  document_requests: 'document-requests.json',
  interviews: 'interviews.json',
  messages: 'messages.json',
  outbox: 'emails.json',
  share_applications: 'shared.json',
  candidate_requests: 'application.json, as requested_email',
  application_steps: 'left out: staff only',
  application_tags: 'left out: staff only',
  comments: 'left out: staff only',
  evaluations: 'left out: staff only',
  candidate_links: 'left out: hashes of tokens',
  hand_overs: 'left out: hashes of tokens',
  job_invitations: 'left out: hashes of tokens; the mail is in emails.json',
  application_reads: 'left out: what staff have read',
  resume_texts: 'left out: words of the resume, which is in it',
  file_scans: 'left out: what the virus scanner said; the archive has the files',
  import_rows: 'left out: a line number and an id of another program',
}

test('export: the candidate’s archive has the rows, or leaves them out for a reason', () => {
  expect(ofApplication.map(({ name }) => name).sort()).toEqual(Object.keys(inArchive).sort())
})

test('record: it reloads when a colleague changes the rows', () => {
  expect(
    missing(ofApplication, 'api/hiring/applications/version.ts', {
      answer_files: 'fixed once sent',
      application_reads: 'changes whenever someone reads',
      candidate_links: 'not shown',
      share_applications: 'not shown',
      hand_overs: 'not shown',
      job_invitations: 'shown as its mail',
      candidate_requests: 'not shown until confirmed',
      import_rows: 'not shown',
    }),
  ).toEqual([])
})

test.each([
  'api/hiring/applications/remove.ts',
  'api/office/background/reaper.ts',
  'scripts/backup/source.ts',
])('files: tables that name one for an application are in %s', (list) => {
  const withFile = ofApplication.filter((table) => has(table, 'key', 'sha256', 'size'))
  expect(withFile.length).toBeGreaterThan(1)
  expect(missing(withFile, list)).toEqual([])
})

test('a table that is in no list is named with the list', () => {
  const users = tables.filter(({ name }) => name === 'users')
  const list = 'api/hiring/applications/version.ts'
  expect(missing(users, list)).toEqual([`users is not in ${list}`])
})
