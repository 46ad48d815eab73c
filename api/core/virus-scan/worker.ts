import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Logger } from 'pino'
import type { Db } from '#db/client.ts'
import {
  answerFiles,
  applications,
  documentRequests,
  isFree,
  jobs,
  later,
  now,
  virusScanner as scanner,
  fileScans as table,
} from '#db/schema.ts'
import type { FileStore } from '../files/store.ts'
import { queueScannerMail } from '../letters/admin-mails.ts'
import { noticeRecipients, recipientsOf } from '../letters/notices.ts'
import { virusMails } from '../letters/virus-mail.ts'
import { queueMail } from '../mail/queue.ts'
import type { Services } from '../route/context.ts'
import { mailBase, readSomeSettings } from '../site-settings/site-settings.ts'
import { startWorker } from '../workers/worker.ts'
import { clamdAddress, ping, scan, Unreachable, type Verdict } from './clamd.ts'

const usual = {
  /** Ms between two looks for files that another process has received, and at the scanner. */
  pollMs: 10_000,
  /** Renewed while a file is scanned; after a crash another process takes it then. */
  leaseMs: 30_000,
  /** Ms until the next try of a file after a first failure; doubled with each. */
  retryMs: 5_000,
  /** Ms until a file that was too large is tried again: the limit may have been raised. */
  tooLargeMs: 3_600_000,
  /** Ms after which admins are told that the scanner can't be reached. */
  tellMs: 10 * 60_000,
}

const maxRetryMs = 3_600_000
/** Files that are scanned at the same time, so that one slow file does not hold up all. */
const lanes = 2
/** Applications of before the scanner, whose files are queued at a time. */
const perStep = 100

type Options = Pick<Services, 'mailFrom' | 'publicUrl' | 'ownAddress'> & {
  db: Db
  store: FileStore
  log: Logger
  /** CLAMD_URL. */
  url: string
  outbox?: { wake: () => void }
  times?: Partial<typeof usual>
}

/** From now on received files wait for the scanner. Those of before are queued behind new ones. */
const switchOn = (db: Db) =>
  db
    .update(scanner)
    .set({
      is_on: true,
      earlier_below: sql`(select coalesce(max(id), 0) + 1 from ${applications})`,
    })
    .where(eq(scanner.is_on, false))

/** For a start without CLAMD_URL: files can be opened as before, but for those with a virus. */
export async function switchOff(db: Db, log: Pick<Logger, 'warn'>) {
  const was = await db
    .update(scanner)
    .set({ is_on: false, failing_since: null, is_told: false })
    .where(eq(scanner.is_on, true))
    .returning({ id: scanner.id })
  if (was.length) log.warn('started without CLAMD_URL: no process scans received files any more')
}

/** As text: with its code, the log would count it among the outages of database and storage. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.cause ? reasonOf(error.cause) : error.message) : String(error)

const isDue = sql`${table.due_at} is not null and ${table.due_at} <= ${now}`

/**
 * Scans received files with clamd, new ones first. A file is leased, so that a crash loses nothing;
 * scanned twice it gets the same verdict, and staff are told of it once.
 */
export async function startVirusScan({ db, store, log, url, outbox, times, ...mailing }: Options) {
  const { pollMs, leaseMs, retryMs, tooLargeMs, tellMs } = { ...usual, ...times }
  const address = clamdAddress(url)
  /** Null: not known yet. */
  let isFailing: boolean | null = null
  await switchOn(db)

  async function take() {
    const next = db
      .select({ key: table.key })
      .from(table)
      .where(and(isDue, isFree(table.lease_until, leaseMs)))
      .orderBy(asc(table.is_earlier), asc(table.due_at))
      .limit(1)
    const [row] = await db
      .update(table)
      .set({ lease_until: later(leaseMs) })
      .where(inArray(table.key, next))
      .returning({ key: table.key, application_id: table.application_id, tries: table.tries })
    return row
  }
  type Taken = NonNullable<Awaited<ReturnType<typeof take>>>

  async function renewing<T>({ key }: Taken, work: () => Promise<T>) {
    const timer = setInterval(() => {
      const renewed = db.update(table).set({ lease_until: later(leaseMs) })
      renewed.where(eq(table.key, key)).catch((err) => log.warn({ err }, 'lease not renewed'))
    }, leaseMs / 3)
    try {
      return await work()
    } finally {
      clearInterval(timer)
    }
  }

  /** Returns whether to go on: not when the scanner is gone, which is not the file's fault. */
  async function scanOne(taken: Taken, signal: AbortSignal): Promise<boolean> {
    const release = (set: { due_at?: SQL; tries?: number }) =>
      db
        .update(table)
        .set({ ...set, lease_until: null })
        .where(eq(table.key, taken.key))
    try {
      const open = async () => {
        const file = await store.open(taken.key)
        if (!file) throw new Error('The file is not in the store')
        return file.body
      }
      const verdict = await renewing(taken, () => scan(address, open, signal))
      await finish(taken, verdict)
    } catch (err) {
      if (signal.aborted || err instanceof Unreachable) {
        await release({})
        return false
      }
      const application = taken.application_id
      log.warn({ reason: reasonOf(err), application }, 'a file was not scanned for viruses')
      const pause = Math.min(retryMs * 2 ** taken.tries, maxRetryMs)
      await release({ due_at: later(pause), tries: taken.tries + 1 })
    }
    return true
  }

  async function finish({ key, application_id }: Taken, verdict: Verdict) {
    const isThreat = verdict.state === 'infected'
    const isLeft = verdict.state === 'too_large'
    const mails = isThreat ? await mailsAbout(key, application_id, verdict.threat) : []
    if (isThreat) log.warn({ application: application_id, threat: verdict.threat }, 'virus found')
    if (isLeft) log.warn({ application: application_id }, 'a file is too large for clamd')
    await db.batch([
      db
        .update(table)
        .set({
          state: verdict.state,
          threat: isThreat ? verdict.threat : null,
          due_at: isLeft ? later(tooLargeMs) : null,
          lease_until: null,
          scanned_at: now,
        })
        .where(eq(table.key, key)),
      ...mails,
    ])
    if (mails.length) outbox?.wake()
  }

  /** Statements that tell staff; nobody is told of a file that is gone. */
  async function mailsAbout(key: string, id: number, threat: string) {
    const [[about], recipients, settings] = await Promise.all([
      db
        .select({
          id: applications.id,
          reference: applications.reference,
          first_name: applications.first_name,
          last_name: applications.last_name,
          job_id: applications.job_id,
          job_title: jobs.title,
        })
        .from(applications)
        .innerJoin(jobs, eq(jobs.id, applications.job_id))
        .where(eq(applications.id, id)),
      noticeRecipients(db),
      readSomeSettings(db, 'site_name', 'public_url', 'notify_email'),
    ])
    if (!about) return []
    const { site_name: site, notify_email } = settings
    return virusMails({ key, threat, about }, recipientsOf(recipients, about.job_id), {
      site,
      notify_email,
      base: mailBase(mailing, settings),
      from: mailing.mailFrom,
    }).map((mail) => queueMail(db, mail, sql`exists (select 1 from ${table} where key = ${key})`))
  }

  /** Queues files of before the scanner, a few at a time. Returns whether there may be more. */
  async function queueEarlier() {
    const [found] = await db
      .select({
        below: scanner.earlier_below,
        queued: sql<number>`(select count(*) from (select 1 from ${table}
          where is_earlier = 1 and due_at is not null limit ${perStep}))`,
      })
      .from(scanner)
    if (!found?.below || found.queued >= perStep) return false
    const [last] = await db.all<{ id: number }>(sql`select min(id) as id from (
      select id from ${applications} where id < ${found.below} order by id desc limit ${perStep})`)
    const from = last?.id ?? 0
    const queue = (files: SQLiteTable, id: SQLiteColumn, key: SQLiteColumn) =>
      db.run(sql`insert or ignore into ${table} (key, application_id, is_earlier)
        select ${key}, ${id}, 1 from ${files}
        where ${id} >= ${from} and ${id} < ${found.below} and ${key} is not null`)
    await db.batch([
      queue(applications, applications.id, applications.resume_key),
      queue(answerFiles, answerFiles.application_id, answerFiles.key),
      queue(documentRequests, documentRequests.application_id, documentRequests.key),
      db.update(scanner).set({ earlier_below: from }).where(eq(scanner.earlier_below, found.below)),
    ])
    return from > 0
  }

  async function noteReached() {
    if (isFailing === false) return
    const mended = await db
      .update(scanner)
      .set({ failing_since: null, is_told: false })
      .where(isNotNull(scanner.failing_since))
      .returning({ id: scanner.id })
    if (mended.length) log.info('the virus scanner answers again')
    isFailing = false
  }

  async function noteFailing(err: unknown) {
    if (!isFailing) log.warn({ reason: reasonOf(err) }, 'the virus scanner can’t be reached')
    isFailing = true
    const [row] = await db
      .update(scanner)
      .set({ failing_since: sql`coalesce(${scanner.failing_since}, ${now})` })
      .returning({ since: scanner.failing_since, is_told: scanner.is_told })
    if (!row?.since || row.is_told) return
    const isLong = sql`is_told = 0 and failing_since <= ${later(-tellMs)}`
    const { site_name: site } = await readSomeSettings(db, 'site_name')
    const about = { site, from: mailing.mailFrom, since: new Date(row.since) }
    // The mark and the emails are one batch: nobody is told twice, also by two processes.
    const [mails] = await db.batch([
      queueScannerMail(db, about, sql`exists (select 1 from ${scanner} where ${isLong})`),
      db.update(scanner).set({ is_told: true }).where(isLong),
    ])
    if (mails.length) outbox?.wake()
  }

  async function scanAll(signal: AbortSignal) {
    for (let goesOn = true; goesOn && !signal.aborted; ) {
      const taken = await take()
      goesOn = taken !== undefined && (await scanOne(taken, signal))
    }
  }

  return startWorker({
    name: 'virus_scan',
    every: pollMs,
    async tick(signal) {
      const hasMore = await queueEarlier()
      try {
        await ping(address)
      } catch (err) {
        await noteFailing(err)
        return pollMs
      }
      await noteReached()
      await Promise.all(Array.from({ length: lanes }, () => scanAll(signal)))
      return hasMore ? 0 : pollMs
    },
    log,
    failure: 'received files are not scanned for viruses',
  })
}
