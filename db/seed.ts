import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { builtInSettings } from './built-in-settings.ts'
import type { Db } from './client.ts'
import { demoApplications } from './demo/applications.ts'
import { companyPages, companySettings } from './demo/company.ts'
import { jobRows } from './demo/jobs.ts'
import { demoAdministrator, staff } from './demo/staff.ts'
import { isUniqueViolation } from './errors.ts'
import { applications, jobs, pages, settings, users } from './schema.ts'
import { starterPages } from './starter-pages.ts'

type Options = {
  /** Asked only while there are no users. */
  admin: () => Promise<{ email: string; password_hash: string }>
  /** Fills an empty database with a small made-up company. `keepResume` stores a file and answers its key. */
  demo?: { keepResume: (bytes: Uint8Array) => Promise<string> }
}

/**
 * Fills what is missing: settings at every start; the first administrator, the pages and what
 * `demo` asks for only while there are no users, and then all or nothing. Resumes are kept before
 * their rows, so a start that is killed in between leaves files to which no row points.
 * Answers true when the first administrator was made.
 */
export async function seed(db: Db, { admin, demo }: Options): Promise<boolean> {
  if (await holdsAny(db, sql`users`)) {
    await insertSettings(db, {})
    return false
  }
  const administrator = await admin()
  // Whoever removed all users to get back in has a site of their own: nothing made up goes into it.
  const fresh = !(await holdsAny(db, sql`jobs`))
  const keepResume = fresh ? demo?.keepResume : undefined
  const inserts: [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] = [
    insertSettings(db, keepResume ? companySettings : {}),
    insertPages(db, keepResume ? companyPages : starterPages),
    insertAdministrator(db, administrator, keepResume !== undefined),
    ...(keepResume ? await demoInserts(db, keepResume) : []),
  ]
  try {
    await db.batch(inserts)
    return true
  } catch (error) {
    // Another instance, started at the same moment, was first.
    if (isUniqueViolation(error) && (await holdsAny(db, sql`users`))) return false
    throw error
  }
}

async function holdsAny(db: Db, table: SQL) {
  const found = await db.get<{ any: number }>(sql`select exists (select 1 from ${table}) as "any"`)
  return found?.any === 1
}

const insertSettings = (db: Db, values: Record<string, string>) =>
  db
    .insert(settings)
    .values(
      builtInSettings.map((setting) => ({
        is_public: true,
        ...setting,
        value: values[setting.key] ?? setting.value,
      })),
    )
    .onConflictDoNothing({ target: settings.key })

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
    // The administrator may have chosen the address of one of them.
    db.insert(users).values(staff).onConflictDoNothing({ target: users.email }),
    db.insert(jobs).values(jobRows(daysAgo)),
    db.insert(applications).values(await demoApplications(daysAgo, keepResume)),
  ]
}
