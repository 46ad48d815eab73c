import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { visibleLength, visibleText } from '#api/core/http/contract/text.ts'
import { sanitize, sanitizeWithPictures } from '#api/core/rich-text/rich-text.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { allDefaults } from '#api/core/site-settings/contract.ts'
import { checkAnswer } from '#api/hiring/applications/contract/answers.ts'
import { sanitizePage } from '#api/website/blocks/page-text.ts'
import { contentOf as jobContentOf } from '#api/website/jobs/rows.ts'
import { contentOf as pageContentOf } from '#api/website/pages/rows.ts'
import type { Db } from './client.ts'
import { demoCompany } from './demo/demo.ts'
import {
  applicationStatuses,
  employmentTypes,
  permissions,
  resumeTypes,
  workplaces,
} from './enums.ts'
import {
  applications,
  auditEvents,
  comments,
  contentVersion,
  interviews,
  jobs,
  media,
  mediaUses,
  messages,
  outbox,
  pages,
  settings,
  templates,
  users,
  versions,
} from './schema.ts'
import { seed as seedWith } from './seed.ts'
import { temporaryDb } from './test-db.ts'

let db: Db
let temporary: Awaited<ReturnType<typeof temporaryDb>>
let files: Map<string, Uint8Array>

const admin = async () => ({ email: 'Boss@Example.com', password_hash: 'not a real hash' })
const company = demoCompany({
  async storeResume(bytes) {
    const key = randomUUID()
    files.set(key, bytes)
    return key
  },
  async publishPicture(hash, from, names) {
    for (const name of names) files.set(`${hash}/${name}`, await readFile(join(from, name)))
  },
})
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
  const seeds = [{ admin }, { admin, company }]
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
    expect(await seed(db, { admin, company })).toBe(true)
    const made = await everything()
    expect([made.users.length, made.jobs.length, made.pages.length]).toEqual([1, 1, 2])
    expect(files.size).toBe(0)
  })
})

describe('a failing seed', () => {
  let nothing: Awaited<ReturnType<typeof everything>>
  beforeEach(async () => {
    nothing = await everything()
    expect(nothing).toMatchObject({ settings: [], pages: [], users: [], jobs: [] })
  })

  it('leaves the database empty when a resume cannot be stored', async () => {
    const broken = demoCompany({
      storeResume: () => Promise.reject(new Error('The disk is full')),
      publishPicture: async () => {},
    })
    await expect(seed(db, { admin, company: broken })).rejects.toThrow('The disk is full')
    expect(await everything()).toEqual(nothing)
    expect(await seed(db, { admin, company })).toBe(true)
  })

  it('leaves the database empty when the last row is rejected', async () => {
    await db.run(
      sql`create trigger refuse before insert on applications when new.id = 17 begin select raise(abort, 'refused'); end`,
    )
    await expect(seed(db, { admin, company })).rejects.toThrow()
    expect(await everything()).toEqual(nothing)
  })

  it('succeeds in one of two instances that start at once', async () => {
    const starts = await Promise.all([seed(db, { admin, company }), seed(db, { admin, company })])
    expect(starts.sort()).toEqual([false, true])
    expect((await everything()).jobs).toHaveLength(13)
  })
})

describe('the demo seed', () => {
  beforeEach(async () => {
    await seed(db, { admin, company })
  })

  it('has eleven open jobs, a closed and a scheduled one, long and short', async () => {
    const made = await db.select().from(jobs)
    expect(made.filter(({ is_active }) => is_active)).toHaveLength(11)
    expect(made.filter(({ is_scheduled }) => is_scheduled)).toHaveLength(1)
    expect(made.filter(({ closed_at }) => closed_at)).toHaveLength(1)
    expect(new Set(made.flatMap((job) => job.employment_types))).toEqual(new Set(employmentTypes))
    expect(new Set(made.map(({ workplace }) => workplace))).toEqual(new Set(workplaces))
    expect(made.filter(({ questions }) => questions?.length === 2).length).toBeGreaterThan(4)
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

  it('has sixty applications of six weeks in every state', async () => {
    const made = await db.select().from(applications)
    expect(made).toHaveLength(60)
    const ages = made.map((row) => (Date.now() - Date.parse(row.created_at)) / 86_400_000)
    expect([Math.max(...ages) > 35, Math.max(...ages) < 42]).toEqual([true, true])
    const some = (what: (row: (typeof made)[number]) => unknown) => made.filter(what).length > 0
    const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000).toISOString()
    const states = {
      answers: some(({ answers }) => answers.length === 2),
      told: some(({ told_status }) => told_status),
      untold: some((row) => row.status !== 'pending' && !row.told_status && !row.telling),
      held: some(({ telling, status_before }) => telling && status_before),
      withdrawn: some(({ withdrawn_at }) => withdrawn_at),
      onHold: some(({ legal_hold }) => legal_hold),
      consented: some(({ keep_until }) => keep_until),
      samePerson: some(({ may_have_others }) => may_have_others),
      waiting: some((row) => row.status === 'pending' && row.created_at < tenDaysAgo),
    }
    expect(Object.entries(states).filter(([, isThere]) => !isThere)).toEqual([])
  })

  it('has answers that their questions allow', async () => {
    const asked = (await db.select().from(jobs)).flatMap(({ questions }) => questions ?? [])
    const given = (await db.select().from(applications)).flatMap(({ answers }) => answers)
    for (const { question_id, value } of given) {
      const question = asked.find(({ id }) => id === question_id)!
      const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : [value].flat().join('\n')
      expect(checkAnswer(question, { text })).toEqual({ value })
    }
    expect(new Set(given.map(({ kind }) => kind)).size).toBeGreaterThan(5)
  })

  it('has comments, a mention of the administrator, templates, visits and an activity log', async () => {
    const made = await db.select().from(comments)
    expect(made.filter(({ mentions }) => mentions.includes(1)).length).toBeGreaterThan(0)
    const decisions = (await db.select().from(templates)).map(({ status }) => status)
    expect(decisions).toEqual(expect.arrayContaining(['shortlisted', 'rejected', 'selected']))
    expect(await db.$count(auditEvents)).toBeGreaterThan(60)
    const [visits] = await db.all<{ views: number; applications: number }>(
      sql`select sum(views) as views, sum(applications) as applications from job_visits`,
    )
    expect([visits!.views > 500, visits!.applications]).toEqual([true, 60])
  })

  it('has texts that the sanitizer would not change', async () => {
    const made = await everything()
    for (const { content } of made.pages) expect(sanitizePage(content)).toBe(content)
    for (const { description } of made.jobs)
      expect(sanitizeWithPictures(description)).toBe(description)
    for (const { body } of await db.select().from(templates)) expect(sanitize(body)).toBe(body)
  })

  it('marks each picture where it is shown, three of them in jobs', async () => {
    const uses = await db.select().from(mediaUses)
    const kinds = Object.groupBy(uses, ({ kind }) => kind)
    expect([kinds.job?.length, kinds.published?.length]).toEqual([3, 4])
    expect(new Set(uses.map(({ media_id }) => media_id)).size).toBe(await db.$count(media))
    expect(kinds.page?.length).toBeGreaterThan(3)
  })

  it('has a history of pages and jobs by several people, which ends with what visitors see', async () => {
    const kept = await db.select().from(versions).orderBy(versions.version)
    const subjects = Object.groupBy(kept, ({ kind, subject_id }) => `${kind} ${subject_id}`)
    const lengths = Object.values(subjects).map((all) => all?.length ?? 0)
    expect(Math.max(...lengths)).toBe(3)
    expect(new Set(kept.map(({ saved_name }) => saved_name)).size).toBe(3)
    const [pageRows, jobRows] = [await db.select().from(pages), await db.select().from(jobs)]
    for (const all of Object.values(subjects)) {
      const { kind, subject_id } = all![0]!
      const times = all!.map(({ saved_at }) => saved_at)
      expect(times).toEqual(times.toSorted())
      expect(new Set(all!.map(({ fields }) => JSON.stringify(fields))).size).toBe(all!.length)
      const newest = all!.at(-1)!
      const row = (kind === 'page' ? pageRows : jobRows).find(({ id }) => id === subject_id)!
      const content = kind === 'page' ? pageContentOf(row) : jobContentOf(row)
      expect(JSON.stringify(newest.fields)).toBe(JSON.stringify(content))
      expect(newest.saved_at).toBe(row.updated_at)
      for (const { fields } of kind === 'page' ? all! : [])
        expect(sanitizePage(String(fields.content))).toBe(fields.content)
    }
  })

  it('has an interview in this week, on a working day, one to choose and one that is over', async () => {
    const made = await db.select().from(interviews)
    const now = new Date().toISOString()
    const [ahead, over] = [
      made.filter(({ time }) => time && time > now),
      made.filter(({ time }) => time && time < now),
    ]
    expect([made.length, ahead.length, over.length]).toEqual([3, 1, 1])
    expect(new Date(ahead[0]!.time!).getUTCDay() % 6).not.toBe(0)
    expect(Date.parse(ahead[0]!.time!) - Date.now()).toBeLessThan(4 * 86_400_000)
    const day = new Date()
    day.setUTCHours(0, 0, 0, 0)
    const monday = day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000
    const isThisWeek = (time: string) =>
      Date.parse(time) >= monday && Date.parse(time) < monday + 7 * 86_400_000
    expect(made.some(({ time }) => time && isThisWeek(time))).toBe(true)
    for (const { created_at, answered_at, time } of made)
      if (answered_at) expect(created_at < answered_at && answered_at < time!).toBe(true)
  })

  it('has emails and messages in order of time, none before its application', async () => {
    const mails = await db.select().from(outbox).orderBy(outbox.id)
    const times = mails.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted())
    expect(new Set(mails.map(({ kind }) => kind))).toEqual(
      new Set(['receipt', 'answer', 'interview', 'message']),
    )
    expect(mails.filter(({ subject }) => /\([A-Z0-9]{6}\)$/.test(subject))).toHaveLength(60)
    const rows = await db.select().from(applications)
    for (const { application_id, created_at } of [...mails, ...(await db.select().from(messages))])
      expect(created_at >= rows.find(({ id }) => id === application_id)!.created_at).toBe(true)
  })

  it('stores its pictures in all sizes, with at most 5 MB in all', async () => {
    const made = await db.select().from(media)
    let sum = 0
    for (const { hash, variants } of made)
      for (const { width, format, bytes } of variants) {
        expect(files.get(`${hash}/${width}.${format}`)?.length).toBe(bytes)
        sum += bytes
      }
    expect(sum).toBeLessThan(5 * 1_048_576)
  })

  it('breaks no foreign key and has no application older than its job', async () => {
    expect(await db.all(sql`pragma foreign_key_check`)).toEqual([])
    const early = sql`select 1 from applications a join jobs j on j.id = a.job_id where a.created_at < j.created_at`
    expect(await db.all(early)).toEqual([])
  })

  it('stores the resume that each application describes', async () => {
    const made = await db.select().from(applications)
    expect([...files.keys()].filter((key) => !key.includes('/'))).toHaveLength(made.length)
    expect(new Set(made.map((row) => row.resume_type))).toEqual(new Set(resumeTypes))
    for (const row of made) {
      const bytes = files.get(row.resume_key ?? '')!
      expect(row.resume_size).toBe(bytes.length)
      expect(row.resume_sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(row.resume_name).toMatch(new RegExp(`\\.${row.resume_type}$`))
    }
  })
})
