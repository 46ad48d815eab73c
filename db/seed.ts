import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './client.ts'
import { demoApplications } from './demo/applications.ts'
import { companyPages, companySettings } from './demo/company.ts'
import { jobRows } from './demo/jobs.ts'
import { demoAdministrator, staff } from './demo/staff.ts'
import { isUniqueViolation } from './errors.ts'
import { applications, jobs, pages, settings as settingsTable, users } from './schema.ts'
import { starterPages } from './starter-pages.ts'

type Options = {
  settings: (typeof settingsTable.$inferInsert)[]
  /** Called only while there are no users. */
  admin: () => Promise<{ email: string; password_hash: string }>
  /** Fills an empty database with a demo company. `keepResume` stores a file, returns its key. */
  demo?: { keepResume: (bytes: Uint8Array) => Promise<string> }
}

/**
 * Inserts missing settings at every start; the first administrator, pages and demo data only while
 * there are no users, all or nothing. Resumes are stored before their rows, so a start that is
 * killed in between leaves unreferenced files. Returns whether the first administrator was created.
 */
export async function seed(db: Db, { settings, admin, demo }: Options): Promise<boolean> {
  if (await holdsAny(db, sql`users`)) {
    await insertSettings(db, settings, {})
    return false
  }
  const administrator = await admin()
  // Someone who removed all users to get back in has a site of their own: add no demo data.
  const fresh = !(await holdsAny(db, sql`jobs`))
  const keepResume = fresh ? demo?.keepResume : undefined
  const inserts: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] = [
    insertSettings(db, settings, keepResume ? companySettings : {}),
    insertPages(db, keepResume ? companyPages : starterPages),
    insertAdministrator(db, administrator, keepResume !== undefined),
    ...(keepResume ? await demoInserts(db, keepResume) : []),
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

const insertPages = (db: Db, content: Omit<typeof pages.$inferInsert, 'id'>[]) =>
  db
    .insert(pages)
    .values(content.map((page) => ({ is_published: true, ...page })))
    .onConflictDoNothing({ target: pages.slug })

const insertAdministrator = (
  db: Db,
  { email, password_hash }: Awaited<ReturnType<Options['admin']>>,
  isDemo: boolean,
) =>
  db.insert(users).values({
    ...(isDemo ? demoAdministrator : { first_name: 'Site', last_name: 'Administrator' }),
    email: email.toLowerCase(),
    password_hash,
    role: 'admin',
  })

async function demoInserts(
  db: Db,
  keepResume: (bytes: Uint8Array) => Promise<string>,
): Promise<BatchItem<'sqlite'>[]> {
  const now = Date.now()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()
  return [
    // The administrator may have chosen one of these addresses.
    db.insert(users).values(staff).onConflictDoNothing({ target: users.email }),
    db.insert(jobs).values(jobRows(daysAgo)),
    db.insert(applications).values(await demoApplications(daysAgo, keepResume)),
  ]
}
