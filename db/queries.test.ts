import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { errorCode, isUniqueViolation } from './errors.ts'
import { newJob, onEveryDatabase, refused, twoApplications } from './fixtures/databases.ts'
import { applications, jobs, pages, users } from './schema.ts'

const grace = { email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper' }
const about = { title: 'About', slug: 'about', content: '' }

onEveryDatabase((db) => {
  test('an inserted row reads back unchanged, with defaults', async () => {
    const [written] = await db()
      .insert(users)
      .values({ ...grace, permissions: ['manage_jobs'] })
      .returning()
    expect(written).toMatchObject({ ...grace, permissions: ['manage_jobs'] })
    expect(written).toMatchObject({ role: 'user', is_active: true, password_hash: null })
    expect(written!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await db().select().from(users).where(eq(users.id, written!.id))).toEqual([written])
  })

  test('joined tables can have columns of the same name', async () => {
    const job = await newJob(db())
    const [first, second] = await twoApplications(db(), job)
    const rows = await db()
      .select({ application: applications.id, job: jobs.id, title: jobs.title })
      .from(applications)
      .innerJoin(jobs, eq(jobs.id, applications.job_id))
      .where(eq(jobs.id, job))
      .orderBy(desc(applications.id))
    expect(rows).toEqual([
      { application: second, job, title: 'Baker' },
      { application: first, job, title: 'Baker' },
    ])
  })

  test('rows of raw SQL have columns by name, the first of equal names', async () => {
    const rows = await db().all(sql`select 1 as id, 2 as id, 'x' as title`)
    expect(rows).toEqual([{ id: 1, title: 'x' }])
  })

  test('a write returns the number of changed rows and the inserted id', async () => {
    const id = await newJob(db())
    const hit = await db().update(jobs).set({ location: 'Basel' }).where(eq(jobs.id, id))
    const missed = await db().update(jobs).set({ location: 'Basel' }).where(eq(jobs.id, -1))
    expect([hit.rowsAffected, missed.rowsAffected]).toEqual([1, 0])
    const inserted = await db().insert(jobs).values({ title: 'Cook', description: '' })
    expect(inserted.lastInsertRowid).toBe(BigInt(id) + 1n)
    const { rowsAffected } = await db().$client.execute(
      `UPDATE jobs SET location = 'Bern' WHERE id = ${id} RETURNING id`,
    )
    expect(rowsAffected).toBe(1)
  })

  test('a batch returns a result for each statement', async () => {
    const [inserted, counted, found] = await db().batch([
      db()
        .insert(jobs)
        .values({ title: 'Smith', description: '' })
        .returning({ title: jobs.title }),
      db().select({ count: sql<number>`count(*)` }).from(jobs).where(eq(jobs.title, 'Smith')),
      db().query.jobs.findFirst({ where: eq(jobs.title, 'Smith'), columns: { is_active: true } }),
    ])
    expect(inserted).toEqual([{ title: 'Smith' }])
    expect(counted).toEqual([{ count: 1 }])
    expect(found).toEqual({ is_active: true })
  })

  test('a batch that fails halfway is rolled back', async () => {
    const insert = db().insert(pages).values(about)
    const error = await refused(db().batch([insert, insert]))
    expect(errorCode(error)).toBe('SQLITE_CONSTRAINT_UNIQUE')
    expect(isUniqueViolation(error, 'pages.slug')).toBe(true)
    expect(await db().$count(pages)).toBe(0)
    await insert
    expect(await db().$count(pages)).toBe(1)
  })

  test('isUniqueViolation names the column of a duplicate', async () => {
    const twice = await refused(db().insert(users).values([grace, grace]))
    expect(isUniqueViolation(twice)).toBe(true)
    expect(isUniqueViolation(twice, 'users.email')).toBe(true)
    expect(isUniqueViolation(twice, 'users.first_name')).toBe(false)
    const id = await newJob(db())
    const sameKey = await refused(db().insert(jobs).values({ id, title: 'Again', description: '' }))
    expect(isUniqueViolation(sameKey, 'jobs.id')).toBe(true)
  })

  test('errorCode names the constraint that a write violates', async () => {
    const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }
    const refusals = {
      FOREIGNKEY: db()
        .insert(applications)
        .values({ ...ada, job_id: -1 }),
      CHECK: db()
        .insert(users)
        .values({ ...ada, email: 'Ada@example.com' }),
      NOTNULL: db()
        .insert(users)
        .values({ ...ada, email: sql`null` }),
      DATATYPE: db().insert(jobs).values({ title: 'A', description: '', is_active: sql`'yes'` }),
    }
    for (const [rule, query] of Object.entries(refusals)) {
      const error = await refused(query)
      expect(errorCode(error)).toBe(`SQLITE_CONSTRAINT_${rule}`)
      expect(isUniqueViolation(error)).toBe(false)
    }
  })
})
