import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn, daysLater } from '#api/core/calendar/contract/dates.ts'
import { insertLink } from '#api/core/links/candidate-links.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { longDate } from '#api/core/words/contract/dates.ts'
import { reap } from '#api/office/background/reaper.ts'
import {
  applications,
  auditEvents,
  candidateLinks,
  documentRequests,
  jobs,
  messages,
  outbox,
  stagedFiles,
} from '#db/schema.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { png } from '#scripts/testing/fixtures/picture.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world({ publicUrl: 'https://bread.test' })
const token = 'x'.repeat(43)
let rita: Person
let id: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  await w.db.delete(outbox)
  await w.db.delete(stagedFiles)
  await w.db.delete(candidateLinks)
  rita = await w.as('rita')
  const job = await w.newJob({ title: 'Baker' })
  id = await w.newApplication(job, { first_name: 'Cleo', last_name: 'Marsh' })
  await insertLink(w.db, hashToken(token), id)
})

const inDays = (days: number) => daysLater(dayIn('UTC'), days)
const at = () => `/applications/${id}/document-requests`
const ask = (values: object = {}, as = rita) =>
  as.send('POST', at(), { name: 'Certificate', kind: 'document', ...values })
const asked = async (values: object = {}) => (await ask(values)).body.id as number
const send = async (request: number, file?: File) => {
  const body = new FormData()
  if (file) body.append('file', file)
  const path = `/candidate/${token}/document-requests/${request}/file`
  return w.read(await w.visitor.raw(path, { method: 'PUT', body }))
}
const rows = () => w.db.select().from(documentRequests)
const texts = async () => (await w.db.select().from(messages)).map(({ text }) => text)
const change = (values: Partial<typeof applications.$inferInsert>) =>
  w.db.update(applications).set(values).where(eq(applications.id, id))
const actions = async () => (await w.db.select().from(auditEvents)).map(({ action }) => action)
const photo = async (name = 'photo.webp') => {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
  const bytes = await picture
    .webp()
    .withExif({ IFD0: { Artist: 'Cleo' } })
    .toBuffer()
  return new File([new Uint8Array(bytes)], name)
}

describe('POST /applications/:id/document-requests', () => {
  test('emails the candidate also right after a message that was not opened', async () => {
    const mails = () => w.db.$count(outbox, eq(outbox.kind, 'message'))
    const write = (text: string) => rita.send('POST', `/applications/${id}/messages`, { text })
    await write('Hello')
    await write('Hello again')
    expect(await mails()).toBe(1)
    await ask()
    expect(await mails()).toBe(2)
    await ask({ name: 'Portfolio' })
    expect(await mails()).toBe(3)
    // Chat after it is bundled as before.
    await write('Thank you')
    expect(await mails()).toBe(3)
  })

  test('stores it with a message, of which the candidate is told', async () => {
    const due_on = inDays(30)
    const { status, body } = await ask({ due_on })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Certificate',
      kind: 'document',
      due_on,
      requested_name: 'Rita Reviewer',
      received_at: null,
    })
    const due = longDate(new Date(due_on), 'en-GB')
    expect(await texts()).toEqual([`Please send by ${due}: Certificate`])
    expect(await w.db.select().from(outbox)).toMatchObject([{ kind: 'message' }])
    expect((await rita.get(at())).body).toEqual([body])
    expect((await w.visitor.get(`/candidate/${token}`)).body.document_requests).toEqual([
      {
        id: body.id,
        name: 'Certificate',
        kind: 'document',
        due_on,
        file_name: null,
        received_at: null,
        created_at: body.created_at,
      },
    ])
    expect(await actions()).toContain('document.requested')
  })

  test('ten can be open; one that is withdrawn makes room', async () => {
    const ada = await w.as('ada')
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask({ name: `Certificate ${n}` }, n % 2 ? ada : rita)),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409])
    expect(await texts()).toHaveLength(10)
    const [{ id: first }] = (await rita.get(at())).body
    expect((await rita.send('DELETE', `${at()}/${first}`)).status).toBe(204)
    expect((await rita.send('DELETE', `${at()}/${first}`)).status).toBe(404)
    expect((await ask()).status).toBe(201)
  })

  test('withdrawn, its message says so to both sides, and no other does', async () => {
    await rita.send('POST', `/applications/${id}/messages`, { text: 'Please send: Photo' })
    const [first] = [await asked({ name: 'Photo' }), await asked({ name: 'Diploma' })]
    expect((await rita.send('DELETE', `${at()}/${first}`)).status).toBe(204)
    const sides = [
      await rita.get(`/applications/${id}/messages`),
      await w.visitor.get(`/candidate/${token}/messages`),
    ]
    for (const { body } of sides)
      expect(body).toMatchObject([
        { text: 'Please send: Photo', is_withdrawn: false },
        { text: 'Please send: Photo', is_withdrawn: true },
        { text: 'Please send: Diploma', is_withdrawn: false },
      ])
  })

  test('is done once for one key', async () => {
    const body = JSON.stringify({ name: 'Certificate', kind: 'image' })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'a' }
    const init = { method: 'POST', body, headers }
    const both = await Promise.all([rita.raw(at(), init), rita.raw(at(), init)])
    const [one, two] = await Promise.all(both.map((response) => w.read(response)))
    expect([one?.status, two?.status, one?.body.id]).toEqual([201, 201, two?.body.id])
    expect(await texts()).toHaveLength(1)
    // Not made again once it was withdrawn.
    await rita.send('DELETE', `${at()}/${one?.body.id}`)
    expect((await rita.raw(at(), init)).status).toBe(404)
    expect(await rows()).toEqual([])
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'A\nB' }, 'name'],
    [{ kind: 'video' }, 'kind'],
    [{ due_on: '2020-01-01' }, 'due_on'],
    [{ due_on: inDays(370) }, 'due_on'],
    [{ due_on: '2090-02-30' }, 'due_on'],
  ])('refuses %j', async (values, field) => {
    const { status, body } = await ask(values)
    expect([status, body.details[0].path]).toEqual([400, [field]])
    expect(await texts()).toEqual([])
  })

  test('refuses what a withdrawn application needs no more', async () => {
    await change({ withdrawn_at: '2026-01-01T00:00:00.000Z' })
    expect((await ask()).status).toBe(409)
    expect(await texts()).toEqual([])
  })

  test('a member of another job is told nothing', async () => {
    const mo = await w.as('mo')
    const request = await asked()
    expect((await mo.get(at())).status).toBe(403)
    expect((await mo.send('DELETE', `${at()}/${request}`)).status).toBe(403)
    const other = await w.newApplication(await w.newJob())
    const path = `/applications/${other}/document-requests/${request}`
    expect((await rita.send('DELETE', path)).status).toBe(404)
    expect((await rita.raw(`${path}/file`)).status).toBe(404)
    expect(await rows()).toHaveLength(1)
  })
})

describe('PUT /candidate/:token/document-requests/:id/file', () => {
  test('stores the file, tells staff and is downloaded as it was', async () => {
    const request = await asked({ name: 'Gesellenbrief (Bäcker)' })
    const file = resumeFile('mira.docx', 'Brief.docx')
    const { status, body } = await send(request, file)
    expect(status).toBe(200)
    expect(body.document_requests).toMatchObject([{ id: request, file_name: 'Brief.docx' }])
    const [row] = await rows()
    expect(await w.files()).toEqual([row?.key])
    expect((await rita.get('/applications?unread_messages=true')).body).toMatchObject([{ id }])
    expect(await texts()).toContain('Sent: Gesellenbrief (Bäcker)')
    const download = await rita.raw(`${at()}/${request}/file`)
    expect(download.headers.get('content-disposition')).toContain(
      'filename="gesellenbrief-backer-Cleo-Marsh.docx"',
    )
    expect(download.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await download.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()))
    expect(await actions()).toEqual(
      expect.arrayContaining(['document.received', 'document.downloaded']),
    )
    expect((await rita.send('DELETE', `${at()}/${request}`)).status).toBe(409)
  })

  test('encodes a picture anew, without what its camera noted', async () => {
    const request = await asked({ kind: 'image' })
    const file = await photo()
    expect((await sharp(await file.arrayBuffer()).metadata()).exif).toBeDefined()
    const { body } = await send(request, file)
    expect(body.document_requests).toMatchObject([{ file_name: 'photo.jpg' }])
    const download = await rita.raw(`${at()}/${request}/file`)
    expect(download.headers.get('content-type')).toBe('image/jpeg')
    const { format, exif, width } = await sharp(await download.arrayBuffer()).metadata()
    expect([format, exif, width]).toEqual(['jpeg', undefined, 40])
    expect(await w.files()).toHaveLength(1)
  })

  test.each([
    ['document', new File([new Uint8Array(png())], 'certificate.pdf'), 400],
    ['document', new File([new Uint8Array(png())], 'certificate.png'), 400],
    ['document', undefined, 400],
    ['document', new File([new Uint8Array(6 * 1_048_576)], 'mira.pdf'), 413],
    ['image', resumeFile('mira.pdf', 'photo.jpg'), 400],
    ['image', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'photo.png'), 400],
    ['image', new File(['GIF89a, and more bytes'], 'photo.png'), 400],
    ['image', new File([new Uint8Array(png().subarray(0, 40))], 'photo.png'), 400],
    ['image', new File([], 'photo.png'), 400],
    ['image', new File([new Uint8Array(6 * 1_048_576)], 'photo.png'), 413],
  ])('for %s, refuses %o with %i', async (kind, file, expected) => {
    const request = await asked({ kind })
    const { status, body } = await send(request, file)
    expect([status, body.details[0].path]).toEqual([expected, ['file']])
    expect(await w.files()).toEqual([])
    expect(await texts()).toHaveLength(1)
  })

  test('replaces the file, once for the same file, and never two at once', async () => {
    const request = await asked()
    await send(request, resumeFile('mira.docx'))
    await send(request, resumeFile('mira.docx'))
    expect(await texts()).toHaveLength(2)
    const both = [resumeFile('mira.pdf'), resumeFile('mira.doc')]
    await Promise.all(both.map((file) => send(request, file)))
    const [row] = await rows()
    expect(await w.files()).toEqual([row?.key])
  })

  test('is refused after a withdrawal, and as a replacement on legal hold', async () => {
    const request = await asked()
    await change({ legal_hold: 'A claim' })
    expect((await send(request, resumeFile('mira.docx'))).status).toBe(200)
    expect((await send(request, resumeFile('mira.pdf'))).status).toBe(409)
    await change({ legal_hold: null, withdrawn_at: '2026-01-01T00:00:00.000Z' })
    expect((await send(request, resumeFile('mira.pdf'))).status).toBe(409)
    expect(await w.files()).toHaveLength(1)
  })

  test('is refused once the job was deleted, and nothing more is asked for', async () => {
    const request = await asked()
    await w.db.update(jobs).set({ deleted_at: '2026-01-01T00:00:00.000Z' })
    expect(await send(request, resumeFile('mira.docx'))).toMatchObject({
      status: 409,
      body: { error: 'This job has ended, so no more files are needed.' },
    })
    expect((await ask()).status).toBe(409)
    expect(await w.files()).toEqual([])
    expect(await texts()).toHaveLength(1)
  })

  test('another application’s request is unknown', async () => {
    const request = await asked()
    const other = await w.newApplication(await w.newJob())
    await w.db.update(documentRequests).set({ application_id: other })
    expect((await send(request, resumeFile('mira.docx'))).status).toBe(404)
    expect((await send(999, resumeFile('mira.docx'))).status).toBe(404)
    expect(await w.files()).toEqual([])
  })
})

test('both exports have the file; the reaper keeps it; erasure removes it', async () => {
  await send(await asked(), resumeFile('mira.docx', 'Brief.docx'))
  await send(await asked({ kind: 'image' }), await photo())
  const archives = [
    await w.visitor.raw(`/candidate/${token}/export`),
    await rita.raw(`/applications/${id}/person.zip`),
    await rita.raw(`/applications/export.zip?ids=${id}`),
  ]
  for (const archive of archives) {
    const bytes = Buffer.from(await archive.arrayBuffer())
    expect(bytes.includes('Brief.docx')).toBe(true)
    expect(bytes.includes('photo.jpg')).toBe(true)
  }
  const { db, store, log } = w
  expect(await reap({ db, store, log, age: -60_000, watch: 0 })).toBe(0)
  expect(await w.files()).toHaveLength(2)
  expect((await rita.send('DELETE', `/applications/${id}`)).status).toBe(204)
  expect(await w.files()).toEqual([])
  expect(await rows()).toEqual([])
})
