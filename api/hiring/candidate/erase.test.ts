import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { erasedNow } from '#api/core/files/erased.ts'
import { removeExpired } from '#api/core/forms/staged-files.ts'
import { openMailer } from '#api/core/mail/mailer.ts'
import { startOutbox } from '#api/core/mail/outbox.ts'
import { purgeSearch } from '#api/office/background/purge.ts'
import {
  applications,
  auditEvents,
  candidateRequests,
  messages,
  outbox,
  settings,
  stagedFiles,
} from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { unfolded } from '#scripts/testing/mail-server.ts'
import { type World, world } from '#scripts/testing/world.ts'
import { eraseAgain } from './erase.ts'

let w: World
let folder: string
let id: number
let token: string

const times = { pollMs: 20, batchDelayMs: 5, pauseMs: 0 }
const sentence = 'Quirindaal rye needs eleven hours'
const person = {
  first_name: 'Zephyrine',
  last_name: 'Okonkwo-Vaj',
  email: 'zephyrine@okonkwo.example',
  phone: '+45 71 99 31 08',
  answer_7: 'Brabantine',
}
/** What must be found nowhere. */
const traces = [
  'Zephyrine',
  'Okonkwo',
  'okonkwo.example',
  '71 99 31 08',
  '71993108',
  'Quirindaal',
  'Brabantine',
  'Wondrous-resume',
  'Rather peculiar',
]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-mail-'))
  const mailer = openMailer({ from: 'Jobs <jobs@example.org>', folder })
  w = await world({
    publicUrl: 'https://bread.test',
    bulk: { pollMs: 20 },
    outbox: (db) => startOutbox({ db, mailer, log: pino({ level: 'silent' }), times }),
  })
  await w.db
    .insert(settings)
    .values({ key: 'notify_email', value: 'hiring@example.com', category: 'contact' })
  const question = { help: null, required: false, options: null }
  const job = await w.newJob({
    title: 'Baker',
    questions: [
      { ...question, id: 7, kind: 'short_text', label: 'Favorite bread?' },
      { ...question, id: 8, kind: 'file', label: 'Certificate' },
    ],
  })
  const body = applicationForm({
    job_id: job,
    ...person,
    motivation_letter: `<p>${`${sentence}. `.repeat(15)}</p>`,
    resume: resumeFile('mira.pdf', 'Wondrous-resume.pdf'),
    answer_8: resumeFile('mira.docx'),
  })
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body }),
  )
  id = await w.idOf(response)
  token = response.body.candidate_url.split('/').at(-1)
})
afterEach(async () => {
  await w.remove()
  await rm(folder, { recursive: true })
})

const eml = async () => (await readdir(folder)).filter((name) => name.endsWith('.eml'))
const written = (count: number) =>
  vi.waitFor(async () => expect(await eml()).toHaveLength(count), 30_000)

/** The token of the mail that asks to confirm. */
async function confirmation() {
  const texts = await Promise.all((await eml()).map((name) => readFile(join(folder, name), 'utf8')))
  const found = texts.map((text) => /\/application\/confirm\/([\w-]{43})/.exec(unfolded(text))?.[1])
  return found.find(Boolean) ?? ''
}

/** The bytes of all files of the database, the outbox and the store. */
async function everything() {
  await purgeSearch(w.db)
  const file = fileURLToPath(w.url)
  await w.db.$client.execute('pragma wal_checkpoint(truncate)')
  const paths = [file, ...(await eml()).map((name) => join(folder, name))]
  const stored = await readdir(w.folder, { recursive: true, withFileTypes: true })
  paths.push(...stored.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name)))
  const all = await Promise.all(paths.map((path) => readFile(path)))
  return Buffer.concat([...all, await readFile(`${file}-wal`)])
}

const found = (bytes: Buffer) => {
  const text = bytes.toString('latin1').toLowerCase()
  return traces.filter((trace) => text.includes(trace.toLowerCase()))
}

test('an erased application is found nowhere: not in the database, its log, files, mail or search', async () => {
  const rita = await w.as('rita')
  const ada = await w.as('ada')
  await rita.get(`/applications/${id}`)
  await rita.send('PUT', `/applications/${id}`, { notes: '<p>Rather peculiar</p>' })
  await rita.send('POST', `/applications/${id}/comments`, { text: 'Rather peculiar, @Ada Admin.' })
  await written(3)
  const mails = await w.db.select().from(outbox)
  const notice = mails.find(({ subject }) => subject.startsWith('New application'))
  expect((await ada.send('POST', `/outbox/${notice?.id}/retry`)).status).toBe(200)
  await w.db.insert(outbox).values({
    application_id: id,
    kind: 'answer',
    tells: 'rejected',
    message_id: '<held@x>',
    to_name: 'Zephyrine',
    to_address: person.email,
    subject: 'Your application',
    text: 'Dear Zephyrine',
    html: '<p>Dear Zephyrine</p>',
    held_until: '2100-01-01T00:00:00.000Z',
  })
  await w.visitor.send('PUT', `/candidate/${token}`, { phone: '+45 71 99 31 08 99' })
  await w.visitor.send('POST', `/candidate/${token}/withdraw`)
  expect((await w.visitor.send('POST', `/candidate/${token}/erase`)).status).toBe(202)
  await vi.waitFor(async () => expect(await confirmation()).not.toBe(''), 30_000)
  expect(found(await everything()).length).toBeGreaterThan(5)

  const at = `/candidate/confirm/${await confirmation()}`
  const request = { kind: 'erase', email: null, job_title: 'Baker' }
  expect(await w.visitor.get(at)).toMatchObject({ status: 200, body: request })
  expect(await w.applications()).toHaveLength(1)
  const both = await Promise.all([w.visitor.send('POST', at), w.visitor.send('POST', at)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404])

  expect(await w.applications()).toEqual([])
  expect(await w.files()).toEqual([])
  expect(await eml()).toEqual([])
  expect((await w.visitor.get(`/candidate/${token}`)).status).toBe(404)
  expect((await rita.get(`/applications/${id}`)).status).toBe(404)
  expect(found(await everything())).toEqual([])
  const words = sql`select rowid from application_search where application_search match 'quirindaal'`
  expect(await w.db.all(words)).toEqual([])
  expect(found(Buffer.from(w.logged.join('')))).toEqual([])
})

describe('erased while a reviewer has the application open and a mail is held', () => {
  const at = () => `/applications/${id}`
  /** Holds a mail, and confirms the erasure on calling what is returned. */
  async function hold() {
    const rita = await w.as('rita')
    const decision = { status: 'rejected', tell: 'later' }
    expect((await rita.send('PUT', at(), decision)).body.held_until).not.toBeNull()
    const { updated_at } = (await rita.get(at())).body
    await w.visitor.send('POST', `/candidate/${token}/erase`)
    await vi.waitFor(async () => expect(await confirmation()).not.toBe(''), 30_000)
    const confirm = `/candidate/confirm/${await confirmation()}`
    return { rita, updated_at, erase: () => w.visitor.send('POST', confirm) }
  }
  const nothingLeft = async () => {
    expect(await w.db.$count(outbox, eq(outbox.kind, 'answer'))).toBe(0)
    expect(await w.applications()).toEqual([])
    expect(found(await everything())).toEqual([])
  }

  test('changes by staff, a legal hold too, get 404 and leave nothing behind', async () => {
    const { rita, updated_at, erase } = await hold()
    expect((await erase()).status).toBe(200)
    const events = await w.db.$count(auditEvents)
    const email = { subject: 'Zephyrine', body: '<p>Quirindaal</p>', reply_to: 'me' }
    const late = [
      await rita.send('PUT', at(), { notes: '<p>Rather peculiar</p>', updated_at }),
      await rita.send('PUT', at(), { status: 'selected', tell: 'now' }),
      await rita.send('PUT', at(), { legal_hold: 'A claim of Zephyrine' }),
      await rita.send('POST', `${at()}/comments`, { text: 'Zephyrine' }),
      await rita.send('POST', `${at()}/email`, email),
      await rita.send('POST', `${at()}/take-back`),
      await rita.send('POST', `${at()}/mark-told`),
      await rita.send('DELETE', at()),
    ]
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 404))
    expect(await w.db.$count(auditEvents)).toBe(events)
    await nothingLeft()
  })

  test('what is sent at the same moment comes before it or is 404, and leaves nothing behind', async () => {
    const { rita, erase } = await hold()
    const [erased, ...sent] = await Promise.all([
      erase(),
      rita.send('PUT', at(), { status: 'selected', tell: 'later' }),
      rita.send('POST', `${at()}/comments`, { text: 'Zephyrine' }),
      rita.send('PUT', at(), { notes: '<p>Rather peculiar</p>' }),
    ])
    expect(erased.status).toBe(200)
    for (const { status } of sent) expect([200, 201, 404]).toContain(status)
    await nothingLeft()
  })
})

test('the events of an erased applicant stay in the audit trail, which is append-only as before', async () => {
  const other = await w.newApplication(await w.newJob(), { first_name: 'Mira' })
  const rita = await w.as('rita')
  await rita.get(`/applications/${id}`)
  await rita.get(`/applications/${other}`)
  await w.visitor.send('POST', `/candidate/${token}/erase`)
  await vi.waitFor(async () => expect(await confirmation()).not.toBe(''), 30_000)
  await w.visitor.send('POST', `/candidate/confirm/${await confirmation()}`)
  const events = await w.db.select().from(auditEvents)
  const about = (target: number) =>
    events
      .filter((event) => event.target_id === target && !event.action.startsWith('session.'))
      .map(({ action, actor_name, target_name }) => [action, actor_name, target_name])
  expect(about(id)).toEqual([
    ['application.viewed', 'Rita Reviewer', 'erased applicant'],
    ['application.erased', 'the candidate', 'erased applicant'],
  ])
  expect(about(other)).toEqual([['application.viewed', 'Rita Reviewer', 'Mira Ostergard']])
  await expect(
    w.db.$client.execute("update audit_events set target_name = 'nobody'"),
  ).rejects.toThrow('append-only')
  await expect(
    w.db.$client.execute(
      "update audit_events set target_name = 'erased applicant', actor_name = ''",
    ),
  ).rejects.toThrow('append-only')
})

test('files of mails are removed also when a mail server was set up after them', async () => {
  await written(2)
  const all = await w.db.select().from(outbox)
  const mailer = openMailer({ url: 'smtp://127.0.0.1:9', from: 'jobs@example.org', folder })
  for (const { message_id } of all) await mailer.remove(message_id)
  mailer.close()
  expect(await eml()).toEqual([])
})

test('an expired confirmation erases nothing', async () => {
  await w.visitor.send('POST', `/candidate/${token}/erase`)
  await vi.waitFor(async () => expect(await confirmation()).not.toBe(''), 30_000)
  await w.db.update(candidateRequests).set({ expires_at: '2020-01-01T00:00:00.000Z' })
  const response = await w.visitor.send('POST', `/candidate/confirm/${await confirmation()}`)
  expect(response.status).toBe(404)
  expect([(await w.applications()).length, (await w.files()).length]).toEqual([1, 2])
})

test('the archive has what the database has: application, letter, answers, files, history and emails that were sent', async () => {
  await w.db.insert(outbox).values([
    {
      application_id: id,
      kind: 'answer',
      message_id: '<sent@x>',
      to_address: person.email,
      subject: 'A question',
      text: '',
      html: '',
      body: '<p>When?</p>',
      sent_at: '2026-01-02T00:00:00.000Z',
    },
    {
      application_id: id,
      kind: 'answer',
      message_id: '<held@x>',
      to_address: person.email,
      subject: 'Held back',
      text: 'No',
      html: 'No',
      tells: 'rejected',
      held_until: '2100-01-01T00:00:00.000Z',
    },
  ])
  await w.db.insert(messages).values([
    { application_id: id, author_name: 'Ada Admin', text: 'In May?', idempotency_key: 'a' },
    { application_id: id, text: 'Yes.', idempotency_key: 'b' },
  ])
  const response = await w.visitor.raw(`/candidate/${token}/export`)
  const [{ reference } = { reference: '' }] = await w.applications()
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="application-${reference}.zip"`,
  )
  await writeFile(join(folder, 'a.zip'), Buffer.from(await response.arrayBuffer()))
  const unpack =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])'
  const out = join(folder, 'out')
  await promisify(execFile)('python3', ['-c', unpack, join(folder, 'a.zip'), out])
  const names = (await readdir(out, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
  expect(names.sort()).toEqual([
    'Wondrous-resume.pdf',
    'answers.json',
    'application.json',
    'document-requests.json',
    'emails.json',
    'history.json',
    'interviews.json',
    'letter.html',
    'messages.json',
    'mira.docx',
  ])
  const text = (name: string) => readFile(join(out, name), 'utf8')
  const [row] = await w.applications()
  expect(JSON.parse(await text('application.json'))).toMatchObject({
    first_name: row?.first_name,
    email: row?.email,
    phone: row?.phone,
    reference,
    public_id: row?.public_id,
    created_at: row?.created_at,
  })
  expect(await text('letter.html')).toContain(row?.motivation_letter)
  expect(JSON.parse(await text('answers.json'))).toEqual(row?.answers)
  expect(
    JSON.parse(await text('history.json'))
      .map(({ event }: { event: string }) => event)
      .sort(),
  ).toEqual(['email', 'message_from_us', 'message_from_you', 'received'])
  expect(JSON.parse(await text('emails.json'))).toMatchObject([
    { subject: 'A question', body: '<p>When?</p>', to_address: person.email },
  ])
  expect(JSON.parse(await text('messages.json'))).toMatchObject([
    { by: 'Ada Admin', text: 'In May?' },
    { by: 'the candidate', text: 'Yes.' },
  ])
  const original = Buffer.from(await resumeFile('mira.pdf').arrayBuffer())
  expect(original.equals(await readFile(join(out, 'resume/Wondrous-resume.pdf')))).toBe(true)
  expect((await w.visitor.get(`/candidate/${'A'.repeat(43)}/export`)).status).toBe(404)
  expect(await w.db.$count(auditEvents, eq(auditEvents.target_id, id))).toBe(0)
})

const tools = () => ({ db: w.db, store: w.store, log: w.log })
const publicIds = async () => (await w.applications()).map((row) => row.public_id)
const erased = async () => {
  await w.visitor.send('POST', `/candidate/${token}/erase`)
  await vi.waitFor(async () => expect(await confirmation()).not.toBe(''), 30_000)
  return w.visitor.send('POST', `/candidate/confirm/${await confirmation()}`)
}

test('the list of erased applications gets the ids of those that candidates erase and staff delete', async () => {
  const other = await w.newApplication(await w.newJob(), { first_name: 'Mira' })
  const both = await publicIds()
  expect(await w.store.listErased()).toEqual([])
  expect((await erased()).status).toBe(200)
  const rita = await w.as('rita')
  expect((await rita.send('DELETE', `/applications/${other}`)).status).toBe(204)
  const day = new Date().toISOString().slice(0, 10)
  const causes = ['candidate', 'staff'] as const
  expect(await w.store.listErased()).toEqual(
    expect.arrayContaining(both.map((id, i) => ({ id, cause: causes[i], day }))),
  )
})

test('a view that is recorded after the erasure has no name', async () => {
  const rita = await w.as('rita')
  const write = w.db.run.bind(w.db)
  w.db.run = ((statement: Parameters<typeof write>[0]) => {
    const other = new DatabaseSync(fileURLToPath(w.url), { timeout: 5000 })
    other.exec(`delete from applications where id = ${id}`)
    other.close()
    return write(statement)
  }) as typeof w.db.run
  const { status } = await rita.get(`/applications/${id}?prefetch=true`)
  w.db.run = write
  expect(status).toBe(200)
  const views = await w.db
    .select({ name: auditEvents.target_name })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'application.viewed'))
  expect(views).toEqual([{ name: 'erased applicant' }])
})

test('files that could not be removed, or that a crash left, are removed by the next start', async () => {
  const rita = await w.as('rita')
  const { remove } = w.store
  w.store.remove = () => Promise.reject(new Error('EIO: i/o error, unlink'))
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
  w.store.remove = remove
  expect(await w.applications()).toEqual([])
  expect(await w.files()).toHaveLength(2)
  expect(await removeExpired(w)).toBe(2)
  expect(await w.files()).toEqual([])
  expect(await w.db.select().from(stagedFiles)).toEqual([])
})

test('an application whose erasure fails in the database is not in the list', async () => {
  await w.db.run(
    sql`create trigger refuse before delete on applications begin select raise(abort, 'no'); end`,
  )
  const rita = await w.as('rita')
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(500)
  expect(await w.store.listErased()).toEqual([])
  expect(await w.applications()).toHaveLength(1)
})

test('nothing is erased while the list cannot be written', async () => {
  await rm(join(w.folder, 'erased'), { recursive: true })
  const rita = await w.as('rita')
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(503)
  expect(await w.applications()).toHaveLength(1)
})

test('at the start, applications in the list are erased, with their names in the audit trail', async () => {
  const other = await w.newApplication(await w.newJob(), { first_name: 'Mira' })
  await (await w.as('rita')).get(`/applications/${id}`)
  const [listed] = await publicIds()
  await w.store.addErased(erasedNow([listed ?? '', 'f'.repeat(32)], 'staff'))
  expect(await eraseAgain(tools())).toBe(1)
  expect((await w.applications()).map((row) => row.id)).toEqual([other])
  expect(await w.files()).toEqual([])
  const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
  const about = events.filter(({ action }) => action.startsWith('application.'))
  expect(about.map(({ action, target_name }) => [action, target_name])).toEqual([
    ['application.viewed', 'erased applicant'],
    ['application.erased', 'erased applicant'],
  ])
  expect(await eraseAgain(tools())).toBe(0)
})

test('an application on legal hold is not erased: not by the candidate, by staff or at the start', async () => {
  await w.db.insert(settings).values([
    { key: 'site_name', value: 'Crumb', category: 'general' },
    { key: 'contact_email', value: 'hello@crumb.example', category: 'contact' },
  ])
  await w.visitor.send('POST', `/candidate/${token}/erase`)
  await vi.waitFor(async () => expect(await confirmation()).not.toBe(''), 30_000)
  await w.db.update(applications).set({ legal_hold: 'A claim' })
  const refused = {
    status: 409,
    body: {
      error:
        "This application can't be erased now: Crumb must keep it for legal reasons. Please write to hello@crumb.example.",
    },
  }
  const confirm = `/candidate/confirm/${await confirmation()}`
  expect(await w.visitor.send('POST', confirm)).toMatchObject(refused)
  expect(await w.visitor.send('POST', `/candidate/${token}/erase`)).toMatchObject(refused)
  const rita = await w.as('rita')
  expect(await rita.send('DELETE', `/applications/${id}`)).toMatchObject({
    status: 409,
    body: { error: 'This application is on legal hold, so it cannot be deleted' },
  })
  expect(await w.store.listErased()).toEqual([])
  await w.store.addErased(erasedNow((await publicIds()) as string[], 'rule'))
  expect(await eraseAgain(tools())).toBe(0)
  await w.db.update(applications).set({ legal_hold: null })
  expect((await w.visitor.send('POST', confirm)).status).toBe(200)
  expect(await w.applications()).toEqual([])
})

describe('in the audit trail', () => {
  const trail = () => w.db.select().from(auditEvents)
  /** Another person with the same name, whose notice was sent again. */
  async function namesake() {
    const other = await w.newApplication(await w.newJob(), {
      first_name: person.first_name,
      last_name: person.last_name,
    })
    await w.db.insert(outbox).values({
      application_id: other,
      message_id: '<other@x>',
      to_address: 'a@b.example',
      subject: 'New application: Zephyrine Okonkwo-Vaj',
      text: '',
      html: '',
      failed_at: '2026-01-02T00:00:00.000Z',
    })
    const [mail] = await w.db.select().from(outbox).where(eq(outbox.application_id, other))
    expect((await (await w.as('ada')).send('POST', `/outbox/${mail?.id}/retry`)).status).toBe(200)
    return { other, mail: mail?.id }
  }

  test.each(['by staff', 'in bulk'])(
    'a deletion %s leaves no name of the applicant',
    async (how) => {
      const rita = await w.as('rita')
      const ada = await w.as('ada')
      await written(2)
      await rita.get(`/applications/${id}`)
      await rita.send('PUT', `/applications/${id}`, { status: 'rejected' })
      await rita.send('POST', `/applications/${id}/comments`, { text: 'Too shy.' })
      await w.visitor.send('PUT', `/candidate/${token}`, { phone: '+45 1' })
      const notice = (await w.db.select().from(outbox)).find(({ kind }) => kind === 'notice')
      await w.db
        .update(outbox)
        .set({ sent_at: null })
        .where(eq(outbox.id, notice?.id ?? 0))
      expect((await ada.send('POST', `/outbox/${notice?.id}/retry`)).status).toBe(200)
      // The mail is gone before the application is.
      await w.db.delete(outbox).where(eq(outbox.id, notice?.id ?? 0))
      const { other, mail } = await namesake()
      if (how === 'by staff')
        expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
      else {
        const action = { ids: [id], action: 'delete' }
        expect((await rita.send('POST', '/applications/bulk', action)).status).toBe(202)
        await vi.waitFor(async () => expect(await w.applications()).toHaveLength(1), 30_000)
      }
      const events = await trail()
      const about = events.filter((event) => event.target_id === id && event.action.includes('.'))
      const actions = about.map(({ action }) => action)
      for (const action of [
        'application.viewed',
        'comment.created',
        'application.deleted',
      ] as const)
        expect(actions).toContain(action)
      expect(JSON.stringify(events.filter((event) => event.target_id !== mail))).not.toMatch(
        /Zephyrine|Okonkwo/,
      )
      const kept = events.find(
        (event) => event.target_id === mail && event.action === 'mail.retried',
      )
      expect(kept).toMatchObject({
        target_name: 'New application: Zephyrine Okonkwo-Vaj',
        detail: { application_id: String(other) },
      })
    },
  )
})
