import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { paging } from '#api/core/http/contract/paging.ts'
import { csvLine } from '#api/core/http/csv.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { textStream } from '#api/core/http/text-stream.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { route } from '#api/core/route/route.ts'
import type { ImportOptions, ImportState } from '#db/enums.ts'
import { importRows, jobs, imports as table, touched, users } from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import { checkJob, checkPerson } from './check-line.ts'
import { missingField } from './contract/fields.ts'
import { type ImportRow, importRow, importStarted } from './contract/row.ts'
import { importChange, importForm, mappingError } from './contract.ts'
import { canImport as access } from './permission.ts'
import { openStored, refusedFile } from './read-file.ts'
import { readRules } from './rules.ts'
import { readTable, upload } from './upload.ts'

const missing = 'Import not found'
const maxProblems = 100

const form = importForm.extend({
  file: z.file().meta({
    description:
      'A CSV file of at most 64 MB and 100,000 lines, or a ZIP of at most 1 GB with one and the files that it names.',
  }),
})

/** States in which columns and options can change. */
const editable: ImportState[] = ['uploaded', 'checked', 'failed']

const hasProblems = (id: number) =>
  and(eq(importRows.import_id, id), isNotNull(importRows.problems)) as SQL

async function read(c: Context<Env>, id: number): Promise<ImportRow> {
  const { db } = c.var
  const [found] = await db
    .select({
      row: table,
      user_name: sql<string | null>`${users.first_name} || ' ' || ${users.last_name}`,
      left: sql<number>`(
        select count(*) from ${importRows}
        left join ${jobs} on ${jobs.id} = ${importRows.job_id}
        where import_id = ${id} and written_at is not null and ${jobs.deleted_at} is null)`,
      problem_count: sql<number>`(select count(*) from ${importRows} where ${hasProblems(id)})`,
    })
    .from(table)
    .leftJoin(users, eq(users.id, table.user_id))
    .where(eq(table.id, id))
  const { row, ...counts } = orNotFound(found, missing)
  const [preview, problems] = await Promise.all([
    previewOf(c, row),
    counts.problem_count ? problemsOf(c, id, maxProblems) : [],
  ])
  return {
    id,
    kind: row.kind,
    source: row.source,
    name: row.name,
    is_zip: row.is_zip,
    state: row.state,
    columns: row.columns,
    mapping: row.mapping,
    job_id: row.job_id,
    options: row.options,
    preview,
    done: row.done,
    total: row.total,
    added: row.added,
    updated: row.updated,
    skipped: row.skipped,
    failed: row.failed,
    erasable: row.erasable,
    unknown_statuses: row.unknown_statuses,
    problems,
    error: row.error,
    created_at: row.created_at,
    finished_at: row.finished_at,
    ...counts,
  }
}

/** The first lines with what is wrong with them. While it works, they are not read again and again. */
async function previewOf(c: Context<Env>, row: typeof table.$inferSelect) {
  if (!editable.includes(row.state) || !row.preview.length) return []
  const rules = await readRules(c.var.db, row)
  const check = row.kind === 'jobs' ? checkJob : checkPerson
  return row.preview.map(({ line, cells }) => ({
    line,
    cells,
    problems: check(cells, rules).problems,
  }))
}

async function problemsOf({ var: { db } }: Context<Env>, id: number, limit: number, after = 0) {
  const rows = await db
    .select({ line: importRows.line, problems: importRows.problems })
    .from(importRows)
    .where(and(hasProblems(id), sql`${importRows.line} > ${after}`))
    .orderBy(importRows.line)
    .limit(limit)
  return rows.flatMap(({ line, problems }) =>
    (problems ?? []).map((problem) => ({ line, ...problem })),
  )
}

async function* problemLines(c: Context<Env>, id: number) {
  yield `\uFEFF${csvLine(['Line', 'Column', 'Problem'])}`
  for (let after = 0; ; ) {
    const problems = await problemsOf(c, id, 1000, after)
    if (!problems.length) return
    yield problems.map(({ line, column, message }) => csvLine([line, column, message])).join('')
    after = problems.at(-1)!.line
  }
}

type Move = { condition?: SQL | undefined; before?: BatchItem<'sqlite'>[] }

/** Moves an import from one of the states to another. Throws 404 and, with `refusal`, 409. */
async function move(
  c: Context<Env>,
  from: ImportState[],
  to: Partial<typeof table.$inferInsert>,
  refusal: string,
  more?: Move,
) {
  const moved = await tryMove(c, from, to, more)
  if (moved !== undefined) return moved
  await read(c, idOf(c, missing))
  throw new Problem(409, refusal)
}

/** The same; undefined where `move` throws. */
async function tryMove(
  c: Context<Env>,
  from: ImportState[],
  to: Partial<typeof table.$inferInsert>,
  { condition, before = [] }: Move = {},
) {
  const id = idOf(c, missing)
  const results: unknown[] = await c.var.db.batch([
    ...before,
    c.var.db
      .update(table)
      .set({ ...to, user_id: signedInUser(c).id, updated_at: touched(table.updated_at) })
      .where(and(eq(table.id, id), inArray(table.state, from), condition))
      .returning({ id: table.id, name: table.name }),
  ] as never)
  const [moved] = results.at(-1) as { id: number; name: string }[]
  if (!moved) return
  c.set('auditTarget', { id, subject: moved.name })
  return id
}

const changed = 'It has gone on in the meantime. Reload to see how far it is.'

/** What a row from GET may send back unchanged. */
const readOnly = Object.keys(importRow.shape).filter((name) => !(name in importChange.shape))

export const imports = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List imports',
        description: 'Newest first.',
        access,
        query: paging,
        answers: {
          200: importRow
            .pick({ id: true, kind: true, name: true, state: true, added: true, created_at: true })
            .array(),
        },
      },
      async (c) => {
        const { db } = c.var
        const rows = pageOf(c, db.$count(table), (limit, offset) =>
          db
            .select({
              id: table.id,
              kind: table.kind,
              name: table.name,
              state: table.state,
              added: table.added,
              created_at: table.created_at,
            })
            .from(table)
            .orderBy(desc(table.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(await rows)
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Upload people or jobs of another program',
        description:
          'Answers with the guessed fields of the columns and the first lines. Nothing is imported until `POST /imports/{id}/run`.',
        access,
        form,
        answers: { 201: importStarted, 400: 'refused', 413: 'refused', 415: 'refused' },
      },
      async (c) => {
        const { id, guess } = await upload(c)
        return c.json({ ...(await read(c, id)), guess }, 201)
      },
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read how far an import is',
        access,
        answers: { 200: importRow, 404: 'refused' },
      },
      async (c) => c.json(await read(c, idOf(c, missing))),
    ),
  )

  .get(
    '/:id/problems.csv',
    route(
      {
        summary: 'Download what is wrong with the lines of an import',
        access,
        answers: {
          200: { description: 'CSV', content: { 'text/csv': { schema: { type: 'string' } } } },
          404: 'refused',
        },
      },
      async (c) => {
        const id = idOf(c, missing)
        await read(c, id)
        return c.body(textStream(problemLines(c, id)), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="import-${id}-problems.csv"`,
        })
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Choose what the columns of an import mean',
        description: 'Another encoding or separator reads the file anew, and guesses again.',
        access,
        beforeInput: async (c) => void (await read(c, idOf(c, missing))),
        json: {
          schema: importChange,
          example: { mapping: { Email: 'email' }, job_id: 1, options: { date_order: 'dmy' } },
          readOnly,
          limitKb: 256,
        },
        answers: { 200: importRow, 404: 'refused', 409: 'refused' },
      },
      async (c) => {
        const { db, store } = c.var
        const id = idOf(c, missing)
        const given = c.req.valid('json')
        if (given.job_id && !(await db.$count(jobs, openJob(given.job_id))))
          throw Problem.field(400, 'job_id', 'This job does not exist')
        // Of two choices at once, both are kept.
        await untilWritten(change, () => new Problem(409, changed))
        return c.json(await read(c, id))

        async function change() {
          const [before] = await db.select().from(table).where(eq(table.id, id))
          const row = orNotFound(before, missing)
          if (!editable.includes(row.state) || !row.key) throw new Problem(409, changed)
          const options: ImportOptions = { ...row.options, ...defined(given.options ?? {}) }
          const isRead =
            options.encoding !== row.options.encoding || options.separator !== row.options.separator
          const anew = isRead ? await reread(row.key, row, options) : undefined
          const columns = anew?.columns ?? row.columns
          const mapping = { ...(anew?.mapping ?? row.mapping), ...given.mapping }
          const error = mappingError(row.kind, columns, mapping)
          if (error) throw Problem.field(400, 'mapping', error)
          return tryMove(
            c,
            editable,
            {
              state: 'uploaded',
              mapping,
              options,
              ...(given.job_id !== undefined && { job_id: given.job_id }),
              ...(anew && { columns, preview: anew.preview, source: anew.source }),
              error: null,
            },
            { condition: and(isNotNull(table.key), eq(table.updated_at, row.updated_at)) },
          )
        }

        async function reread(
          key: string,
          { size, kind }: typeof table.$inferSelect,
          options: ImportOptions,
        ) {
          try {
            const source = await openStored(store, key, size)
            return await readTable(source, kind, options).finally(() => source.close())
          } catch (failure) {
            throw refusedFile(failure)
          }
        }
      },
    ),
  )

  .post(
    '/:id/check',
    route(
      {
        summary: 'Check all lines of an import',
        description: 'Imports nothing. `GET /imports/{id}` tells how far it is and what is wrong.',
        access,
        answers: { 202: importRow, 400: 'refused', 404: 'refused', 409: 'refused' },
      },
      async (c) => {
        const before = await read(c, idOf(c, missing))
        const lacking = missingField(before.kind, before.mapping, before.job_id)
        if (lacking) throw Problem.field(400, 'mapping', lacking)
        const id = await move(
          c,
          editable,
          { state: 'checking', done: 0, total: 0, lease_until: null },
          changed,
          { condition: isNotNull(table.key) },
        )
        c.var.imports?.wake()
        return c.json(await read(c, id), 202)
      },
    ),
  )

  .post(
    '/:id/run',
    route(
      {
        summary: 'Import the lines that were checked',
        description:
          'Goes on after the answer, and after a crash where it was. Sends no email and no webhook.',
        access,
        answers: { 202: importRow, 404: 'refused', 409: 'refused' },
        audit: 'import.run',
      },
      async (c) => {
        const { db } = c.var
        // The problems of the check: those of the run are written anew.
        const forget = db
          .delete(importRows)
          .where(
            sql`import_id = (select id from imports where id = ${idOf(c, missing)} and state = 'checked')`,
          )
        const id = await move(
          c,
          ['checked'],
          {
            state: 'running',
            done: 0,
            added: 0,
            updated: 0,
            skipped: 0,
            failed: 0,
            // Nothing of the lines is kept but what became of them.
            preview: [],
            unknown_statuses: [],
            lease_until: null,
          },
          'Check the file first. What was imported already can’t be imported again.',
          { before: [forget] },
        )
        c.var.imports?.wake()
        return c.json(await read(c, id), 202)
      },
    ),
  )

  .post(
    '/:id/undo',
    route(
      {
        summary: 'Undo an import',
        description:
          'Erases what it added and nobody has changed, answered or commented on since. What it updated stays.',
        access,
        answers: { 202: importRow, 404: 'refused', 409: 'refused' },
        audit: 'import.undone',
      },
      async (c) => {
        const id = await move(
          c,
          ['done', 'failed'],
          { state: 'undoing', error: null, lease_until: null },
          'There is nothing to undo: the import has not ended, added nothing, or was undone',
          {
            condition: sql`exists (
              select 1 from import_rows where import_id = ${table.id} and written_at is not null)`,
          },
        )
        c.var.imports?.wake()
        return c.json(await read(c, id), 202)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete an import that was not run',
        description: 'With its file.',
        access,
        answers: { 204: null, 404: 'refused', 409: 'refused' },
      },
      async (c) => {
        const { db, store, log } = c.var
        const id = idOf(c, missing)
        const [gone] = await db
          .delete(table)
          .where(
            and(
              eq(table.id, id),
              inArray(table.state, [...editable, 'checking']),
              sql`not exists (select 1 from import_rows where import_id = ${table.id} and written_at is not null)`,
            ),
          )
          .returning({ key: table.key })
        if (!gone) {
          await read(c, id)
          throw new Problem(409, 'It has been run: undo it instead')
        }
        if (gone.key)
          await store
            .remove(gone.key)
            .catch((err) => log.warn({ err }, 'the file of an import is left for the reaper'))
        return c.body(null, 204)
      },
    ),
  )

const openJob = (id: number) => sql`${jobs.id} = ${id} and ${jobs.deleted_at} is null`

const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
