import { copyFile, rename, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Erased } from '#api/core/files/erased.ts'
import { retentionRules } from '#api/hiring/privacy/contract.ts'
import { openDb } from '#db/client.ts'
import {
  apiTokens,
  applications,
  bulk,
  bulkItems,
  deliveries,
  handOvers,
  imports,
  jobAlerts,
  now,
  outbox,
  passwordLinks,
  previewLinks,
  retentionPending,
  sessions,
  settings,
  shares,
  signInCodes,
  webhooks,
} from '#db/schema.ts'
import { databaseFaults } from '../integrity.ts'
import type { Manifest } from './manifest.ts'

/** Brings a restored database to the schema of this version. */
export async function migrateDatabase(file: string): Promise<void> {
  const db = await openDb(pathToFileURL(file).href)
  db.$client.close()
}

/**
 * Prepares a restored database for use: deletes sessions, API tokens, password links, preview links and hand-over links, ends links to applications, stops
 * bulk actions and imports, and holds back messages possibly sent since the backup; returns their number.
 * Switches webhooks off, because a copy must not call the receivers of the original; returns how
 * many were on.
 */
export async function prepareDatabase(
  file: string,
  { taken_at }: Pick<Manifest, 'taken_at'>,
  keepMail: boolean,
): Promise<{ heldMail: number; webhooks: number }> {
  const db = await openDb(pathToFileURL(file).href)
  try {
    // Otherwise ended sessions and revoked tokens would be valid again, and used links could be used
    // again.
    await db.batch([
      db.delete(sessions),
      db.delete(apiTokens),
      db.delete(signInCodes),
      db.delete(passwordLinks),
      db.delete(previewLinks),
      db.update(shares).set({ revoked_at: now }).where(isNull(shares.revoked_at)),
      db.delete(handOvers),
    ])
    const [off] = await db.batch([
      db
        .update(webhooks)
        .set({ is_active: false })
        .where(eq(webhooks.is_active, true))
        .returning({ id: webhooks.id }),
      db
        .update(deliveries)
        .set({
          state: 'failed',
          error: `Dropped: it may have been sent after the backup of ${taken_at} was taken`,
          ended_at: now,
          lease_until: null,
        })
        .where(eq(deliveries.state, 'waiting')),
    ])
    // Their files are in no backup.
    await db
      .update(imports)
      .set({
        state: sql`case when state in ('done', 'undone') then state else 'failed' end`,
        error: `Stopped: its file is not in the backup of ${taken_at}`,
        key: null,
        columns: [],
        mapping: {},
        options: sql`json_remove(options, '$.statuses')`,
        preview: [],
        unknown_statuses: [],
        lease_until: null,
        finished_at: sql`coalesce(finished_at, ${now})`,
      })
      .where(sql`${imports.key} is not null or ${imports.state} in ('running', 'undoing')`)
    if (keepMail) return { heldMail: 0, webhooks: off.length }
    const error = `Stopped: it may have gone on after the backup of ${taken_at} was taken`
    await db.batch([
      db
        .update(bulkItems)
        .set({ state: 'failed', error })
        .where(
          sql`state = 'waiting' and bulk_id in (select id from ${bulk} where state = 'running')`,
        ),
      db
        .update(bulk)
        .set({ state: 'done', finished_at: sql`coalesce(finished_at, ${now})`, lease_until: null })
        .where(inArray(bulk.state, ['running', 'undoing'])),
    ])
    const held_at = new Date().toISOString()
    const last_error = `Held back: it may have been sent after the backup of ${taken_at} was taken`
    const held = await db
      .update(outbox)
      .set({ failed_at: held_at, lease_until: null, last_error, updated_at: held_at })
      .where(and(isNull(outbox.sent_at), isNull(outbox.failed_at)))
      .returning({ id: outbox.id })
    // What they were sent since the backup is not known: the next email is about jobs from now on.
    await db.update(jobAlerts).set({ seen_until: now }).where(isNotNull(jobAlerts.confirmed_at))
    return { heldMail: held.length, webhooks: off.length }
  } finally {
    db.$client.close()
  }
}

/**
 * The same for the copy of a database server, before it is put in place there. The file changes only if
 * all goes well. Throws when it is damaged, or no database of Foyer.
 */
export async function prepareForServer(file: string, keepMail: boolean) {
  if (!isFoyers(file)) throw new Error(`${file} is no database of Foyer`)
  const prepared = `${file}.restoring`
  const removePrepared = async () => {
    for (const end of ['', '-wal', '-shm']) await rm(prepared + end, { force: true })
  }
  await removePrepared()
  try {
    await copyFile(file, prepared)
    await migrateDatabase(prepared)
    const [fault] = databaseFaults(prepared)
    if (fault) throw new Error(`${file} is damaged: ${fault}`)
    const found = await prepareDatabase(prepared, { taken_at: lastEvent(prepared) }, keepMail)
    await rename(prepared, file)
    return found
  } finally {
    await removePrepared()
  }
}

function read(file: string, statement: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.values(db.prepare(statement).get() ?? {})[0]
  } finally {
    db.close()
  }
}

const isFoyers = (file: string) =>
  read(
    file,
    `SELECT count(*) FROM sqlite_master WHERE name IN ('applications', 'audit_events')`,
  ) === 2

/** About when the copy was taken. The file's own time is that of the last `cp`. */
const lastEvent = (file: string) =>
  String(read(file, 'SELECT max(at) FROM audit_events') ?? new Date().toISOString())

/**
 * Empties the retention rules, which would erase the applications again, and returns the entries
 * whose applications the database has.
 */
export async function suspendRules(file: string, entries: Erased[]): Promise<Erased[]> {
  const db = await openDb(pathToFileURL(file).href)
  try {
    await db.batch([
      db
        .update(settings)
        .set({ value: '' })
        .where(inArray(settings.key, Object.keys(retentionRules))),
      db.delete(retentionPending),
    ])
    const ids = JSON.stringify(entries.map(({ id }) => id))
    const rows = await db
      .select({ id: applications.public_id })
      .from(applications)
      .where(sql`${applications.public_id} in (select value from json_each(${ids}))`)
    return entries.filter((entry) => rows.some(({ id }) => id === entry.id))
  } finally {
    db.$client.close()
  }
}
