import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './client.ts'
import { unnamedAdministrator } from './enums.ts'
import { isUniqueViolation } from './errors.ts'
import { pages, settings as settingsTable, users } from './schema.ts'
import { starterPages } from './starter-pages.ts'

type Administrator = { email: string; password_hash: string }
type Names = { first_name: string; last_name: string }

/** What fills an empty database. */
export type Company = {
  administrator: Names
  /** Only what differs from the built-in values. */
  settings: Record<string, string>
  pages: Omit<typeof pages.$inferInsert, 'id'>[]
  /** Stores files, and returns the statements for the rows, in the order of their references. */
  inserts(db: Db): Promise<BatchItem<'sqlite'>[]>
}

type Options = {
  settings: (typeof settingsTable.$inferInsert)[]
  /** Called only while there are no users. */
  admin: () => Promise<Administrator>
  /** Without it a site begins with a home page only. */
  company?: Company
}

const emptySite: Company = {
  administrator: unnamedAdministrator,
  settings: {},
  pages: starterPages,
  inserts: async () => [],
}

/**
 * Inserts missing settings at every start; the first administrator, pages and the company only while
 * there are no users, all or nothing. Files are stored before their rows, so a start that is killed
 * in between leaves unreferenced files. Returns whether the first administrator was created.
 */
export async function seed(
  db: Db,
  { settings, admin, company = emptySite }: Options,
): Promise<boolean> {
  if (await holdsAny(db, sql`users`)) {
    await insertSettings(db, settings, {})
    return false
  }
  const administrator = await admin()
  // Someone who removed all users to get back in has a site of their own: add no company.
  const used = await Promise.all([sql`jobs`, sql`media`].map((table) => holdsAny(db, table)))
  const content = used.includes(true) ? emptySite : company
  const inserts: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] = [
    insertSettings(db, settings, content.settings),
    insertPages(db, content.pages),
    insertAdministrator(db, administrator, content.administrator),
    ...(await content.inserts(db)),
  ]
  try {
    await db.batch(inserts)
    return true
  } catch (error) {
    // Another instance that started at the same moment was first.
    if (isUniqueViolation(error) && (await holdsAny(db, sql`users`))) return false
    throw error
  }
}

async function holdsAny(db: Db, table: SQL) {
  const found = await db.get<{ any: number }>(sql`select exists (select 1 from ${table}) as "any"`)
  return found?.any === 1
}

const insertSettings = (
  db: Db,
  rows: (typeof settingsTable.$inferInsert)[],
  values: Record<string, string>,
) =>
  db
    .insert(settingsTable)
    .values(rows.map((row) => ({ ...row, value: values[row.key] ?? row.value })))
    .onConflictDoNothing({ target: settingsTable.key })

const insertPages = (db: Db, content: Company['pages']) =>
  db
    .insert(pages)
    .values(content.map((page) => ({ is_published: true, ...page })))
    .onConflictDoNothing({ target: pages.slug })

const insertAdministrator = (db: Db, { email, password_hash }: Administrator, names: Names) =>
  db.insert(users).values({ ...names, email: email.toLowerCase(), password_hash, role: 'admin' })
