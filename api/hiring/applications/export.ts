import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { recordedExport } from '#api/core/audit/exports.ts'
import type { FileStore } from '#api/core/files/store.ts'
import { fullName, visibleText } from '#api/core/http/contract/text.ts'
import { byteOrderMark, csvLine } from '#api/core/http/csv.ts'
import { entryName } from '#api/core/http/entry-name.ts'
import { textStream } from '#api/core/http/text-stream.ts'
import { zip } from '#api/core/http/zip.ts'
import { asExport } from '#api/core/limits/export-limit.ts'
import { richTextAsText } from '#api/core/mail/rich-text.ts'
import { verdictsOn } from '#api/core/reviewers/evaluations.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { archived, refuseUnscanned, someUnscanned } from '#api/core/virus-scan/received-files.ts'
import { languagesOf } from '#api/core/words/contract/names.ts'
import { languages } from '#api/core/words/contract.ts'
import type { Db } from '#db/client.ts'
import { answerFiles, documentRequests, jobs, applications as table } from '#db/schema.ts'
import { summaryOf } from '../evaluations/contract/verdict.ts'
import { stepNameOf } from '../hiring-steps/placement.ts'
import { tagNamesOf } from '../tags/tagged.ts'
import { answerText } from './contract/answers.ts'
import { exportQuery } from './contract/export.ts'
import { type exportColumns, exportColumnsOf, exportLabels } from './contract/export-columns.ts'
import { filterOf } from './filter.ts'
import { matchingIds } from './matching.ts'
import { reasonNameOf } from './rows.ts'

const access = can('review_applications')
const perStep = 100
/** A few milliseconds to find. */
const idsPerStep = 10_000

type Query = z.output<z.ZodObject<typeof exportQuery>>
/** Who exports. */
type Person = { id: number }
type Column = (typeof exportColumns)[number]
/** The ids, several at a time, once it is recorded that they leave. */
type Leaving = Awaited<ReturnType<typeof recordedExport>>
type Exported = { db: Db; ids: number[]; leaving: Leaving }

/** The ids to export, latest first. Fixed here: the file lacks what arrives during the export. */
async function chosen(c: Context<Env>, { ids, except, ...filter }: Query): Promise<number[]> {
  const which = ids
    ? sql`select id from ${table} where id in (select value from json_each(${JSON.stringify(ids)}))`
    : matchingIds(await filterOf(c, filter))
  const chosen: number[] = []
  for (let below = Number.MAX_SAFE_INTEGER; ; await setImmediate()) {
    // As one text: an object per row takes four times as long.
    const [found] = await c.var.db.all<{ ids: string }>(sql`
      select json_group_array(id) as ids from (select id from (${which})
        where id < cast(${below} as integer)
          and id not in (select value from json_each(${JSON.stringify(except ?? [])}))
        order by id desc limit ${idsPerStep})`)
    const ids: number[] = JSON.parse(found?.ids ?? '[]')
    chosen.push(...ids)
    if (ids.length < idsPerStep) return chosen
    below = ids.at(-1)!
  }
}

const columnsFor = (me: Person) => ({
  id: table.id,
  job_title: jobs.title,
  first_name: table.first_name,
  last_name: table.last_name,
  email: table.email,
  phone: table.phone,
  status: table.status,
  step: stepNameOf(table.id),
  tags: tagNamesOf(table.id),
  created_at: table.created_at,
  reviewed_at: table.reviewed_at,
  told_status: table.told_status,
  told_at: table.told_at,
  withdrawn_at: table.withdrawn_at,
  kept_until: table.keep_until,
  language: table.language,
  source: table.source,
  reason: reasonNameOf(table.reason_id),
  suspicious: sql<string | null>`case when ${table.suspicious} then 'yes' end`,
  letter: table.motivation_letter,
  notes: table.notes,
  evaluations: verdictsOn(table.id, me),
  resume_name: table.resume_name,
  answers: table.answers,
  resume_key: table.resume_key,
  resume_type: table.resume_type,
})

const step = (db: Db, ids: number[], me: Person) =>
  db
    .select(columnsFor(me))
    .from(table)
    .innerJoin(jobs, eq(jobs.id, table.job_id))
    .where(sql`${table.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .orderBy(sql`${table.id} desc`)
type Row = Awaited<ReturnType<typeof step>>[number]

/** Reads in steps: any number takes the same memory, and other requests wait for one step only. */
async function* stepsOf(db: Db, leaving: Leaving, me: Person) {
  for await (const ids of leaving())
    for (let at = 0; at < ids.length; at += perStep) {
      yield await step(db, ids.slice(at, at + perStep), me)
      await setImmediate()
    }
}

/** The questions that were answered, with the words of the latest answer. */
async function questionsOf(db: Db, ids: number[]): Promise<{ id: number; label: string }[]> {
  const labels = new Map<number, string>()
  for (let at = 0; at < ids.length; at += 1000) {
    const found = await db.all<{ id: number; label: string }>(sql`
      select distinct value ->> 'question_id' as id, value ->> 'label' as label
      from ${table}, json_each(${table.answers})
      where ${table.id} in (select value from json_each(${JSON.stringify(ids.slice(at, at + 1000))}))`)
    for (const { id, label } of found) if (!labels.has(id)) labels.set(id, label)
    await setImmediate()
  }
  return [...labels].map(([id, label]) => ({ id, label }))
}

/**
 * In UTF-16 units. Each part of a stream costs as much as many lines, but a string of more than
 * 100 KB is only collected with all the rest.
 */
const partLength = 16_384

/** Several lines at a time. */
async function* csvOf(
  { db, ids, leaving }: Exported,
  me: Person,
  { columns: asked, bom, separator }: Pick<Query, 'columns' | 'bom' | 'separator'>,
) {
  const site = languagesOf(await readSomeSettings(db, 'site_language', 'site_languages'))
  const names = asked ?? exportColumnsOf(site.length > 1)
  const questions = names.includes('answers') ? await questionsOf(db, ids) : []
  const plain = names.filter((name) => name !== 'answers')
  const { dateLocale, form } = languages.en
  const value = (row: Row, name: Exclude<Column, 'answers'>) =>
    name === 'letter' || name === 'notes'
      ? visibleText(row[name])
      : name === 'evaluations'
        ? row[name] && summaryOf(row[name])
        : name === 'language'
          ? (row[name] ?? site[0])
          : row[name]
  let part =
    (bom ? byteOrderMark : '') +
    csvLine(
      [...plain.map((name) => exportLabels[name]), ...questions.map(({ label }) => label)],
      separator,
    )
  const line = (row: Row) => {
    const answers = new Map(row.answers.map((response) => [response.question_id, response]))
    const answered = questions.map(({ id }) => {
      const response = answers.get(id)
      return response && answerText(response, form, dateLocale)
    })
    return csvLine([...plain.map((name) => value(row, name as never)), ...answered], separator)
  }
  for await (const rows of stepsOf(db, leaving, me))
    for (const row of rows) {
      part += line(row)
      if (part.length < partLength) continue
      yield part
      part = ''
    }
  yield part
}

const bytes = (text: string) => new TextEncoder().encode(text)

type StoredFile = { key: string; name: string }

/** The files that answer questions or were asked for later, by application. */
async function otherFilesOf(db: Db, rows: Row[]): Promise<Map<number, StoredFile[]>> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const { application_id, key, name } = answerFiles
  const files = await db
    .select({ application_id, key, name })
    .from(answerFiles)
    .where(sql`${application_id} in (select value from json_each(${ids}))`)
  const asked = await db
    .select({
      application_id: documentRequests.application_id,
      key: sql<string>`${documentRequests.key}`,
      name: sql<string>`${documentRequests.file_name}`,
    })
    .from(documentRequests)
    .where(
      sql`${documentRequests.application_id} in (select value from json_each(${ids}))
        and ${documentRequests.key} is not null`,
    )
  return Map.groupBy([...files, ...asked], (file) => file.application_id)
}

/** The index, then a folder for each application. A file that is gone is left out. */
async function* filesOf(exported: Exported, store: FileStore, me: Person, query: Query) {
  const { db, leaving } = exported
  async function* index() {
    for await (const lines of csvOf(exported, me, query)) yield bytes(lines)
  }
  yield { path: ['index.csv'], input: index() }
  for await (const rows of stepsOf(db, leaving, me)) {
    const others = await otherFilesOf(db, rows)
    for (const row of rows) yield* filesOfOne({ db, store }, row, others.get(row.id) ?? [])
  }
}

async function* filesOfOne(parts: { db: Db; store: FileStore }, row: Row, others: StoredFile[]) {
  const folder = `${entryName(fullName(row), { max: 60 })} (${row.id})`
  const lastModified = new Date(row.created_at)
  const letter = richTextAsText(row.letter)
  if (letter) yield { path: [folder, 'Letter.txt'], input: bytes(`${letter}\n`), lastModified }
  const resume = row.resume_key ? [{ key: row.resume_key, name: `Resume.${row.resume_type}` }] : []
  for (const { key, name } of [...resume, ...others]) {
    const file = await archived(parts, { key, name })
    if (file) yield { path: [folder, file.name], input: file.input, lastModified }
  }
}

const named = (type: string, name: string) => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
})

const fileAnswer = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: { type: 'string' as const, format: 'binary' } } },
})

export const exports = new Hono<Env>()

  .get(
    '/export.csv',
    route(
      {
        summary: 'Export applications as a table',
        access,
        scope: 'applications:read',
        query: exportQuery,
        answers: {
          200: fileAnswer(
            'text/csv',
            'One application a line (RFC 4180), the latest first. Its head is in words.',
          ),
          429: 'refused',
        },
        audit: 'applications.exported',
      },
      (c) =>
        asExport(c, async () => {
          const query = c.req.valid('query')
          const ids = await chosen(c, query)
          c.set('auditDetail', { format: 'csv', count: String(ids.length) })
          const leaving = await recordedExport(c, ids, 'csv')
          const { db } = c.var
          return c.body(
            textStream(csvOf({ db, ids, leaving }, signedInUser(c), query)),
            200,
            named('text/csv; charset=utf-8', 'applications.csv'),
          )
        }),
    ),
  )

  .get(
    '/export.zip',
    route(
      {
        summary: 'Export applications with their files',
        description: 'A folder for each, with resume, letter and files of answers, and an index.',
        access,
        scope: 'applications:read',
        query: exportQuery,
        answers: {
          200: fileAnswer('application/zip', 'A ZIP archive.'),
          423: 'refused',
          429: 'refused',
        },
        audit: 'applications.exported',
      },
      (c) =>
        asExport(c, async () => {
          const query = c.req.valid('query')
          const ids = await chosen(c, query)
          for (let at = 0; at < ids.length; at += idsPerStep) {
            const some = JSON.stringify(ids.slice(at, at + idsPerStep))
            const which = sql`(select value from json_each(${some}))`
            await refuseUnscanned(c.var.db, which, someUnscanned)
            await setImmediate()
          }
          c.set('auditDetail', { format: 'zip', count: String(ids.length) })
          const leaving = await recordedExport(c, ids, 'zip')
          const { db, store } = c.var
          return c.body(
            zip(filesOf({ db, ids, leaving }, store, signedInUser(c), query)),
            200,
            named('application/zip', 'applications.zip'),
          )
        }),
    ),
  )
