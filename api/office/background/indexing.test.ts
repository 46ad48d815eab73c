import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchQuery } from '#api/core/search/terms.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { listApplications } from '#api/hiring/applications/list.ts'
import { matching } from '#api/website/jobs/search.ts'
import type { Db } from '#db/client.ts'
import { startChild } from '#db/fixtures/child.ts'
import { upgraded } from '#db/fixtures/upgrade.ts'
import { applications, jobs } from '#db/schema.ts'
import { seed } from '#db/seed.ts'
import { temporaryDb } from '#db/test-db.ts'
import { smallCompany } from '#scripts/testing/company.ts'
import { startIndexing } from './indexing.ts'

let db: Db
let url: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ db, url, remove } = await temporaryDb())
  await seed(db, {
    settings: builtInRows,
    admin: async () => ({ email: 'admin@example.com', password_hash: '' }),
    company: smallCompany({ storeResume: async () => '0'.repeat(32) }),
  })
})
afterEach(() => remove())

const log = pino({ enabled: false })
const window = {
  sort: '-created_at',
  limit: 9,
  offset: 0,
  reader: 1,
  cutoff: '',
  due: '{}',
} as const

async function emailsFoundBy(words: string, filter: { job_id?: number } = {}) {
  const all = { status: 'all', job_id: 'all', ...filter } as const
  const rows = await listApplications(db, { words: searchQuery(words) ?? '', ...all }, window, 1)
  return JSON.parse(String(rows[0]?.json ?? '[]')).map(({ email }: { email: string }) => email)
}

test('seeded rows are not found before indexing', async () => {
  expect(await emailsFoundBy('Ковальчук')).toEqual([])
})

test('after indexing, applications are found by name in any script, letter, notes and job', async () => {
  await startIndexing({ db, log }).done
  expect(await emailsFoundBy('Ковальчук')).toEqual(['olena.kovalchuk@example.com'])
  expect(await emailsFoundBy('glaciers')).toEqual(['thordis@example.com'])
  expect(await emailsFoundBy('dervla')).toEqual(['soren.kjaergaard@example.com'])
  const [row] = await db
    .select()
    .from(applications)
    .where(eq(applications.email, 'thordis@example.com'))
  expect(await emailsFoundBy('glaciers', { job_id: row!.job_id })).toHaveLength(1)
  expect(await emailsFoundBy('glaciers', { job_id: row!.job_id + 1 })).toHaveLength(0)
})

test('after indexing, jobs are found by location', async () => {
  await startIndexing({ db, log }).done
  const found = await db.all<{ id: number }>(matching(db, searchQuery('heron ellery') ?? ''))
  const [job] = await db
    .select()
    .from(jobs)
    .where(eq(jobs.id, found[0]?.id ?? 0))
  expect(job?.location).toBe('Port Ellery, and wherever the river is')
})

test('after an upgrade all rows are indexed anew, and found by words inside others', async () => {
  const found = await upgraded({
    before: 29,
    async fill(old) {
      await old.run(sql`insert into jobs (id, title, description, is_active)
        values (1, '高级软件工程师', '', 1), (2, 'C# Developer', '', 1)`)
      await old.run(
        sql`insert into job_search (rowid, text) values (1, '高级软件工程师'), (2, 'C#')`,
      )
      await old.run(sql`insert into applications
        (id, job_id, first_name, last_name, email, motivation_letter)
        values (7, 1, '美玲', 'O''Neil', 'm@example.org', '<p>我是软件工程师</p>')`)
      await old.run(sql`insert into application_search (rowid, text) values (7, 'before')`)
    },
    async read(upgradedDb) {
      await startIndexing({ db: upgradedDb, log }).done
      const jobsWith = (q: string) => upgradedDb.all(matching(upgradedDb, searchQuery(q) ?? ''))
      const applicationsWith = (q: string) =>
        upgradedDb.all(
          sql`select rowid as id from application_search where application_search match ${searchQuery(q)}`,
        )
      return [
        await jobsWith('工程师'),
        await jobsWith('c#'),
        await jobsWith('c++'),
        await applicationsWith('工程师'),
        await applicationsWith('oneil'),
        await applicationsWith('before'),
        await upgradedDb.all(sql`select distinct term from application_words where term = 'oneil'`),
        await upgradedDb.all(sql`select term from job_words where term = 'developer'`),
      ]
    },
  })
  expect(found).toEqual([
    [{ id: 1 }],
    [{ id: 2 }],
    [],
    [{ id: 7 }],
    [{ id: 7 }],
    [],
    [{ term: 'oneil' }],
    [{ term: 'developer' }],
  ])
})

test('rows without an entry between indexed rows are indexed, each once', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => ({ title: `Gap ${n}`, description: '' }))
  await db.insert(jobs).values(rows)
  await startIndexing({ db, log }).done
  const [{ count } = { count: 0 }] = await db
    .select({ count: db.$count(jobs) })
    .from(jobs)
    .limit(1)
  const entries = await db.all('select id from job_search_docsize')
  expect(entries).toHaveLength(count)
})

test('indexing stops on request and continues at the next start', async () => {
  const rows = Array.from({ length: 250 }, (_, n) => ({ title: `Later ${n}`, description: '' }))
  await db.insert(jobs).values(rows)
  const all = await db.$count(jobs)
  const entries = async () => (await db.all('select id from job_search_docsize')).length
  await startIndexing({ db, log }).stop()
  expect(await entries()).toBeLessThan(all)
  await startIndexing({ db, log }).done
  expect(await entries()).toBe(all)
})

test('failed indexing is retried after a pause, and can be stopped', async () => {
  await startIndexing({ db, log }).done
  await db.insert(jobs).values({ title: 'Retried', description: '' })
  const missing = async () =>
    (await db.$count(jobs)) - (await db.all('select id from job_search_docsize')).length
  const failures: unknown[] = []
  const counting = pino({ hooks: { logMethod: ([fields]) => void failures.push(fields) } })
  const other = await startChild('lock-holder.ts', url)
  await other.ask('lock')
  const start = (retryMs: number) => startIndexing({ db, log: counting, retryMs })
  const indexing = start(100)
  const waiting = start(60_000)
  const failed = () => failures.filter((fields) => (fields as { err?: Error }).err).length
  await expect.poll(failed).toBeGreaterThanOrEqual(2)
  expect(await missing()).toBe(1)
  await waiting.stop()
  await other.ask('release')
  await indexing.done
  expect(await missing()).toBe(0)
  await other.kill()
})
