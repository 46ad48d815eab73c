import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '#api/files/open-store.ts'
import { openDb } from '#db/client.ts'
import { answerFiles, applications, outbox } from '#db/schema.ts'
import { folderOnDisk } from '#db/test-db.ts'
import { applicationForm, resumeFile } from '../testing/fixtures/application-form.ts'
import { type World, world } from '../testing/world.ts'
import { putBack } from './put-back.ts'
import { takeBackup } from './take.ts'

let w: World
let folder: string
let job_id: number

beforeEach(async () => {
  w = await world()
  folder = await mkdtemp(join(folderOnDisk, 'foyer-backup-'))
  job_id = await w.newJob()
})
afterEach(async () => {
  await w.remove()
  await rm(folder, { recursive: true })
})

async function apply() {
  const body = applicationForm({ job_id })
  const answer = await w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
  expect(answer.status).toBe(201)
  return answer.body.id as number
}

const backup = () => join(folder, 'backup')
const take = (store = w.store) => takeBackup({ url: w.url, store, folder: backup() })

async function restore(keepMail = false) {
  const place = join(folder, 'place')
  const url = pathToFileURL(join(place, 'careers.db')).href
  const storage = `file:${join(place, 'resumes')}`
  const restored = await putBack({
    ...{ folder: backup(), url, keepMail },
    openStore: () => openStore(storage),
  })
  return { restored, db: await openDb(url), store: await openStore(storage), place }
}

test('a restore has every application and its resume', async () => {
  const ids = [await apply(), await apply(), await w.newApplication(job_id)]
  expect(await take()).toMatchObject({ resumes: 2, lost: [] })
  expect(
    execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: backup(), encoding: 'utf8' }),
  ).toMatch(/careers\.db: OK/)
  const { db, store, restored } = await restore()
  const rows = await db.select().from(applications)
  expect(rows).toEqual(await w.applications())
  expect(rows.map(({ id }) => id)).toEqual(ids)
  for (const { resume_key } of rows.slice(0, 2)) {
    const [before, after] = await Promise.all([w.store, store].map((s) => s.open(resume_key!)))
    expect(await new Response(after!.body).bytes()).toEqual(
      await new Response(before!.body).bytes(),
    )
  }
  expect(restored.resumes).toBe(2)
  db.$client.close()
})

test('a restore has the files of answers', async () => {
  const certificate = { id: 7, kind: 'file', label: 'Certificate', help: null } as const
  const questions = [{ ...certificate, required: true, options: null }]
  const job_id = await w.newJob({ questions, resume: 'off' })
  const body = applicationForm({ job_id, answer_7: resumeFile('mira.docx') })
  const applied = await w.visitor.raw('/applications/submit', { method: 'POST', body })
  expect(applied.status).toBe(201)
  await apply()
  expect(await take()).toMatchObject({ resumes: 2, lost: [] })
  const { db, store } = await restore()
  const rows = await db.select().from(answerFiles)
  expect(rows).toEqual(await w.db.select().from(answerFiles))
  expect((await store.open(rows[0]!.key))?.size).toBe(rows[0]!.size)
  db.$client.close()
})

test('a backup is readable by its owner only', async () => {
  await apply()
  await take()
  for (const name of await readdir(backup(), { recursive: true })) {
    const { mode } = await stat(join(backup(), name))
    expect([name, mode & 0o077]).toEqual([name, 0])
  }
})

test('a restore ends all sessions and holds back unsent mail, which may have been sent since', async () => {
  await apply()
  const ada = await w.as('ada')
  await take()
  const { db, restored } = await restore()
  expect(restored.heldMail).toBe(1)
  expect(await db.$count(outbox)).toBe(1)
  const [mail] = await db.select().from(outbox)
  expect(mail).toMatchObject({ sent_at: null, failed_at: expect.any(String) })
  expect(mail?.last_error).toContain('Held back: it may have been sent')
  expect(await db.query.sessions.findMany()).toEqual([])
  expect((await ada.get('/auth/profile')).status).toBe(200)
  db.$client.close()
})

test('a restore with keepMail leaves mail in the queue', async () => {
  await apply()
  await take()
  const { db, restored } = await restore(true)
  expect(restored.heldMail).toBe(0)
  expect(await db.select().from(outbox)).toMatchObject([{ failed_at: null }])
  db.$client.close()
})

test('an application that is deleted during the backup is not in it', async () => {
  const [gone, stays] = [await apply(), await apply()]
  const ada = await w.as('ada')
  let deletion: Promise<unknown> | undefined
  const summary = await take({
    ...w.store,
    async link(key, path) {
      // Both resumes are linked at once: hold both until the deletion is done.
      deletion ??= ada.send('DELETE', `/applications/${gone}`)
      await deletion
      return w.store.link(key, path)
    },
  })
  expect(summary).toMatchObject({ resumes: 1, lost: [] })
  const { db } = await restore()
  expect(await db.select().from(applications)).toMatchObject([{ id: stays }])
  expect(await db.select().from(outbox)).toMatchObject([{ application_id: stays }])
  db.$client.close()
})

test('a lost or damaged resume is reported, and the rest is backed up', async () => {
  const [lost, damaged, whole] = [await apply(), await apply(), await apply()]
  const [first, second] = await w.applications()
  await w.store.remove(first!.resume_key!)
  await truncate(join(w.folder, second!.resume_key!.slice(0, 2), second!.resume_key!), 10)
  expect(await take()).toMatchObject({ resumes: 2, lost: [lost, damaged] })
  const { db, restored } = await restore()
  expect(restored.lost).toEqual([lost, damaged])
  expect((await db.select().from(applications)).at(-1)?.id).toBe(whole)
  db.$client.close()
})

test('a backup fails for a missing database and into a folder that is not empty', async () => {
  await expect(
    takeBackup({ url: 'file:/nowhere/careers.db', store: w.store, folder: backup() }),
  ).rejects.toThrow('/nowhere/careers.db')
  await take()
  const before = await readFile(join(backup(), 'manifest.json'))
  await expect(take()).rejects.toThrow('backup is not empty')
  expect(await readFile(join(backup(), 'manifest.json'))).toEqual(before)
})
