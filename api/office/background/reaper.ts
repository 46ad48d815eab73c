import { setTimeout as sleep } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { forgetUnconnected } from '#api/accounts/oidc/identities.ts'
import { forgetExpired } from '#api/accounts/tokens/tokens.ts'
import type { FileStore, PublicFolder } from '#api/core/files/store.ts'
import { removeExpired } from '#api/core/forms/staged-files.ts'
import type { Outbox } from '#api/core/mail/outbox.ts'
import { startWorker } from '#api/core/workers/worker.ts'
import { forgetInvitations } from '#api/hiring/job-invitations/invitations.ts'
import { emptyTrash, forgetNames } from '#api/website/content/trash.ts'
import { exclusive } from '#api/website/media/exclusive.ts'
import type { Db } from '#db/client.ts'
import {
  answerFiles,
  applications,
  databaseMs,
  documentRequests,
  imports,
  media,
  pictureLocks,
  rateLimits,
  settings,
  stagedFiles,
} from '#db/schema.ts'
import { removeOldImports } from '../imports/worker.ts'
import { forgetOldEvents } from './audit-retention.ts'
import { forgetOldActions } from './bulk-retention.ts'
import { forgetOldMail } from './mail-retention.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

type Options = {
  db: Db
  store: FileStore
  log: Logger
  /** Ms a file may exist without a row. */
  age?: number
  /** Ms an apparent orphan is watched before removal. */
  watch?: number
  signal?: AbortSignal
}

/** More orphans than this, and over half of all files: the wrong database, not leftovers. */
const suspicious = 100

/**
 * Removes partial uploads and files without a row, as left by a crash between file and row. Only
 * files older than `age` and newer than the database, which may be a new one beside old files. Safe
 * to run twice at once. Returns the number of removed files.
 */
export async function reap({ db, store, log, age = day, watch = 60_000, signal }: Options) {
  const before = new Date(Date.now() - age)
  const parts =
    (await store.discardStale(before)) + (await reapPictures({ db, store, log, before }))
  if (parts) log.info({ files: parts }, 'half received resumes removed')
  const known = await knownKeys(db, 0, signal)
  const { orphans, total, older } = await orphansIn(store, known, before, await createdAt(db))
  if (older)
    log.warn({ files: older }, 'resumes without an application are older than the database: kept')
  if (orphans.length > suspicious && orphans.length > total / 2) {
    log.error(
      { files: orphans.length, of: total },
      'most resumes have no application: is this the right database? None was removed',
    )
    return parts
  }
  if (!orphans.length) return parts
  // If the clock jumped, the row may still be on its way.
  await sleep(watch, undefined, { ...(signal && { signal }) })
  const late = await knownKeys(db, known.last, signal)
  const gone = orphans.filter((key) => !late.has(key))
  for (const key of gone) await store.remove(key)
  if (gone.length) log.info({ keys: gone }, 'resumes without an application removed')
  return parts + gone.length
}

/** Images that are drawn are removed at this age, and drawn again when someone asks for them. */
const drawnAge = 90 * day

/** Removes the files of pictures without a row, and drawn images of long ago. */
async function reapPictures({
  db,
  store,
  log,
  before,
}: Pick<Options, 'db' | 'store' | 'log'> & { before: Date }) {
  const databaseCreatedAt = await createdAt(db)
  const hashOf = (folder: PublicFolder) => folder.slice('media/'.length)
  const rows = await db.select({ hash: media.hash }).from(media)
  const known = new Set(rows.map(({ hash }) => hash))
  const orphans: PublicFolder[] = []
  for await (const { folder, modified } of store.listPublic('media'))
    if (modified > databaseCreatedAt && modified < before && !known.has(hashOf(folder)))
      orphans.push(folder)
  if (orphans.length > suspicious && orphans.length > known.size) {
    log.error(
      { pictures: orphans.length },
      'most pictures have no row: is this the right database? None was removed',
    )
    return 0
  }
  for (const folder of orphans)
    await exclusive(db, hashOf(folder), async () => {
      // The same picture may have been uploaded again since.
      if (await db.$count(media, eq(media.hash, hashOf(folder)))) return
      await store.removePublic(folder)
    })
  if (orphans.length) log.info({ folders: orphans }, 'pictures without a row removed')
  let drawn = 0
  for await (const { folder, modified } of store.listPublic('made')) {
    if (modified.getTime() > Date.now() - drawnAge) continue
    await store.removePublic(folder)
    drawn++
  }
  return orphans.length + drawn
}

/** Rows per query: a few milliseconds, since a row holds a whole letter before its key. */
const step = 100

/** 52 of a key's 128 bits, exact in a number. A collision only keeps a removable file. */
const beginning = (key: string) => Number.parseInt(key.slice(0, 13), 16)

/**
 * The keys of the rows after an id, eight bytes each, read in small steps: there may be a million.
 * Keys never change and ids only grow, so rows added meanwhile come after `last`.
 */
async function knownKeys(db: Db, after: number, signal: AbortSignal | undefined) {
  const keys: number[] = []
  const sources = await db
    .select({ key: media.source_key })
    .from(media)
    .where(isNotNull(media.source_key))
  // Before applications, whose files they become.
  const staged = await db.select({ key: stagedFiles.key }).from(stagedFiles)
  const imported = await db.select({ key: imports.key }).from(imports).where(isNotNull(imports.key))
  for (const { key } of [...sources, ...staged, ...imported]) if (key) keys.push(beginning(key))
  let last = after
  for (;;) {
    signal?.throwIfAborted()
    const rows = await db
      .select({ id: applications.id, key: applications.resume_key })
      .from(applications)
      .where(gt(applications.id, last))
      .orderBy(asc(applications.id))
      .limit(step)
    const next = rows.at(-1)?.id ?? last
    const files = await db
      .select({ key: answerFiles.key })
      .from(answerFiles)
      .where(and(gt(answerFiles.application_id, last), lte(answerFiles.application_id, next)))
    const documents = await db
      .select({ key: documentRequests.key })
      .from(documentRequests)
      .where(
        and(gt(documentRequests.application_id, last), lte(documentRequests.application_id, next)),
      )
    for (const { key } of [...rows, ...files, ...documents]) if (key) keys.push(beginning(key))
    last = next
    if (rows.length < step) break
    await sleep(5)
  }
  const sorted = Float64Array.from(keys).sort()
  return { last, has: (key: string) => includes(sorted, beginning(key)) }
}

function includes(sorted: Float64Array, wanted: number) {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return sorted[low] === wanted
}

/** An hour before the database's creation: the first start stores demo resumes before any row. */
async function createdAt(db: Db) {
  const [row] = await db
    .select({ at: sql<string | null>`min(${settings.created_at})` })
    .from(settings)
  return new Date(Date.parse(row?.at ?? '') - hour)
}

async function orphansIn(
  store: FileStore,
  known: { has(key: string): boolean },
  before: Date,
  databaseCreatedAt: Date,
) {
  const found = { orphans: [] as string[], total: 0, older: 0 }
  const hasRow = (key: string) => {
    found.total += 1
    return known.has(key)
  }
  for await (const { key, modified } of store.list(hasRow)) {
    if (modified < databaseCreatedAt) found.older += 1
    else if (modified < before) found.orphans.push(key)
  }
  return found
}

/** Removes counts of rate limits after their window, and locks of processes that have crashed. */
export const removeEnded = async (db: Db) =>
  void (await db.batch([
    db.delete(rateLimits).where(lte(rateLimits.ends_at, databaseMs)),
    db.delete(pictureLocks).where(lte(pictureLocks.lease_until, databaseMs)),
  ]))

/**
 * Removes orphaned files, old audit events, emails, bulk actions and what was deleted long ago, at
 * once and then daily, and hourly the staged files, rate limits, locks, API tokens,
 * company sign-ins and invitations that have expired.
 */
export function startReaper(options: Options & { outbox?: Pick<Outbox, 'removeFiles'> }) {
  const { db, log, outbox } = options
  const workers = [
    startWorker({
      name: 'old_events',
      every: day,
      tick: async (signal) => void (await forgetOldEvents({ db, log, signal })),
      log,
      failure: 'old audit events not removed',
    }),
    startWorker({
      name: 'old_bulk_actions',
      every: day,
      tick: async (signal) => void (await forgetOldActions(db, signal)),
      log,
      failure: 'old bulk actions not removed',
    }),
    startWorker({
      name: 'old_mail',
      every: day,
      tick: (signal) => forgetOldMail({ db, outbox, signal }),
      log,
      failure: 'old emails not removed',
    }),
    startWorker({
      name: 'trash',
      every: day,
      tick: async () => {
        await emptyTrash(db)
        await forgetNames(db)
      },
      log,
      failure: 'old deleted pages, jobs and names of staff not removed',
    }),
    startWorker({
      name: 'orphaned_files',
      every: day,
      tick: async (signal) => void (await reap({ ...options, signal })),
      log,
      failure: 'files without a row not removed',
    }),
    startWorker({
      name: 'staged_files',
      every: hour,
      tick: async () => {
        await removeExpired(options)
        await removeOldImports(options)
      },
      log,
      failure: 'expired uploads not removed',
    }),
    startWorker({
      name: 'ended_limits',
      every: hour,
      tick: async () => {
        await removeEnded(db)
        await forgetExpired(db)
        await forgetUnconnected(db)
        await forgetInvitations(db)
      },
      log,
      failure: 'ended rate limits, locks, API tokens, company sign-ins and invitations not removed',
    }),
  ]
  return {
    stop: () => Promise.all(workers.map((worker) => worker.stop())),
  }
}
