import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { partName } from '#api/core/files/stage.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { type World, world } from '#scripts/testing/world.ts'
import { reap, startReaper } from './reaper.ts'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)

let w: World
let said: string[]
beforeEach(async () => {
  w = await world()
  said = []
  await databaseFrom(1000)
})
afterEach(() => w.remove())

/** The database is so many hours old. */
const databaseFrom = (hours: number) =>
  w.db.run(
    sql`insert or replace into settings (key, category, created_at) values ('first', 'general', ${ago(hours).toISOString()})`,
  )

const options = () => {
  const log = pino({}, { write: (line) => void said.push(line) })
  return { db: w.db, store: w.store, log, watch: 0 }
}

const aged = (key: string, hours: number) =>
  utimes(join(w.folder, key.slice(0, 2), key), ago(hours), ago(hours))

async function keptHoursAgo(hours: number) {
  const staged = await w.store.stage(Readable.from([Buffer.from('whose?')]), 100)
  if (staged === 'too large') return expect.unreachable()
  const key = await w.store.save(staged)
  await aged(key, hours)
  return key
}

async function apply() {
  const body = applicationForm({ job_id: await w.newJob() })
  await w.visitor.raw('/applications/submit', { method: 'POST', body })
  return (await w.applications()).at(-1)!.resume_key!
}

test('a file whose row never came goes after a day, and the log says which', async () => {
  const old = await keptHoursAgo(25)
  const young = await keptHoursAgo(23)
  expect(await reap(options())).toBe(1)
  expect(await w.files()).toEqual([young])
  expect(said.join()).toContain(old)
})

test('the file of a row stays, however old it is and whatever became of its job', async () => {
  const key = await apply()
  await aged(key, 500)
  await w.db.run(sql`update jobs set is_active = 0, deleted_at = 'x'`)
  expect(await reap(options())).toBe(0)
  expect(await w.files()).toEqual([key])
})

test('a file whose row comes while it is watched stays: the clock may have jumped', async () => {
  const key = await keptHoursAgo(48)
  const job_id = await w.newJob()
  const watched = reap({ ...options(), watch: 2000 })
  const resume = { resume_key: key, resume_type: 'pdf', resume_sha256: 'x' } as const
  // Time passes: the file is being watched.
  await new Promise((next) => setTimeout(next, 100))
  await w.newApplication(job_id, resume)
  expect(await watched).toBe(0)
  expect(await w.files()).toEqual([key])
})

test('uploads unfinished for a day are removed', async () => {
  const path = join(w.folder, 'incoming', partName())
  await writeFile(path, 'half')
  await utimes(path, ago(23), ago(23))
  expect(await reap(options())).toBe(0)
  await utimes(path, ago(25), ago(25))
  expect(await reap(options())).toBe(1)
  expect(await w.files()).toEqual([])
})

test('files older than the database stay: it may be a new one beside old files', async () => {
  const key = await keptHoursAgo(48)
  await databaseFrom(40)
  expect(await reap(options())).toBe(0)
  expect(await w.files()).toEqual([key])
  expect(said.join()).toContain('older than the database')
})

test('when most files have no row, none goes and the log asks for the right database', async () => {
  await Promise.all(Array.from({ length: 101 }, () => keptHoursAgo(48)))
  expect(await reap(options())).toBe(0)
  expect(await w.files()).toHaveLength(101)
  expect(said.join()).toContain('is this the right database?')
})

test('more rows than are read at once are all known', async () => {
  const key = await apply()
  await aged(key, 48)
  const job_id = await w.newJob()
  await w.db.run(sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200)
    insert into applications (job_id, first_name, last_name, email, resume_key, resume_type, resume_sha256)
    select ${job_id}, 'a', 'b', 'c', printf('%032x', i), 'pdf', 'x' from n`)
  const last = (await w.applications()).at(-1)!.resume_key!
  const staged = await w.store.stage(Readable.from([Buffer.from('the last one’s')]), 100)
  if (staged === 'too large') return expect.unreachable()
  await w.store.save(staged, last)
  await aged(last, 48)
  expect(await reap(options())).toBe(0)
  expect((await w.files()).sort()).toEqual([last, key].sort())
})

test('a server that starts reaps, and one that stops does not wait for it', async () => {
  const key = await keptHoursAgo(48)
  const reaper = startReaper({ ...options(), watch: 60_000 })
  // Time passes: the file is being watched.
  await new Promise((next) => setTimeout(next, 300))
  await reaper.stop()
  expect(await w.files()).toEqual([key])
  expect(said).toEqual([])
  startReaper(options())
  await expect.poll(() => w.files()).toEqual([])
})

test('files of a picture without a row go after a day; those of a row, and its source, stay', async () => {
  const publish = async (hash: string, hours: number) => {
    const work = await w.store.workFolder()
    await writeFile(join(work, '480.jpg'), 'x')
    await w.store.publish(`media/${hash}`, work, ['480.jpg'])
    await rm(work, { recursive: true })
    await utimes(join(w.folder, 'media', hash), ago(hours), ago(hours))
  }
  const [lost, young, kept] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [
    string,
    string,
    string,
  ]
  await publish(lost, 25)
  await publish(young, 23)
  await publish(kept, 500)
  const source_key = await keptHoursAgo(48)
  await newPicture(w.db, { hash: kept, source_key })
  expect(await reap(options())).toBe(1)
  expect((await readdir(join(w.folder, 'media'))).sort()).toEqual([young, kept])
  expect(await w.files()).toContain(source_key)
})
