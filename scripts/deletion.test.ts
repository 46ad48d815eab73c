import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isNull } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openMailer } from '#api/core/mail/mailer.ts'
import { startOutbox } from '#api/core/mail/outbox.ts'
import { createLog } from '#api/core/monitoring/log.ts'
import { purgeSearch } from '#api/office/background/purge.ts'
import { outbox, settings } from '#db/schema.ts'
import { takeBackup } from './backup/take.ts'
import { applicationForm, words } from './testing/fixtures/application-form.ts'
import { type World, world } from './testing/world.ts'

let w: World
let folder: string
let beforeSending: () => Promise<void>
const log = await createLog('silent')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-deletion-'))
  const folderMailer = openMailer({ from: 'jobs@example.org', folder: join(folder, 'outbox') })
  const mailer: typeof folderMailer = {
    ...folderMailer,
    async send(...message) {
      await beforeSending()
      return folderMailer.send(...message)
    },
  }
  beforeSending = async () => {}
  const times = { pollMs: 30, batchDelayMs: 5, pauseMs: 0 }
  w = await world({ outbox: (db) => startOutbox({ db, mailer, log, times }) })
  await w.db
    .insert(settings)
    .values({ key: 'notify_email', value: 'hr@example.org', category: 'contact' })
})
afterEach(async () => {
  await w.remove()
  await rm(folder, { recursive: true })
})

async function apply(changes = {}) {
  const body = applicationForm({ job_id: 1, ...changes })
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body }),
  )
  expect(response.status).toBe(201)
  return w.idOf(response)
}

const others = async (from: number, to: number) => {
  for (let i = from; i < to; i++)
    await apply({
      last_name: `Other${i}`,
      email: `other${i}@example.org`,
      motivation_letter: `<p>${words(400 + ((i * 997) % 4000))}</p>`,
    })
}

/** Only in the deleted applicant's data; parts of words, as the search index shares prefixes. */
const traces = {
  name: 'uirindaalwig',
  email: 'q.dalwig@mail.example',
  phone: '98 76 54 31',
  digits: '798765431',
  sentence: 'A lantern-lit zeppelin hangar taught me patience',
  word: 'eppelinhangar',
  notes: 'orcelainvoice',
}

const applicant = {
  last_name: 'Quirindaalwig',
  email: traces.email,
  phone: `+47 ${traces.phone}`,
  motivation_letter: `<p>${traces.sentence}. Zeppelinhangar. ${words(6000)}</p>`,
}

const count = (bytes: Buffer, text: string) =>
  bytes.toString('latin1').toLowerCase().split(text.toLowerCase()).length - 1

async function tracesIn(file: string) {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0))
  return Object.entries(traces)
    .map(([what, text]) => [what, count(bytes, text)] as const)
    .filter(([, times]) => times > 0)
}

async function tracesBelow(place: string) {
  if (!existsSync(place)) return []
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const found = await Promise.all(
    files.map(({ parentPath, name }) => tracesIn(join(parentPath, name))),
  )
  return found.flat()
}

const database = () => fileURLToPath(w.url)

const mailIsWritten = () =>
  vi.waitFor(
    async () => {
      const unwritten = await w.db
        .select({ kind: outbox.kind })
        .from(outbox)
        .where(isNull(outbox.failed_at))
      // Waits for an hour.
      expect(unwritten).toEqual([{ kind: 'notice_bundle' }])
    },
    { timeout: 30_000 },
  )

describe('DELETE /applications/{id}', () => {
  test('leaves no trace in database, write-ahead log, backup and mail folder', async () => {
    await w.newJob()
    // The first twenty notices are mails of their own, the applicant's too.
    await others(0, 10)
    const id = await apply(applicant)
    await others(10, 40)
    const rita = await w.as('rita')
    const notes = '<p>Warm porcelainvoice on the phone.</p>'
    await rita.send('PUT', `/applications/${id}`, { status: 'shortlisted', notes })
    expect((await rita.get('/applications?q=zeppelinhangar')).body).toHaveLength(1)
    await mailIsWritten()
    expect(await tracesBelow(join(folder, 'outbox'))).not.toEqual([])
    expect(await readdir(join(folder, 'outbox'))).toHaveLength(61)

    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    await purgeSearch(w.db)

    expect(await readdir(join(folder, 'outbox'))).toHaveLength(59)
    expect(await tracesBelow(join(folder, 'outbox'))).toEqual([])
    // The log is emptied some seconds after the last write.
    const wal = `${database()}-wal`
    await vi.waitFor(async () => expect(await readFile(wal)).toHaveLength(0), { timeout: 30_000 })
    expect(await tracesIn(database())).toEqual([])

    await takeBackup({ url: w.url, store: w.store, folder: join(folder, 'backup') })
    expect(await tracesBelow(join(folder, 'backup'))).toEqual([])
    expect((await rita.get('/applications?q=bread&per_page=500')).body).toHaveLength(40)
  })

  test('leaves no mail file when the mail is being written at the same time', async () => {
    await w.newJob()
    const writing = Promise.withResolvers<void>()
    const deleted = Promise.withResolvers<void>()
    beforeSending = () => {
      writing.resolve()
      return deleted.promise
    }
    const id = await apply(applicant)
    await writing.promise
    const rita = await w.as('rita')
    expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
    deleted.resolve()
    const files = () => readdir(join(folder, 'outbox')).catch(() => ['not written yet'])
    await vi.waitFor(async () => expect(await files()).toEqual([]), { timeout: 30_000 })
  })
})
