import { Readable } from 'node:stream'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Logger } from 'pino'
import type { FileStore, StagedFile } from '#api/core/files/store.ts'
import type { ResumeTexts } from '#api/core/files/text/resume-text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { searchable } from '#api/core/search/terms.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { isScanned, openReceived } from '#api/core/virus-scan/received-files.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import type { Db } from '#db/client.ts'
import { applications, isFree, later, now, resumeTexts, searchPurge } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { reindex } from '../applications/rows.ts'

const usual = {
  /** Between two looks for new resumes, and for a change of the setting. */
  pollMs: 10_000,
  /** Longer than any file takes, waiting included. */
  leaseMs: 3 * 60_000,
}

/** A file that was being read each time the server died is to blame. */
const maxAttempts = 3
/** Rows per batch: a few milliseconds that block the event loop. */
const atOnce = 25
/** Fewer letters are page numbers, or the mark of the program that scanned. */
const minLetters = 15
/** As `resume_texts_words` allows. */
const maxWords = 400_000

type Options = {
  db: Db
  store: FileStore
  texts: ResumeTexts
  log: Logger
  times?: Partial<typeof usual>
}

const isOn = sql`exists (select 1 from settings where key = 'search_resumes' and value = 'true')`

/**
 * While the setting is on, reads one resume after the other and adds its words to the search index;
 * once it is off, takes all of them out. A file is leased, and another process goes on after a crash.
 */
export function startResumeSearch({ db, store, texts, log, times }: Options) {
  const { pollMs, leaseMs } = { ...usual, ...times }
  /** Applications up to this id wait or are read; undefined: all of them. */
  let enrolled: number | undefined = 0

  /** Resumes from before the setting was on; undefined once the last one waits. */
  async function enroll(after: number): Promise<number | undefined> {
    const rows = await db.all<{ id: number }>(sql`
      select id from ${applications} where id > ${after} order by id limit ${20 * atOnce}`)
    const last = rows.at(-1)?.id
    if (last === undefined) return undefined
    await db.run(sql`
      insert or ignore into ${resumeTexts} (application_id, resume_key)
      select id, resume_key from ${applications}
      where id > ${after} and id <= ${last} and resume_key is not null and ${isOn}`)
    return last
  }

  async function take() {
    const next = db
      .select({ id: resumeTexts.application_id })
      .from(resumeTexts)
      .where(
        and(
          eq(resumeTexts.state, 'waiting'),
          isFree(resumeTexts.lease_until, leaseMs),
          isScanned(resumeTexts.resume_key),
        ),
      )
      // The newest are searched for first.
      .orderBy(desc(resumeTexts.application_id))
      .limit(1)
    const [row] = await db
      .update(resumeTexts)
      .set({ lease_until: later(leaseMs), attempts: sql`${resumeTexts.attempts} + 1` })
      .where(inArray(resumeTexts.application_id, next))
      .returning()
    return row
  }
  type Taken = NonNullable<Awaited<ReturnType<typeof take>>>

  const stillOurs = ({ application_id, resume_key, lease_until }: Taken) => sql`exists (
    select 1 from ${resumeTexts} where application_id = ${application_id} and state = 'waiting'
      and resume_key = ${resume_key} and lease_until is ${lease_until})`

  const mayFinish = async (taken: Taken) =>
    (await db.get<{ may: number }>(sql`select ${stillOurs(taken)} and ${isOn} as may`))?.may === 1

  /** The state and the index in one batch; nothing of it when the file, the row or the setting changed. */
  async function finish(taken: Taken, end: { words: string } | 'no_text' | 'unreadable') {
    const { application_id: id } = taken
    for (let tries = 0; tries < 20; tries++) {
      const [row] = await db.select().from(applications).where(eq(applications.id, id))
      if (!row) return
      const change =
        typeof end === 'string' ? { state: end } : { state: 'read' as const, words: end.words }
      const isSame = and(
        sql`exists (select 1 from ${applications}
          where ${applications.id} = ${id} and ${applications.updated_at} = ${row.updated_at})`,
        stillOurs(taken),
        isOn,
      )!
      const written = await writeIf(db, isSame, [
        db
          .update(resumeTexts)
          .set({ words: null, ...change, lease_until: null, updated_at: now })
          .where(eq(resumeTexts.application_id, id)),
        reindex(db, id, row),
      ])
      if (written || !(await mayFinish(taken))) return
    }
  }

  /** Gives it back: the file had no part in it. */
  const release = ({ application_id, lease_until }: Taken) =>
    db
      .update(resumeTexts)
      .set({ lease_until: null, attempts: sql`max(0, ${resumeTexts.attempts} - 1)` })
      .where(
        and(
          eq(resumeTexts.application_id, application_id),
          sql`${resumeTexts.lease_until} is ${lease_until}`,
        ),
      )

  /** Whether to go on at once. */
  async function readOne(taken: Taken): Promise<boolean> {
    const { application_id, resume_key, attempts } = taken
    const [file] = await db
      .select({ key: applications.resume_key, type: applications.resume_type })
      .from(applications)
      .where(eq(applications.id, application_id))
    if (!file?.key || !file.type) {
      await forget([application_id])
      return true
    }
    // Another one since: it waits in the same row.
    if (file.key !== resume_key) return true
    const local = attempts > maxAttempts ? undefined : await fetchFile(file.key)
    if (!local) {
      await finish(taken, 'unreadable')
      return true
    }
    const read = await texts
      .read({ path: local.path, type: file.type })
      .finally(() => store.discard(local))
    if (typeof read === 'string') {
      await release(taken)
      return false
    }
    if ('unreadable' in read) {
      log.info(
        { application: application_id, reason: read.unreadable.slice(0, 200) },
        'a resume has no readable text',
      )
      await finish(taken, 'unreadable')
      return true
    }
    const words = searchable(read.text).slice(0, maxWords).toWellFormed()
    await finish(taken, hasWords(read.text) ? { words } : 'no_text')
    return true
  }

  /** A local copy; undefined when the file is gone, has a virus or is not as long as it says. */
  async function fetchFile(key: string): Promise<StagedFile | undefined> {
    const found = await openReceived({ db, store }, key).catch(nullIfInfected)
    if (!found) return undefined
    const staged = await store.stage(Readable.fromWeb(found.body as never), found.size)
    return staged === 'too large' ? undefined : staged
  }

  /** Takes the words of these applications out of the index, and the rows with them. */
  async function forget(ids: number[]) {
    const rows = await db.select().from(applications).where(inArray(applications.id, ids))
    const statements: BatchItem<'sqlite'>[] = rows.flatMap((row) => {
      const isSame = eq(applications.updated_at, row.updated_at)
      return [
        db.run(sql`delete from ${resumeTexts} where application_id = ${row.id} and exists (
          select 1 from ${applications} where ${applications.id} = ${row.id} and ${isSame})`),
        reindex(db, row.id, row, isSame),
      ]
    })
    // Until segments are merged, the words can still be read in the file of the index.
    const purge = db.update(searchPurge).set({ requested: sql`${searchPurge.requested} + 1` })
    await db.batch([purge, ...statements])
  }

  /** Whether there may be more. */
  async function forgetSome(): Promise<boolean> {
    const rows = await db
      .select({ id: resumeTexts.application_id })
      .from(resumeTexts)
      .orderBy(asc(resumeTexts.application_id))
      .limit(atOnce)
    if (rows.length) await forget(rows.map(({ id }) => id))
    return rows.length > 0
  }

  async function tick() {
    const { search_resumes } = await readSomeSettings(db, 'search_resumes')
    if (search_resumes !== 'true') {
      enrolled = 0
      return (await forgetSome()) ? 0 : pollMs
    }
    if (enrolled !== undefined) {
      enrolled = await enroll(enrolled)
      if (enrolled !== undefined) return 0
    }
    const taken = await take()
    if (!taken) return pollMs
    try {
      return (await readOne(taken)) ? 0 : pollMs
    } catch (error) {
      // The store or the database is away: the file is not to blame.
      await release(taken).catch(() => {})
      throw error
    }
  }

  return startWorker({
    name: 'resume_search',
    every: pollMs,
    tick,
    log,
    failure: 'resumes were not read for the search',
  })
}

function nullIfInfected(error: unknown) {
  if (error instanceof Problem && error.status === 410) return null
  throw error
}

const hasWords = (text: string) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= minLetters
