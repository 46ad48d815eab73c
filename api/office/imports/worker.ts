import { setTimeout as pause } from 'node:timers/promises'
import { and, asc, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { maxFileBytes } from '#api/core/site-settings/contract.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { RemovalTools } from '#api/hiring/applications/remove.ts'
import { dayLength, retentionOf, rulesOf } from '#api/hiring/privacy/rules.ts'
import { insertJob } from '#api/website/jobs/change.ts'
import type { ImportProblem, ImportState } from '#db/enums.ts'
import { isFull, isNotNullViolation, isOutcomeUnknown, isUnavailable } from '#db/errors.ts'
import { importRows, isFree, later, now, imports as table, touched } from '#db/schema.ts'
import {
  type Checked,
  checkJob,
  checkLines,
  checkPerson,
  foreignKey,
  jobKey,
  type Person,
  type Rules,
} from './check-line.ts'
import { keptDays } from './contract/fields.ts'
import { type Sender, senderOf } from './permission.ts'
import { type Line, openStored, readLines, type Source, UnreadableFile } from './read-file.ts'
import { readRules } from './rules.ts'
import { removeUnusedTags, undoSome } from './undo.ts'
import {
  asImported,
  findAdded,
  findExisting,
  findTwice,
  insertPerson,
  insertTags,
  noteLine,
  personKey,
  type Resume,
  readResume,
  updatePerson,
} from './write.ts'

const usual = {
  /** Between two looks for imports of other instances that have ended. */
  pollMs: 2_000,
  /** Another instance goes on when the one at work hasn't renewed its lease for so long. */
  leaseMs: 20_000,
  /** Between two renewals: a page may take longer than a lease, with its files. */
  renewMs: 5_000,
  /** Pause after each page, as a multiple of its duration, so that requests don't wait. */
  share: 0.25,
}
type Times = typeof usual

/** Lines per page: one transaction, of a few dozen milliseconds. With files, each takes longer. */
const linesOf = (row: Leased) => (row.is_zip ? 25 : row.state === 'checking' ? 500 : 200)

type Leased = typeof table.$inferSelect

type Tools = RemovalTools & {
  /** Awaited after each page: the public pages may show a job. */
  announce?: () => Promise<void>
  times?: Partial<Times>
}

type ImportWorker = ReturnType<typeof startImports>

declare module '#api/core/route/context.ts' {
  interface Services {
    /** Undefined where imports only wait. */
    imports: Pick<ImportWorker, 'wake'> | undefined
  }
}

const working = sql`state in ('checking', 'running', 'undoing')`

/** Checks, runs and undoes imports, one at a time, in pages of one transaction each. */
export function startImports({ times, announce, ...tools }: Tools) {
  const { db, store, log } = tools
  const { pollMs, leaseMs, renewMs, share } = { ...usual, ...times }
  const locked = lock()

  /** Leases the oldest import that is unfinished, while no other one is leased. */
  async function take(): Promise<Leased | undefined> {
    const [waiting] = await db.all(sql`select 1 from imports where ${working} limit 1`)
    if (!waiting) return
    const isOther = sql`not ${isFree(sql`lease_until`, leaseMs)}`
    const [taken] = await db
      .update(table)
      .set({ lease_until: later(leaseMs) })
      .where(
        sql`${table.id} = (select id from imports where ${working} order by id limit 1)
          and not exists (select 1 from imports where ${working} and ${isOther})`,
      )
      .returning()
    return taken
  }

  /** The first statement of a page: nothing of it is written once the lease is another's. */
  const begin = ({ id, state, lease_until }: Leased) =>
    db.run(sql`update ${table} set is_writing = case
      when state = ${state} and lease_until = ${lease_until} then 1 end where id = ${id}`)

  /** The last one, which renews the lease. */
  const end = (row: Leased, counts: Partial<Counts>) =>
    db
      .update(table)
      .set({
        is_writing: false,
        lease_until: later(leaseMs),
        ...Object.fromEntries(
          Object.entries(counts).map(([name, count]) => [
            name,
            sql`${table[name as keyof Counts]} + ${count}`,
          ]),
        ),
      })
      .where(eq(table.id, row.id))
      .returning({ lease_until: table.lease_until })

  const write = (row: Leased, statements: BatchItem<'sqlite'>[], counts: Partial<Counts>) =>
    locked(async () => {
      const results: unknown[] = await db.batch([
        begin(row),
        ...statements,
        end(row, counts),
      ] as never)
      const [renewed] = results.at(-1) as { lease_until: string | null }[]
      row.lease_until = renewed?.lease_until ?? null
    })

  /** Renews the lease now and then, but not while a page is written under it. Returns its end. */
  function keepLease(row: Leased) {
    const renew = async () => {
      const [renewed] = await db
        .update(table)
        .set({ lease_until: later(leaseMs) })
        .where(sql`${table.id} = ${row.id} and ${table.lease_until} = ${row.lease_until}`)
        .returning({ lease_until: table.lease_until })
      if (renewed) row.lease_until = renewed.lease_until
    }
    const timer = setInterval(
      () =>
        locked(renew).catch((err) => log.warn({ err }, 'the lease of an import was not renewed')),
      renewMs,
    ).unref()
    return async () => {
      clearInterval(timer)
      await locked(async () => {})
    }
  }

  /** Ends the work with that state, and drops the file if nobody needs it any more. */
  async function finish(row: Leased, state: ImportState, error: string | null = null) {
    const isOver =
      state === 'done' || state === 'undone' || (state === 'failed' && row.state !== 'checking')
    const [finished] = await db
      .update(table)
      .set({
        state,
        error,
        lease_until: null,
        updated_at: touched(table.updated_at),
        ...(row.state === 'checking' && { total: sql`done` }),
        // Also the names of columns: those of a file without any are the data of its first person.
        ...(isOver && {
          key: null,
          columns: [],
          mapping: {},
          options: sql`json_remove(${table.options}, '$.statuses')`,
          preview: [],
          unknown_statuses: [],
          finished_at: now,
        }),
      })
      .where(sql`${table.id} = ${row.id} and ${table.lease_until} = ${row.lease_until}`)
      .returning({ id: table.id })
    if (finished && isOver && row.key)
      await store
        .remove(row.key)
        .catch((err) => log.warn({ err }, 'the file of an import is left for the reaper'))
  }

  async function work(row: Leased, signal: AbortSignal) {
    const by = await senderOf(db, row.user_id)
    if (!by) return finish(row, 'failed', 'The person who began it may no longer import')
    if (row.state === 'undoing') return undo(row, by, signal)
    const endLease = keepLease(row)
    try {
      const source = await openStored(store, row.key ?? '', row.size)
      const page = row.state === 'checking' ? check(row, source) : run(row, source, by)
      await each(row, source, signal, page).finally(() => source.close())
    } finally {
      await endLease()
    }
    if (!signal.aborted) await finish(row, row.state === 'checking' ? 'checked' : 'done')
  }

  async function each(
    row: Leased,
    source: Source,
    signal: AbortSignal,
    page: (lines: Line[]) => Promise<void>,
  ) {
    let lines: Line[] = []
    let before = -1
    const next = async () => {
      const began = performance.now()
      await page(lines)
      await announce?.()
      lines = []
      await pause(share * (performance.now() - began))
    }
    if (row.state === 'checking') await reset(row)
    for await (const line of readLines(source, row.options)) {
      if (signal.aborted) return
      // The first one names the columns; the next ones were done before.
      if (before++ < row.done) continue
      lines.push(line)
      if (lines.length === linesOf(row)) await next()
    }
    if (lines.length && !signal.aborted) await next()
  }

  /** A check that was interrupted begins again: of what it found, only the problems are kept. */
  async function reset(row: Leased) {
    const zero = { done: 0, added: 0, updated: 0, skipped: 0, failed: 0, erasable: 0 }
    await write(
      row,
      [
        db.delete(importRows).where(eq(importRows.import_id, row.id)),
        db
          .update(table)
          .set({ ...zero, unknown_statuses: [] })
          .where(eq(table.id, row.id)),
      ],
      {},
    )
    row.done = 0
  }

  function check(row: Leased, source: Source) {
    const twice = findTwice(row.source)
    const seenJobs = new Set<string>()
    const unknown = new Set<string>()
    let context: Promise<{ rules: Rules; limit: number; isErasable: (person: Person) => boolean }>
    const prepare = async () => {
      const [rules, settings] = await Promise.all([readRules(db, row), readSiteSettings(db)])
      const retention = rulesOf(settings)
      const tonight = Date.parse(rules.now) + dayLength
      const isErasable = (person: Person) => {
        const { kept_because } = retentionOf(
          { ...person, keep_until: null, legal_hold: null },
          retention,
          rules.timeZone,
        )
        const { since, days } = kept_because
        return days !== null && days > 0 && Date.parse(since) + days * dayLength <= tonight
      }
      return { rules, limit: maxFileBytes(settings.max_file_size), isErasable }
    }
    return async (lines: Line[]) => {
      context ??= prepare()
      const { rules, limit, isErasable } = await context
      const counts = { ...none, done: lines.length }
      const notes: { line: number; problems: ImportProblem[] }[] = []
      if (row.kind === 'jobs') {
        for (const { line, value, problems } of await checkLines(lines, checkJob, rules)) {
          const keys = value ? jobKeys(value) : []
          const isThere = keys.some((key) => rules.jobs.has(key) || seenJobs.has(key))
          for (const key of keys) seenJobs.add(key)
          counts[value ? (isThere ? 'skipped' : 'added') : 'failed']++
          if (problems.length) notes.push({ line, problems })
        }
      } else {
        const checked = await checkLines(lines, checkPerson, rules)
        const people = checked.flatMap(({ value }) => value ?? [])
        const existing = await findExisting(db, row.source, people)
        for (const { line, value, problems, unknownStatus } of checked) {
          if (unknownStatus && unknown.size < 50) unknown.add(unknownStatus)
          const earlier = value && twice(value, line)
          if (earlier)
            problems.push({
              column: null,
              message: `The same person’s application for the same job is in line ${earlier}`,
            })
          const isHere = value && existing(value) !== undefined
          const isUpdated = isHere && row.options.duplicates === 'update'
          const isAdded = !isHere && earlier === undefined
          const is = !value ? 'failed' : isUpdated ? 'updated' : isAdded ? 'added' : 'skipped'
          counts[is]++
          if (is === 'added' && value && isErasable(value)) counts.erasable++
          if (is === 'added' && value?.resume) {
            const read = await readResume({ store, source, limit }, value.resume)
            if ('problem' in read)
              problems.push({ column: columnOf(row, 'resume'), message: read.problem })
            else await store.discard(read.file)
          }
          if (problems.length) notes.push({ line, problems })
        }
      }
      const statements = [
        ...notes.map((note) => noteLine(db, { import_id: row.id, ...note })),
        db
          .update(table)
          .set({ unknown_statuses: [...unknown] })
          .where(eq(table.id, row.id)),
      ]
      await write(row, statements, counts)
    }
  }

  function run(row: Leased, source: Source, by: Sender) {
    let context: Promise<{ rules: Rules; limit: number }>
    const prepare = async () => {
      const [rules, settings] = await Promise.all([readRules(db, row), readSiteSettings(db)])
      return { rules, limit: maxFileBytes(settings.max_file_size) }
    }
    return async (lines: Line[]) => {
      context ??= prepare()
      const { rules, limit } = await context
      if (row.kind === 'jobs') return runJobs(row, lines, rules, by)
      await runPeople(row, source, limit, await checkLines(lines, checkPerson, rules))
    }
  }

  type CheckedLine = Line & Checked<Person>

  async function runPeople(row: Leased, source: Source, limit: number, lines: CheckedLine[]) {
    const keys: string[] = []
    const drop = async () => {
      for (const key of keys)
        await store
          .remove(key)
          .catch((err) => log.warn({ err, key }, 'a file is left for the reaper'))
    }
    try {
      const { statements, counts } = await pageOf(row, source, limit, lines, keys)
      await write(row, statements, counts)
    } catch (error) {
      if (!isOutcomeUnknown(error)) await drop()
      if (isLeaseLost(error) || isUnavailable(error) || isFull(error)) throw error
      log.error({ err: error, import: row.id, line: lines[0]?.line }, 'part of an import failed')
      if (lines.length > 1) {
        for (const line of lines) await runPeople(row, source, limit, [line])
        return
      }
      const { line, problems } = lines[0]!
      const message = 'Something went wrong: this line was not imported'
      await write(
        row,
        [
          noteLine(db, {
            import_id: row.id,
            line,
            problems: [...problems, { column: null, message }],
          }),
        ],
        { done: 1, failed: 1 },
      )
    }
  }

  /** The statements of a page. Stores its files first, and adds their keys to `keys`. */
  async function pageOf(
    row: Leased,
    source: Source,
    limit: number,
    lines: CheckedLine[],
    keys: string[],
  ) {
    const people = lines.flatMap(({ value }) => value ?? [])
    const existing = await findExisting(db, row.source, people)
    const isOwn = await findAdded(
      db,
      row.id,
      people.flatMap((person) => existing(person) ?? []),
    )
    const twice = findTwice(row.source)
    const counts = { ...none, done: lines.length }
    const statements = insertTags(db, people, row.id)
    for (const { line, value, problems } of lines) {
      const written = { import_id: row.id, line, problems }
      const id = value && existing(value)
      const isTwice = value && twice(value, line) !== undefined
      if (!value) {
        counts.failed++
        statements.push(noteLine(db, written))
      } else if (id !== undefined && row.options.duplicates === 'update' && !isOwn(id)) {
        counts.updated++
        const emailColumn = columnOf(row, 'email')
        statements.push(...(await updatePerson(db, id, value, { ...written, emailColumn })))
      } else if (id !== undefined || isTwice) {
        counts.skipped++
        if (problems.length) statements.push(noteLine(db, written))
      } else {
        counts.added++
        const resume = value.resume ? await keep(value.resume, problems, keys) : undefined
        const key = personKey(row.source, value) ?? `import ${row.id} line ${line}`
        statements.push(...insertPerson(db, value, { key, resume, written }))
      }
    }
    const [first, last] = [lines[0]!.line, lines.at(-1)!.line]
    const page = sql`import_id = ${row.id} and line between ${first} and ${last}`
    statements.push(...asImported(db, page))
    return { statements, counts }

    async function keep(name: string, problems: ImportProblem[], keys: string[]) {
      const read = await readResume({ store, source, limit }, name)
      if ('problem' in read) {
        problems.push({ column: columnOf(row, 'resume'), message: read.problem })
        return undefined
      }
      const { type, name: shown, size, sha256 } = read.file
      const key = await store.save(read.file)
      keys.push(key)
      return { key, type, name: shown, size, sha256 } satisfies Resume
    }
  }

  async function runJobs(row: Leased, lines: Line[], rules: Rules, by: Sender) {
    const known = new Set(rules.jobs.keys())
    for (const { line, cells } of lines) {
      const { value, problems } = checkJob(cells, rules)
      const written = { import_id: row.id, line, problems }
      const keys = value ? jobKeys(value) : []
      if (!value || keys.some((key) => known.has(key))) {
        await write(row, problems.length ? [noteLine(db, written)] : [], {
          done: 1,
          [value ? 'skipped' : 'failed']: 1,
        })
        continue
      }
      const { foreign_id, created_at, ...job } = value
      const problemsText = problems.length ? JSON.stringify(problems) : null
      await locked(async () => {
        await insertJob(
          db,
          // Nobody but staff sees it until they open it.
          { ...job, ...(created_at && { created_at }), is_active: false },
          by,
          {
            also: [
              db.run(sql`
                insert into ${importRows} (import_id, line, foreign_id, job_id, written_at, problems)
                select ${row.id}, ${line}, ${foreign_id}, id, updated_at, ${problemsText}
                from jobs where id = (select max(id) from jobs)`),
              begin(row),
              end(row, { done: 1, added: 1 }),
            ],
          },
        )
        const [renewed] = await db
          .select({ lease_until: table.lease_until })
          .from(table)
          .where(eq(table.id, row.id))
        row.lease_until = renewed?.lease_until ?? null
      })
      for (const key of keys) {
        known.add(key)
        ;(rules.jobs as Map<string, number | null>).set(key, 0)
      }
    }
  }

  async function undo(row: Leased, by: Sender, signal: AbortSignal) {
    while (!signal.aborted) {
      const began = performance.now()
      const isLeft = await undoSome(tools, row, { begin: begin(row), end: end(row, {}) }, by)
      if (!isLeft) {
        await write(row, [removeUnusedTags(db, row.id)], {})
        return finish(row, 'undone')
      }
      const [renewed] = await db
        .select({ lease_until: table.lease_until, state: table.state })
        .from(table)
        .where(eq(table.id, row.id))
      row.lease_until = renewed?.lease_until ?? null
      await pause(share * (performance.now() - began))
    }
  }

  const release = (row: Leased) =>
    db
      .update(table)
      .set({ lease_until: null })
      .where(sql`${table.id} = ${row.id} and ${table.lease_until} = ${row.lease_until}`)

  return startWorker({
    name: 'imports',
    every: pollMs,
    async tick(signal) {
      const row = await take()
      if (!row) return pollMs
      try {
        await work(row, signal)
      } catch (error) {
        if (isLeaseLost(error)) return pollMs
        if (!(error instanceof UnreadableFile)) throw error
        await finish(row, 'failed', error.message)
      }
      if (signal.aborted) await release(row)
      return 0
    },
    log,
    failure: 'import not continued',
  })
}

/** Runs what it is given one after the other. */
function lock() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}

const none = { done: 0, added: 0, updated: 0, skipped: 0, failed: 0, erasable: 0 }
type Counts = typeof none

/** Another instance has the lease: `begin` wrote null. */
const isLeaseLost = (error: unknown) => isNotNullViolation(error, 'imports.is_writing')

const columnOf = (row: Leased, field: string) =>
  row.columns.find((column) => row.mapping[column] === field) ?? null

const jobKeys = ({ foreign_id, title }: { foreign_id: string | null; title: string }) =>
  foreign_id ? [foreignKey(foreign_id)] : [jobKey(title)]

/** Deletes imports that were never run, with their files, once their time is over. */
export async function removeOldImports({ db, store }: Pick<Tools, 'db' | 'store'>) {
  const isOld = lt(
    table.created_at,
    sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`-${keptDays} days`})`,
  )
  const isIdle = sql`${table.state} in ('uploaded', 'checked', 'failed')`
  const old = await db
    .select({ id: table.id, key: table.key })
    .from(table)
    .where(and(isOld, isIdle, isNotNull(table.key)))
    .orderBy(asc(table.id))
  for (const { id, key } of old) {
    const [gone] = await db
      .delete(table)
      .where(and(eq(table.id, id), isIdle, or(isNotNull(table.key))))
      .returning({ id: table.id })
    if (gone && key) await store.remove(key)
  }
}
