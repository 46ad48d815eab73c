import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applications, comments, outbox, users } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { emailOf, type Person, type World, world } from '#scripts/testing/world.ts'

let w: World
let rita: Person
let ada: Person
let joe: Person
let id: number
let token: string
const at = () => `/applications/${id}`
const reason = 'This application is on legal hold'

beforeAll(async () => {
  w = await world({ publicUrl: 'https://bread.test' })
})
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  ;[rita, ada, joe] = await Promise.all([w.as('rita'), w.as('ada'), w.as('joe')])
  await w.db
    .update(users)
    .set({ permissions: ['review_applications'] })
    .where(eq(users.email, emailOf('joe')))
  const body = applicationForm({ job_id: await w.newJob() })
  const sent = await w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
  id = await w.idOf(sent)
  token = sent.body.candidate_url.split('/').at(-1)
})

const put = (by: Person, json: object) => by.send('PUT', at(), json)
const hold = async () => expect((await put(rita, { legal_hold: 'A claim' })).status).toBe(200)
const row = async () => (await w.applications())[0]!
/** Sets the hold after a request has read the application, and before it writes. */
function holdDuring(method: 'batch' | 'delete') {
  const original = w.db[method].bind(w.db) as (...of: unknown[]) => unknown
  w.db[method] = ((...of: unknown[]) => {
    w.db[method] = original as never
    const other = new DatabaseSync(fileURLToPath(w.url), { timeout: 5000 })
    other.exec("update applications set legal_hold = 'A claim'")
    other.close()
    return original(...of)
  }) as never
}

describe('a legal hold', () => {
  test.each([
    ['emptied', null],
    ['replaced', '<p>Nothing to see</p>'],
    ['shortened', '<p>Said <strong>no</strong></p>'],
    ['stripped of a link', '<p>Said <strong>no</strong> to us, see mail</p>'],
    ['put in front of', '<p>New</p><p>Said <strong>no</strong> to us</p>'],
  ])('keeps the notes from being %s', async (_, notes) => {
    const before = '<p>Said <strong>no</strong> to us, see <a href="https://x.test/">mail</a></p>'
    await put(rita, { notes: before })
    await hold()
    for (const by of [rita, ada])
      expect(await put(by, { notes, status: 'rejected' })).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining(reason) },
      })
    expect(await row()).toMatchObject({ status: 'pending' })
    expect((await row()).notes).toContain('x.test')
  })

  test('lets notes be added to, the status be changed and comments and emails be written', async () => {
    await put(rita, { notes: '<p>Said no</p>' })
    await hold()
    const longer = '<p>Said no.</p><p>Then yes.</p>'
    expect((await put(joe, { notes: longer })).body.notes).toBe(longer)
    expect((await put(joe, { status: 'shortlisted' })).status).toBe(200)
    expect((await joe.send('POST', `${at()}/comments`, { text: 'Wait.' })).status).toBe(201)
    const email = { subject: 'Hello', body: '<p>Hi.</p>', reply_to: 'me' }
    expect((await joe.send('POST', `${at()}/email`, email)).status).toBe(201)
    expect((await w.visitor.send('POST', `/candidate/${token}/withdraw`)).status).toBe(200)
  })

  test('keeps comments as they are, also for their author', async () => {
    const { body } = await rita.send('POST', `${at()}/comments`, { text: 'Too shy.' })
    const comment = `${at()}/comments/${body.id}`
    await hold()
    for (const [method, json] of [['PUT', { text: 'Fine.' }], ['DELETE']] as const)
      expect(await rita.send(method, comment, json)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining(reason) },
      })
    expect((await joe.send('DELETE', comment)).status).toBe(403)
    expect(await w.db.select().from(comments)).toMatchObject([{ text: 'Too shy.' }])
    await put(rita, { legal_hold: null })
    expect((await rita.send('DELETE', comment)).status).toBe(204)
  })

  test('keeps the resume from being replaced by the candidate, who is told why', async () => {
    const { resume_key } = await row()
    await hold()
    const body = new FormData()
    body.append('resume', resumeFile('mira.docx'))
    const replace = async () =>
      w.read(await w.visitor.raw(`/candidate/${token}/resume`, { method: 'PUT', body }))
    expect(await replace()).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('must keep this application as it is') },
    })
    const seen = (await w.visitor.get(`/candidate/${token}`)).body
    expect(seen).toMatchObject({ on_hold: true, can_replace_resume: false })
    expect(JSON.stringify(seen)).not.toContain('A claim')
    await w.db.update(applications).set({ legal_hold: null })
    holdDuring('batch')
    expect((await replace()).status).toBe(409)
    expect((await row()).resume_key).toBe(resume_key)
    expect(await w.files()).toEqual([resume_key])
  })

  test('that begins after a request has read the application stops its write as well', async () => {
    const { body } = await rita.send('POST', `${at()}/comments`, { text: 'Too shy.' })
    await put(rita, { notes: '<p>Said no</p>' })
    const [notes, resume] = [(await row()).notes, (await row()).resume_key]
    for (const [method, path, json, how] of [
      ['PUT', at(), { notes: null }, 'batch'],
      ['PUT', `${at()}/comments/${body.id}`, { text: 'Fine.' }, 'batch'],
      ['DELETE', `${at()}/comments/${body.id}`, undefined, 'delete'],
      ['DELETE', at(), undefined, 'batch'],
    ] as const) {
      await w.db.update(applications).set({ legal_hold: null })
      holdDuring(how)
      expect([method, path, (await rita.send(method, path, json)).status]).toEqual([
        method,
        path,
        409,
      ])
    }
    expect(await row()).toMatchObject({ notes, resume_key: resume })
    expect(await w.db.select().from(comments)).toMatchObject([{ text: 'Too shy.' }])
  })

  test('keeps emails: one that is replaced or withdrawn is not sent, but stays on the record', async () => {
    await put(rita, { status: 'rejected', tell: 'later' })
    await hold()
    expect(await rita.send('POST', `${at()}/take-back`)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(reason) },
    })
    const decisions = async () =>
      (await w.db.select().from(outbox)).filter(({ tells }) => tells !== null)
    expect(await decisions()).toMatchObject([{ tells: 'rejected', failed_at: null }])
    expect((await put(rita, { status: 'selected', tell: 'later' })).status).toBe(200)
    expect(await decisions()).toMatchObject([
      { tells: 'rejected', failed_at: expect.any(String), last_error: expect.any(String) },
      { tells: 'selected', failed_at: null },
    ])
    await w.visitor.send('POST', `/candidate/${token}/withdraw`)
    expect((await decisions()).map(({ failed_at }) => failed_at !== null)).toEqual([true, true])
    await put(rita, { legal_hold: null })
    expect((await rita.send('DELETE', at())).status).toBe(204)
    expect(await w.db.$count(outbox)).toBe(0)
  })

  test('is changed and lifted only by an admin or the person who set it', async () => {
    await hold()
    for (const legal_hold of [null, 'Nothing']) {
      const refused = await put(joe, { legal_hold, notes: '<p>Mine</p>' })
      expect([refused.status, refused.body.error]).toEqual([
        403,
        'Only an admin or Rita Reviewer, who set it, can change this legal hold',
      ])
    }
    expect(await row()).toMatchObject({ legal_hold: 'A claim', notes: '' })
    const again = await put(joe, { legal_hold: 'A claim', notes: '<p>Mine</p>' })
    expect(again.status).toBe(200)
    expect((await put(rita, { legal_hold: 'Another claim' })).body).toMatchObject({
      legal_hold: 'Another claim',
      legal_hold_by: 'Rita Reviewer',
    })
    expect((await put(rita, { legal_hold: null })).status).toBe(200)
    await put(joe, { legal_hold: 'A claim' })
    expect((await put(rita, { legal_hold: null })).status).toBe(403)
    const lifted = await put(ada, { legal_hold: null })
    expect(lifted.body).toMatchObject({
      legal_hold: null,
      legal_hold_user_id: null,
      legal_hold_by: null,
      legal_hold_at: null,
    })
  })

  test('whose setter is gone or demoted during the call is lifted by admins only', async () => {
    await put(joe, { legal_hold: 'A claim' })
    await ada.send('DELETE', `/users/${(await joe.get('/auth/profile')).body.id}`)
    expect(await row()).toMatchObject({ legal_hold_user_id: null, legal_hold_by: 'Joe Jobs' })
    expect(await put(rita, { legal_hold: null })).toMatchObject({
      status: 403,
      body: { error: 'Only an admin can change this legal hold' },
    })
    const batch = w.db.batch.bind(w.db)
    w.db.batch = (async (statements: Parameters<typeof batch>[0]) => {
      w.db.batch = batch
      await w.db
        .update(users)
        .set({ role: 'user', permissions: ['review_applications'] })
        .where(eq(users.email, emailOf('ada')))
      return batch(statements)
    }) as never
    expect((await put(ada, { legal_hold: null })).status).not.toBe(200)
    expect(await row()).toMatchObject({ legal_hold: 'A claim' })
  })
})
