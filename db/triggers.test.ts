import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newJob, onEveryDatabase, twoApplications } from './fixtures/databases.ts'
import { applicationCounts, applications, contentVersion, jobs, users } from './schema.ts'

onEveryDatabase((db) => {
  test('applications are found by the start of a word until they are deleted', async () => {
    const [id] = await twoApplications(db(), await newJob(db()))
    await db().run(sql`insert into application_search (rowid, text) values (${id}, 'Zoë Lovelace')`)
    const found = () =>
      db().all(sql`select rowid as id from application_search where text match 'zoe lovel*'`)
    expect(await found()).toEqual([{ id }])
    await db().delete(applications).where(eq(applications.id, id))
    expect(await found()).toEqual([])
  })

  test('content_version rises with each change of public content and with nothing else', async () => {
    const version = async () => (await db().select().from(contentVersion))[0]!.version
    const before = await version()
    const job = await newJob(db())
    const inserted = await version()
    expect(inserted).toBeGreaterThan(before)
    await db().update(jobs).set({ title: 'Chef' }).where(eq(jobs.id, job))
    await db().delete(jobs).where(eq(jobs.id, job))
    expect(await version()).toBe(inserted + 2)
    await db().insert(users).values({ email: 'v@example.com', first_name: 'V', last_name: 'V' })
    expect(await version()).toBe(inserted + 2)
  })

  test('first_active_at is set when a job is first active and never changes', async () => {
    const created_at = '2026-01-02T00:00:00.000Z'
    const insert = async (is_active: boolean) =>
      (
        await db()
          .insert(jobs)
          .values({ title: 'Cook', description: '', is_active, created_at })
          .returning({ id: jobs.id })
      )[0]!.id
    const firstActive = async (id: number) =>
      (await db().select().from(jobs).where(eq(jobs.id, id)))[0]?.first_active_at
    const activate = (id: number, is_active: boolean) =>
      db().update(jobs).set({ is_active }).where(eq(jobs.id, id))
    expect(await firstActive(await insert(true))).toBe(created_at)
    const draft = await insert(false)
    await activate(draft, false)
    expect(await firstActive(draft)).toBeNull()
    await activate(draft, true)
    const first = await firstActive(draft)
    expect(Date.parse(first!)).toBeGreaterThan(Date.parse(created_at))
    await activate(draft, false)
    await new Promise((next) => setTimeout(next, 5))
    await activate(draft, true)
    expect(await firstActive(draft)).toBe(first)
  })

  test('application_counts follows inserted, changed and deleted applications', async () => {
    const job = await newJob(db())
    const counts = async () => {
      const rows = await db()
        .select()
        .from(applicationCounts)
        .where(eq(applicationCounts.job_id, job))
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    }
    const [id] = await twoApplications(db(), job)
    expect(await counts()).toEqual({ pending: 2 })
    await db().update(applications).set({ status: 'rejected' }).where(eq(applications.id, id))
    expect(await counts()).toEqual({ pending: 1, rejected: 1 })
    await db().delete(applications).where(eq(applications.id, id))
    expect(await counts()).toEqual({ pending: 1, rejected: 0 })
  })
})
