import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eq, isNull, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { erasedNow } from '#api/core/files/erased.ts'
import { openStore } from '#api/core/files/open-store.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { hasBackupFailed } from '#api/core/monitoring/last-backup.ts'
import { openDb } from '#db/client.ts'
import {
  answerFiles,
  apiTokens,
  applications,
  bulk,
  bulkItems,
  candidateLinks,
  deliveries,
  documentRequests,
  imports,
  jobAlerts,
  media,
  outbox,
  pictureLocks,
  rateLimits,
  settings,
  stagedFiles,
  webhooks,
} from '#db/schema.ts'
import { folderOnDisk } from '#db/test-db.ts'
import { checkFolder } from '../integrity.ts'
import { runScript } from '../run-script.ts'
import { applicationForm, resumeFile } from '../testing/fixtures/application-form.ts'
import { pictureForm, png } from '../testing/fixtures/picture.ts'
import { type World, world } from '../testing/world.ts'
import { readManifest, resumePath } from './manifest.ts'
import { prepareForServer } from './prepare-database.ts'
import { putBack, verifyBackup } from './put-back.ts'
import { isLongSummed, takeBackup } from './take.ts'

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
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body }),
  )
  expect(response.status).toBe(201)
  return w.idOf(response)
}

const backup = () => join(folder, 'backup')
const take = (store = w.store) => takeBackup({ url: w.url, store, folder: backup() })

async function restore(keepMail = false) {
  const place = join(folder, 'place')
  const url = pathToFileURL(join(place, 'careers.db')).href
  const storage = `file:${join(place, 'resumes')}`
  const restored = await putBack({
    folder: backup(),
    url,
    keepMail,
    openStore: () => openStore(storage),
  })
  return { restored, db: await openDb(url), store: await openStore(storage), place }
}

test('a command that fails notes it for the metrics, until one succeeds', async () => {
  const env = { DATABASE_URL: w.url, STORAGE_URL: `file:${join(folder, 'resumes')}` }
  const run = () => runScript('backup.ts', [backup()], { env })
  await mkdir(backup())
  await writeFile(join(backup(), 'other'), '')
  expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') })
  expect(hasBackupFailed(w.url)).toBe(true)
  await rm(join(backup(), 'other'))
  expect(await run()).toMatchObject({ code: 0, err: '' })
  expect(hasBackupFailed(w.url)).toBe(false)
})

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

test('a restore has the files that candidates were asked for, and the check misses lost ones', async () => {
  const token = 'x'.repeat(43)
  const id = await w.newApplication(job_id)
  await w.db.insert(candidateLinks).values({ id: hashToken(token), application_id: id })
  const rita = await w.as('rita')
  const asked = { name: 'Certificate', kind: 'document' }
  const { body: request } = await rita.send('POST', `/applications/${id}/document-requests`, asked)
  await rita.send('POST', `/applications/${id}/document-requests`, asked)
  const body = new FormData()
  body.append('file', resumeFile('mira.docx'))
  const path = `/candidate/${token}/document-requests/${request.id}/file`
  expect((await w.visitor.raw(path, { method: 'PUT', body })).status).toBe(200)
  expect(await take()).toMatchObject({ resumes: 1, lost: [] })
  const { db, store, place } = await restore()
  const [row, ...others] = await db.select().from(documentRequests)
  expect([row, ...others]).toEqual(await w.db.select().from(documentRequests))
  expect((await store.open(row!.key!))?.size).toBe(row!.size)
  db.$client.close()
  expect(checkFolder(place)).toMatchObject({ faults: [], orphans: 0 })
  await rm(join(place, 'resumes', row!.key!.slice(0, 2), row!.key!))
  expect(checkFolder(place).faults).toHaveLength(1)
})

async function stageResume() {
  const body = applicationForm({ job_id, email: 'mira' })
  const withoutScript = { job_id: String(job_id), typed: {}, staged: {} }
  const refused = w.withToken(undefined, { withoutScript })
  expect((await refused.raw('/applications/submit', { method: 'POST', body })).status).toBe(400)
}

test('a restore has the files of forms that were not accepted', async () => {
  await stageResume()
  await take()
  const { db, store, place } = await restore()
  const [row, ...others] = await db.select().from(stagedFiles)
  expect([row, ...others]).toEqual(await w.db.select().from(stagedFiles))
  expect((await store.open(row!.key))?.size).toBe(row!.size)
  db.$client.close()
  expect(checkFolder(place)).toMatchObject({ faults: [], orphans: 0 })
  await rm(join(place, 'resumes', row!.key.slice(0, 2), row!.key))
  expect(checkFolder(place).faults).toEqual(['staged file mira.pdf: no file'])
})

test('a staged file that is lost or expires during the backup is left out with its row', async () => {
  await stageResume()
  await stageResume()
  const [lost] = await w.db.select().from(stagedFiles)
  await w.store.remove(lost!.key)
  await take()
  const { db, place } = await restore()
  expect(await db.select({ key: stagedFiles.key }).from(stagedFiles)).toHaveLength(1)
  db.$client.close()
  expect(checkFolder(place)).toMatchObject({ faults: [], orphans: 0 })
})

test('a restore has the pictures, their files and the upload that AVIF is made from', async () => {
  const pam = await w.as('pam')
  const body = pictureForm(png('aa5500', { width: 500 }))
  expect((await pam.raw('/media', { method: 'POST', body })).status).toBe(201)
  await apply()
  expect(await take()).toMatchObject({ resumes: 1, pictures: 1, lost: [], lost_pictures: [] })
  execFileSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: backup() })
  const { db, store, place } = await restore()
  const [row] = await db.select().from(media)
  expect(row).toEqual((await w.db.select().from(media))[0])
  expect((await store.open(row!.source_key!))?.size).toBeGreaterThan(0)
  db.$client.close()
  expect(checkFolder(place)).toMatchObject({ faults: [], orphans: 0 })
  await rm(join(place, 'resumes/media', row!.hash, '480.webp'))
  expect(checkFolder(place).faults).toEqual([expect.stringMatching(/^picture 1: .*480\.webp$/)])
})

test('a picture that is deleted during the backup is not in it; a lost one is reported', async () => {
  const pam = await w.as('pam')
  for (const color of ['aa5500', '0055aa'])
    await pam.raw('/media', { method: 'POST', body: pictureForm(png(color)) })
  const [gone, lost] = await w.db.select().from(media)
  await w.store.removePublic(`media/${lost!.hash}`)
  const summary = await take({
    ...w.store,
    async openPublic(place, name) {
      await pam.send('DELETE', `/media/${gone!.id}`)
      return w.store.openPublic(place, name)
    },
  })
  expect(summary).toMatchObject({ pictures: 1, lost_pictures: [lost!.id] })
  const { db } = await restore()
  expect(await db.select({ id: media.id }).from(media)).toEqual([{ id: lost!.id }])
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

test('a restore ends all sessions and API tokens, and holds back unsent mail, which may have been sent since', async () => {
  const id = await apply()
  const ada = await w.as('ada')
  await ada.send('PUT', `/applications/${id}`, { status: 'rejected', tell: 'later' })
  const [user_id, hash, expires_at] = [1, 'a'.repeat(64), '2100-01-01T00:00:00.000Z']
  await w.db
    .insert(apiTokens)
    .values({ user_id, hash, name: 'HR system', scopes: ['jobs:read'], expires_at })
  await take()
  const { db, restored } = await restore()
  expect(restored.heldMail).toBe(2)
  const mails = await db.select().from(outbox)
  expect(mails.map(({ kind }) => kind)).toEqual(['receipt', 'answer'])
  for (const mail of mails) {
    expect(mail).toMatchObject({ sent_at: null, failed_at: expect.any(String) })
    expect(mail.last_error).toContain('Held back: it may have been sent')
  }
  expect(await db.query.sessions.findMany()).toEqual([])
  expect(await db.$count(apiTokens)).toBe(0)
  expect((await ada.get('/auth/profile')).status).toBe(200)
  db.$client.close()
})

test('after a restore nobody is mailed jobs from before it again', async () => {
  const before = '2026-01-01T00:00:00.000Z'
  const alert = { search: '', label: '', cadence: 'daily', language: 'en' } as const
  const confirmed = { confirmed_at: before, due_on: '2026-01-02', keep_until: '2100-01-01' }
  await w.db.insert(jobAlerts).values([
    { ...alert, public_id: 'a'.repeat(32), email: 'a@example.org', mailbox: 'a@example.org' },
    {
      ...alert,
      ...confirmed,
      seen_until: before,
      public_id: 'b'.repeat(32),
      email: 'b@example.org',
      mailbox: 'b@example.org',
    },
  ])
  await take()
  const { db } = await restore()
  const [unconfirmed, restored] = await db.select().from(jobAlerts)
  expect([unconfirmed?.seen_until, restored?.seen_until !== before]).toEqual([null, true])
  db.$client.close()
})

test('a restore switches webhooks off and drops what waits for them', async () => {
  const values = { url: 'https://hooks.example.com/', secret: 'v1.x' }
  await w.db.insert(webhooks).values([
    { ...values, events: ['application.received'] },
    { ...values, events: ['job.closed'], is_active: false },
  ])
  await apply()
  await take()
  const { db, restored } = await restore(true)
  expect(restored.webhooks).toBe(1)
  expect((await db.select().from(webhooks)).map(({ is_active }) => is_active)).toEqual([
    false,
    false,
  ])
  expect(await db.select().from(deliveries)).toMatchObject([
    { state: 'failed', error: expect.stringContaining('Dropped: it may have been sent') },
  ])
  expect(await w.db.select().from(deliveries)).toMatchObject([{ state: 'waiting' }])
  db.$client.close()
})

test('the copy of a database server is prepared in the same way', async () => {
  await w.db.insert(webhooks).values({
    url: 'https://hooks.example.com/',
    secret: 'v1.x',
    events: ['application.received'],
  })
  await apply()
  const waiting = await w.db.$count(outbox, isNull(outbox.sent_at))
  expect(waiting).toBeGreaterThan(0)
  await take()
  const file = join(backup(), 'careers.db')
  expect(await w.db.$count(deliveries, eq(deliveries.state, 'waiting'))).toBeGreaterThan(0)
  expect(await prepareForServer(file, false)).toEqual({ heldMail: waiting, webhooks: 1 })
  const db = await openDb(pathToFileURL(file).href)
  expect(await db.$count(webhooks, eq(webhooks.is_active, true))).toBe(0)
  expect(await db.$count(deliveries, eq(deliveries.state, 'waiting'))).toBe(0)
  expect(await db.$count(outbox, isNull(outbox.failed_at))).toBe(0)
  db.$client.close()
})

test('a file that is damaged, or no database of Foyer, is not prepared and stays as it is', async () => {
  await apply()
  await take()
  const file = join(backup(), 'careers.db')
  const whole = await readFile(file)
  const half = whole.subarray(0, whole.length / 2)
  for (const bytes of [Buffer.alloc(0), half]) {
    await writeFile(file, bytes)
    await expect(prepareForServer(file, false)).rejects.toThrow()
    expect(await readFile(file)).toEqual(bytes)
    expect((await readdir(backup())).filter((name) => name.includes('.restoring'))).toEqual([])
  }
})

test('a backup has no counts of rate limits and no locks', async () => {
  await w.db.insert(rateLimits).values({ key: 'a'.repeat(64), points: 1, ends_at: 1 })
  await w.db.insert(pictureLocks).values({ hash: 'a', holder: 'b', lease_until: 1 })
  await take()
  const { db } = await restore()
  expect([await db.$count(rateLimits), await db.$count(pictureLocks)]).toEqual([0, 0])
  db.$client.close()
})

test('a restore stops bulk actions, which may have gone on since, and names what they left', async () => {
  const ada = await w.as('ada')
  const email = { action: 'email', subject: 'Hello', body: '<p>Hi.</p>' }
  await ada.send('POST', '/applications/bulk', { ids: [await apply()], ...email })
  await take()
  const { db } = await restore()
  expect(await db.select().from(bulk)).toMatchObject([{ state: 'done', done: 0, total: 1 }])
  expect(await db.select().from(bulkItems)).toMatchObject([
    { state: 'failed', error: expect.stringContaining('Stopped: it may have gone on after') },
  ])
  db.$client.close()
})

test('a restore stops imports, whose files are in no backup', async () => {
  const ada = await w.as('ada')
  const body = new FormData()
  body.append('kind', 'applications')
  body.append('file', new File(['Name,Email\nMira Ray,mira@example.org\n'], 'a.csv'))
  const uploaded = await w.read(await ada.raw('/imports', { method: 'POST', body }))
  expect(uploaded.status).toBe(201)
  await take()
  const { db } = await restore()
  expect(await db.select().from(imports)).toMatchObject([
    {
      state: 'failed',
      key: null,
      preview: [],
      columns: [],
      error: expect.stringContaining('Stopped'),
      finished_at: expect.any(String),
    },
  ])
  db.$client.close()
  expect((await ada.send('DELETE', `/imports/${uploaded.body.id}`)).status).toBe(204)
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

test('a restore with undoRetention keeps what only a rule erased lately, and empties the rules', async () => {
  const [byRule, byCandidate] = [await apply(), await apply()]
  await w.db
    .insert(settings)
    .values({ key: 'keep_rejected_days', value: '30', category: 'privacy' })
    .onConflictDoUpdate({ target: settings.key, set: { value: '30' } })
  await take()
  const idOf = async (id: number) =>
    (await w.applications()).find((row) => row.id === id)?.public_id ?? ''
  const place = join(folder, 'place')
  const store = await openStore(`file:${join(place, 'resumes')}`)
  const candidates = erasedNow([await idOf(byCandidate)], 'candidate')
  await store.addErased([...erasedNow([await idOf(byRule)], 'rule'), ...candidates])
  const url = pathToFileURL(join(place, 'careers.db')).href
  const restored = await putBack({
    folder: backup(),
    url,
    keepMail: false,
    undoRetention: true,
    openStore: async () => store,
  })
  expect([restored.broughtBack, restored.erased]).toEqual([1, 1])
  expect(await store.listErased()).toEqual(candidates)
  const db = await openDb(url)
  expect(await db.$count(settings, sql`key = 'keep_rejected_days' and value <> ''`)).toBe(0)
  db.$client.close()
})

/** Backups one after the other, each with the one before as `previous`. */
async function takeNext(name: string, before?: string, store = w.store) {
  const at = (name: string) => join(folder, name)
  const previous = before && { folder: at(before), manifest: await readManifest(at(before)) }
  return takeBackup({ url: w.url, store, folder: at(name), ...(previous && { previous }) })
}

test('only resumes that the last backup lacks are read, and each backup is whole by itself', async () => {
  await apply()
  await apply()
  expect(await takeNext('first')).toMatchObject({ resumes: 2, summed: 2 })
  await apply()
  const second = await takeNext('second', 'first')
  expect(second).toMatchObject({ resumes: 3, summed: 1, lost: [] })
  expect(second.all_summed_at).toBe((await readManifest(join(folder, 'first'))).taken_at)
  expect(isLongSummed(second)).toBe(false)
  expect(isLongSummed(second, 0)).toBe(true)
  await rm(join(folder, 'first'), { recursive: true })
  await verifyBackup(join(folder, 'second'))
})

test('where the store is on another disk, resumes of the last backup are linked, not copied', async () => {
  await apply()
  const elsewhere = { ...w.store, link: async () => false }
  await takeNext('first', undefined, elsewhere)
  await apply()
  expect(await takeNext('second', 'first', elsewhere)).toMatchObject({ resumes: 2, summed: 1 })
  const [key] = (await w.applications()).map((row) => row.resume_key!)
  const [a, b] = await Promise.all(
    ['first', 'second'].map((name) => stat(join(folder, name, resumePath(key!)))),
  )
  expect(b?.ino).toBe(a?.ino)
  await verifyBackup(join(folder, 'second'))
})

test('a resume that is lost or replaced since the last backup is noticed', async () => {
  await rm(folder, { recursive: true })
  // On the disk of the store, where files can be linked.
  folder = await mkdtemp(`${w.folder}-backups-`)
  const [lost, replaced] = [await apply(), await apply()]
  await takeNext('first')
  const rows = await w.applications()
  const pathOf = (id: number) => {
    const key = rows.find((row) => row.id === id)!.resume_key!
    return join(w.folder, key.slice(0, 2), key)
  }
  await rm(pathOf(lost))
  const bytes = await readFile(pathOf(replaced))
  await rm(pathOf(replaced))
  await writeFile(pathOf(replaced), bytes.fill(0))
  expect(await takeNext('second', 'first')).toMatchObject({ lost: [lost, replaced], resumes: 1 })
  // It is still noticed when the last backup has it in the same state.
  expect(await takeNext('third', 'second')).toMatchObject({ lost: [lost, replaced], resumes: 1 })
})
