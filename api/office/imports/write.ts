import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { FileStore } from '#api/core/files/store.ts'
import { type CheckedFile, checkFile } from '#api/core/forms/form-errors.ts'
import { mailboxOf } from '#api/core/mail/mailbox.ts'
import { reviewsSome } from '#api/core/reviewers/scope.ts'
import { errors as sentences } from '#api/core/words/contract/en.ts'
import { errorText } from '#api/core/words/contract/form-error.ts'
import { notesExcerpt } from '#api/hiring/applications/notes.ts'
import { insertStatements, reindex } from '#api/hiring/applications/rows.ts'
import { maxTags } from '#api/hiring/tags/contract/limits.ts'
import { addTags, nameKey } from '#api/hiring/tags/tagged.ts'
import type { Db } from '#db/client.ts'
import type { ImportProblem, ImportSource } from '#db/enums.ts'
import { foldedName } from '#db/folded-name.ts'
import {
  applicationSteps,
  applications,
  applicationTags,
  importRows,
  tags,
  touched,
} from '#db/schema.ts'
import type { Person } from './check-line.ts'
import type { Source } from './read-file.ts'

/** The same for a line of the same program's application, in any of its exports. */
export const personKey = (source: ImportSource, { foreign_id, job_id }: Person) =>
  foreign_id &&
  createHash('sha256')
    .update(JSON.stringify(['import', source, job_id, foreign_id]))
    .digest('hex')

/** People of a job, by their mailbox or foreign id. */
const placeOf = ({ job_id, mailbox }: Pick<Person, 'job_id' | 'mailbox'>) => `${job_id} ${mailbox}`

/** Finds the applications that are here already. */
export async function findExisting(db: Db, source: ImportSource, people: readonly Person[]) {
  const keys = people.flatMap((person) => personKey(source, person) ?? [])
  const mailboxes = [...new Set(people.map(({ mailbox }) => mailbox))]
  const [byKey, byMailbox] = await Promise.all([
    db.all<{ key: string; id: number }>(sql`
      select idempotency_key as key, id from ${applications}
      where idempotency_key in (select value from json_each(${JSON.stringify(keys)}))`),
    db.all<{ id: number; job_id: number; mailbox: string }>(sql`
      select id, job_id, mailbox from ${applications}
      where mailbox in (select value from json_each(${JSON.stringify(mailboxes)}))`),
  ])
  const idByKey = new Map(byKey.map(({ key, id }) => [key, id]))
  const idByPlace = new Map(byMailbox.map((row) => [placeOf(row), row.id]))
  return (person: Person) =>
    idByKey.get(personKey(source, person) ?? '') ?? idByPlace.get(placeOf(person))
}

/** Finds which of these applications the import itself has added. */
export async function findAdded(db: Db, import_id: number, ids: readonly number[]) {
  if (!ids.length) return () => false
  const rows = await db.all<{ id: number }>(sql`
    select application_id as id from ${importRows}
    where application_id in (select value from json_each(${JSON.stringify(ids)}))
      and import_id = ${import_id} and written_at is not null`)
  const added = new Set(rows.map(({ id }) => id))
  return (id: number) => added.has(id)
}

/** Finds lines of a file about the same person's application for the same job. */
export function findTwice(source: ImportSource) {
  const seen = new Map<string, number>()
  /** The line that came first; undefined for the first of them. */
  return (person: Person, line: number): number | undefined => {
    const places = [personKey(source, person), placeOf(person)].filter((place) => place !== null)
    const earlier = places.map((place) => seen.get(place)).find(Boolean)
    for (const place of places) if (!seen.has(place)) seen.set(place, earlier ?? line)
    return earlier
  }
}

type File = { file: CheckedFile } | { problem: string }

/** Unpacks and checks the file that a line names, as uploads are. The caller discards it. */
export async function readResume(
  { store, source, limit }: { store: FileStore; source: Source; limit: number },
  name: string,
): Promise<File> {
  if (!source.isZip) return { problem: 'Files come in a ZIP beside the table: left out' }
  const entry = source.find(name)
  if (!entry) return { problem: 'The ZIP has no file of this name, or several: left out' }
  const leftOut = (problem: string) => ({ problem: `${problem.replace(/\.$/, '')}: left out` })
  // Before anything is unpacked: what is packed may be a thousand times as large.
  if (entry.uncompressedSize > limit) return leftOut('The file is too large')
  try {
    const staged = await store.stage(Readable.from(source.unpack(entry)), limit)
    if (staged === 'too large') return leftOut('The file is too large')
    const shown = entry.fileName.split('/').at(-1)!
    const checked = await checkFile({ ...staged, name: shown.slice(-150) }, limit)
    if ('type' in checked) return { file: checked }
    await store.discard(staged)
    return leftOut(errorText(checked.fault, sentences, 'en'))
  } catch (error) {
    // A failure of the disk or the store says nothing about the file.
    if ((error as NodeJS.ErrnoException).syscall) throw error
    return leftOut('The file is damaged')
  }
}

export type Resume = {
  key: string
  type: CheckedFile['type']
  name: string
  size: number
  sha256: string
}

type WrittenLine = { import_id: number; line: number; problems: ImportProblem[] }

const newest = sql`(select max(id) from ${applications})`

/** A statement: what became of a line that added nothing. */
export const noteLine = (
  db: Db,
  { import_id, line, problems }: WrittenLine,
  more: { application_id?: number; job_id?: number; foreign_id?: string | null } = {},
) =>
  db
    .insert(importRows)
    .values({ import_id, line, problems: problems.length ? problems : null, ...more })
    .onConflictDoNothing()

/**
 * Statements that add a person's application as it was: with its dates, decided and heard of, so that
 * nothing is sent, due or waiting.
 */
export function insertPerson(
  db: Db,
  person: Person,
  { key, resume, written }: { key: string; resume: Resume | undefined; written: WrittenLine },
): BatchItem<'sqlite'>[] {
  const { mailbox: _, tags: names, step_id, foreign_id, resume: __, ...row } = person
  const problems = written.problems.length ? JSON.stringify(written.problems) : null
  const isDecided = row.status !== 'pending'
  const also: BatchItem<'sqlite'>[] = [
    db.run(sql`
      insert into ${importRows} (import_id, line, foreign_id, application_id, written_at, problems)
      select ${written.import_id}, ${written.line}, ${foreign_id}, id, updated_at, ${problems}
      from ${applications} where id = ${newest} and changes() > 0`),
  ]
  if (step_id)
    also.push(
      db.run(sql`
        insert into ${applicationSteps} (application_id, step_id)
        select ${newest}, ${step_id} where changes() > 0`),
    )
  if (names.length)
    also.push(
      db.run(sql`
        insert into ${applicationTags} (application_id, tag_id)
        select ${newest}, id from ${tags} where changes() > 0
          and folded_name in (select value from json_each(${JSON.stringify(names.map(nameKey))}))`),
    )
  return [
    ...insertStatements(
      db,
      {
        ...row,
        notes_excerpt: notesExcerpt(row.notes),
        idempotency_key: key,
        // Those with a decision have been told, and the others don't wait for an answer from us.
        ...(isDecided
          ? { told_status: row.status, told_at: row.reviewed_at }
          : { answered_at: row.created_at }),
        ...(resume && {
          resume_key: resume.key,
          resume_type: resume.type,
          resume_name: resume.name,
          resume_size: resume.size,
          resume_sha256: resume.sha256,
        }),
      },
      { also },
    ),
  ]
}

/** Statements that add the tags that are not there yet. */
export function insertTags(
  db: Db,
  people: readonly Person[],
  import_id: number,
): BatchItem<'sqlite'>[] {
  const names = new Map(
    people.flatMap((person) => person.tags).map((name) => [nameKey(name), name]),
  )
  if (!names.size) return []
  const given = [...names].map(([folded_name, name]) => ({ name, folded_name }))
  return [
    db.run(sql`
      insert or ignore into ${tags} (name, folded_name, import_id)
      select value ->> 'name', value ->> 'folded_name', ${import_id} from json_each(${JSON.stringify(given)})`),
  ]
}

/**
 * Statements that change what a person says of themselves, and add tags. Status, notes and dates stay
 * as they are here; on a legal hold, all does. So does the address of another mailbox, whose owner was
 * told nothing. None when the application is gone.
 */
export async function updatePerson(
  db: Db,
  id: number,
  person: Person,
  { emailColumn, ...line }: WrittenLine & { emailColumn: string | null },
): Promise<BatchItem<'sqlite'>[]> {
  const [before] = await db.select().from(applications).where(eq(applications.id, id))
  const isOther = before && mailboxOf(before.email) !== person.mailbox
  const message = 'The application here has another email address: it keeps it'
  const kept = isOther ? [{ column: emailColumn, message }] : []
  const written = { ...line, problems: [...line.problems, ...kept] }
  const note = noteLine(db, written, { application_id: id, foreign_id: person.foreign_id })
  if (!before || before.legal_hold !== null) return before ? [note] : [noteLine(db, written)]
  const { first_name, last_name, email, phone, motivation_letter } = person
  const change = {
    first_name,
    last_name,
    email: isOther ? before.email : email,
    phone: phone ?? before.phone,
    motivation_letter: motivation_letter || before.motivation_letter,
  }
  const isUnmoved = sql`${applications.id} = ${id} and ${applications.updated_at} = ${before.updated_at}`
  const had = await db.$count(applicationTags, eq(applicationTags.application_id, id))
  const tagIds = await db.all<{ id: number }>(sql`
    select id from ${tags}
    where folded_name in (select value from json_each(${JSON.stringify(person.tags.map(nameKey))}))`)
  return [
    reindex(db, id, { ...before, ...change }, isUnmoved),
    addTags(
      db,
      sql`(${id})`,
      tagIds.slice(0, Math.max(0, maxTags - had)).map((tag) => tag.id),
    ),
    db
      .update(applications)
      .set({
        ...change,
        folded_name: foldedName(change),
        updated_at: touched(applications.updated_at),
      })
      .where(isUnmoved),
    note,
  ]
}

/**
 * Statements after a page of people: everybody has read them, and entering a step is no move. `page` is
 * a condition on the rows of the import.
 */
export function asImported(db: Db, page: SQL): BatchItem<'sqlite'>[] {
  const added = sql`(select application_id from ${importRows} where ${page} and written_at is not null)`
  return [
    // Who had read everything has read all of them, without a row for each.
    db.run(sql`
      update users set applications_read_to = (select max(id) from applications)
      where applications_read_to >= (select min(application_id) - 1 from ${importRows}
        where ${page} and written_at is not null)`),
    db.run(sql`
      insert or ignore into application_reads (user_id, application_id)
      select users.id, applications.id from users, applications
      where applications.id in ${added} and applications.id > users.applications_read_to
        and users.is_active and ${reviewsSome}`),
    db.run(sql`delete from transitions where kind = 'moved' and application_id in ${added}`),
  ]
}
