import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { visibleLength, visibleText } from '#api/http/contract/text.ts'
import { builtInRows } from '#api/settings/contract/table.ts'
import { allDefaults } from '#api/settings/contract.ts'
import type { Db } from './client.ts'
import { applicationStatuses, permissions } from './enums.ts'
import { applications, contentVersion, jobs, pages, settings, users } from './schema.ts'
import { seed as seedWith } from './seed.ts'
import { temporaryDb } from './test-db.ts'

let db: Db
let temporary: Awaited<ReturnType<typeof temporaryDb>>
let files: Map<string, Uint8Array>

const admin = async () => ({ email: 'Boss@Example.com', password_hash: 'not a real hash' })
const demo = {
  async keepResume(bytes: Uint8Array) {
    const key = randomUUID()
    files.set(key, bytes)
    return key
  },
}
const seed = (database: Db, options: Omit<Parameters<typeof seedWith>[1], 'settings'>) =>
  seedWith(database, { settings: builtInRows, ...options })
const noAdmin = () => Promise.reject(new Error('the administrator must not be requested'))

beforeEach(async () => {
  files = new Map()
  temporary = await temporaryDb()
  db = temporary.db
})
afterEach(() => temporary.remove())

const everything = async () => ({
  settings: await db.select().from(settings),
  pages: await db.select().from(pages),
  users: await db.select().from(users),
  jobs: await db.select().from(jobs),
  applications: await db.select().from(applications),
  version: await db.select().from(contentVersion),
})
const none = { settings: [], pages: [], users: [], jobs: [], applications: [] }
const nothing = { ...none, version: [{ id: 1, version: 1 }] }

describe('the empty seed', () => {
  it('creates only settings, a home page, a draft page and an administrator', async () => {
    expect(await seed(db, { admin })).toBe(true)
    const made = await everything()
    expect(made.pages.map(({ slug, is_published }) => [slug, is_published])).toEqual([
      ['home', true],
      ['about', false],
    ])
    expect(made.users).toMatchObject([
      { email: 'boss@example.com', role: 'admin', is_active: true, permissions: [] },
    ])
    expect(made).toMatchObject({ jobs: [], applications: [] })
  })

  it('gives every setting the same default as the site', async () => {
    await seed(db, { admin })
    const made = await db.select().from(settings)
    expect(Object.fromEntries(made.map(({ key, value }) => [key, value]))).toEqual(allDefaults)
  })
})

describe('a later start', () => {
  const seeds = [{ admin }, { admin, demo }]
  it.each(seeds)('changes nothing and leaves the content version alone', async (options) => {
    await seed(db, options)
    const before = await everything()
    files.clear()
    expect(await seed(db, { ...options, admin: noAdmin })).toBe(false)
    expect(await everything()).toEqual(before)
    expect(files.size).toBe(0)
  })

  it('restores a missing setting and keeps those that staff changed', async () => {
    await seed(db, { admin })
    await db.delete(settings).where(sql`key in ('max_file_size', 'require_second_factor')`)
    await db.update(settings).set({ value: 'Ours' }).where(sql`key = 'site_name'`)
    await seed(db, { admin: noAdmin })
    const made = await db.select().from(settings)
    const values = Object.fromEntries(made.map(({ key, value }) => [key, value]))
    expect(values).toEqual({ ...allDefaults, site_name: 'Ours' })
  })

  it('creates an administrator, but no demo data, on a used site without users', async () => {
    await seed(db, { admin })
    await db.insert(jobs).values({ title: 'Baker', description: '<p>Bread</p>' })
    await db.delete(users)
    expect(await seed(db, { admin, demo })).toBe(true)
    const made = await everything()
    expect([made.users.length, made.jobs.length, made.pages.length]).toEqual([1, 1, 2])
    expect(files.size).toBe(0)
  })
})

describe('a failing seed', () => {
  it('leaves the database empty when a resume cannot be stored', async () => {
    const broken = { keepResume: () => Promise.reject(new Error('The disk is full')) }
    await expect(seed(db, { admin, demo: broken })).rejects.toThrow('The disk is full')
    expect(await everything()).toEqual(nothing)
    expect(await seed(db, { admin, demo })).toBe(true)
  })

  it('leaves the database empty when the last row is rejected', async () => {
    await db.run(
      sql`create trigger refuse before insert on applications when new.id = 17 begin select raise(abort, 'refused'); end`,
    )
    await expect(seed(db, { admin, demo })).rejects.toThrow()
    expect(await everything()).toEqual(nothing)
  })

  it('succeeds in one of two instances that start at once', async () => {
    const starts = await Promise.all([seed(db, { admin, demo }), seed(db, { admin, demo })])
    expect(starts.sort()).toEqual([false, true])
    expect((await everything()).jobs).toHaveLength(10)
  })
})

describe('the demo seed', () => {
  beforeEach(async () => {
    await seed(db, { admin, demo })
  })

  it('has nine open jobs and a closed one, long and short', async () => {
    const made = await db.select().from(jobs)
    expect(made.map(({ is_active }) => is_active).filter(Boolean)).toHaveLength(9)
    expect(made).toHaveLength(10)
    const words = made.map(({ description }) => visibleText(description).split(' ').length)
    expect(Math.max(...words)).toBeGreaterThan(600)
    expect(Math.min(...words)).toBeLessThan(60)
  })

  it('has a user for each permission, none of whom can sign in yet', async () => {
    const made = await db.select().from(users).where(sql`role = 'user'`)
    expect(made.flatMap((user) => user.permissions).sort()).toEqual([...permissions].sort())
    expect(made.every((user) => user.is_active && user.password_hash === null)).toBe(true)
  })

  it('has correct counts of applications per job and status', async () => {
    const counted = await db.all(
      sql`select job_id, status, count from application_counts where count > 0 order by 1, 2`,
    )
    const real = await db.all(
      sql`select job_id, status, count(*) as count from applications group by 1, 2 order by 1, 2`,
    )
    expect(counted).toEqual(real)
    const made = await db.select().from(applications)
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set(applicationStatuses))
  })

  it('has different letters that the form would accept', async () => {
    const letters = (await db.select().from(applications)).map((row) => row.motivation_letter)
    expect(Math.min(...letters.map(visibleLength))).toBeGreaterThanOrEqual(400)
    expect(new Set(letters).size).toBe(letters.length)
  })

  it('has review dates for reviewed applications and excerpts of their notes', async () => {
    for (const row of await db.select().from(applications)) {
      expect(row.reviewed_at === null).toBe(row.status === 'pending')
      expect(row.notes_excerpt).toBe(visibleText(row.notes).slice(0, 200))
      expect(row.created_at < new Date().toISOString()).toBe(true)
    }
  })

  it('has candidates who were told of a decision, and some who wait for an answer', async () => {
    const made = await db.select().from(applications)
    const decided = made.filter(({ status }) => status !== 'pending')
    const untold = decided.filter(({ told_status }) => told_status === null)
    expect(untold.length).toBeGreaterThan(0)
    expect(untold.length).toBeLessThan(decided.length)
    for (const row of decided)
      if (row.told_status)
        expect([row.told_status, row.told_at]).toEqual([row.status, row.reviewed_at])
  })

  it('breaks no foreign key and has no application older than its job', async () => {
    expect(await db.all(sql`pragma foreign_key_check`)).toEqual([])
    const early = sql`select 1 from applications a join jobs j on j.id = a.job_id where a.created_at < j.created_at`
    expect(await db.all(early)).toEqual([])
  })

  it('stores the resume that each application describes', async () => {
    const made = await db.select().from(applications)
    expect(files.size).toBe(made.length)
    expect(new Set(made.map((row) => row.resume_type))).toEqual(new Set(['pdf', 'docx']))
    for (const row of made) {
      const bytes = files.get(row.resume_key ?? '')!
      expect(row.resume_size).toBe(bytes.length)
      expect(row.resume_sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(row.resume_name).toMatch(new RegExp(`\\.${row.resume_type}$`))
    }
  })
})
