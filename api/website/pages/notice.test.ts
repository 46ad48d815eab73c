import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { agreedUntil, consentUntil } from '#api/hiring/privacy/contract/consent.ts'
import { auditEvents, pages, privacyNotices, settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
let rita: Person
let pam: Person
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  for (const table of [settings, privacyNotices, pages]) await w.db.delete(table)
  ;[rita, pam] = await Promise.all([w.as('rita'), w.as('pam')])
  job = await w.newJob()
})

const text = '<p>We keep your data safe.</p>'
const publish = async (content = text) => {
  const page = { title: 'Your data', slug: 'privacy', content, is_published: true }
  return (await pam.send('POST', '/pages', page)).body
}
const version = async () => (await w.visitor.get('/menus')).body.privacy?.version
const apply = async (fields: Record<string, string | undefined> = {}) => {
  const body = applicationForm({ job_id: job, ...fields })
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body }),
  )
  expect(response.status).toBe(201)
  const token = response.body.candidate_url.split('/').at(-1)
  return { id: await w.idOf(response), token: token as string }
}
const shown = async (id: number) => {
  const { notice_id } = (await rita.get(`/applications/${id}`)).body
  return notice_id && (await rita.get(`/privacy/notices/${notice_id}`)).body
}

describe('the privacy notice', () => {
  test('that was beside the form is kept with the application, each wording once', async () => {
    const before = await apply()
    expect(await shown(before.id)).toBeNull()
    await publish()
    const privacy_notice = await version()
    const [first, second] = [await apply({ privacy_notice }), await apply({ privacy_notice })]
    expect(await shown(first.id)).toMatchObject({ title: 'Your data', content: text })
    expect(await shown(second.id)).toEqual(await shown(first.id))
    expect(await w.db.select().from(privacyNotices)).toMatchObject([{ sha256: privacy_notice }])
  })

  test('that has changed since counts as it was shown, also when nobody had applied before', async () => {
    const page = await publish()
    const privacy_notice = await version()
    await pam.send('PUT', `/pages/${page.id}`, { content: '<p>New words.</p>' })
    expect(await shown((await apply({ privacy_notice })).id)).toMatchObject({ content: text })
    const now = await apply({ privacy_notice: await version() })
    expect(await shown(now.id)).toMatchObject({ content: '<p>New words.</p>' })
    await pam.send('POST', `/pages/${page.id}/unpublish`)
    expect(await shown((await apply({ privacy_notice })).id)).toMatchObject({ content: text })
    expect(await shown((await apply()).id)).toBeNull()
  })

  test('of an unknown version is that of today', async () => {
    await publish()
    for (const privacy_notice of ['f'.repeat(64), '', undefined])
      expect(await shown((await apply({ privacy_notice })).id)).toMatchObject({ content: text })
  })

  test('is read by reviewers only', async () => {
    await publish()
    await apply()
    const [notice] = await w.db.select().from(privacyNotices)
    expect((await pam.get(`/privacy/notices/${notice?.id}`)).status).toBe(403)
    expect((await w.visitor.get(`/privacy/notices/${notice?.id}`)).status).toBe(401)
    expect((await rita.get('/privacy/notices/987654')).status).toBe(404)
  })
})

describe('consent to be kept for later openings', () => {
  const ask = (months: string) =>
    w.db.insert(settings).values({
      key: 'keep_consent_months',
      value: months,
      category: 'privacy',
      is_public: true,
    })
  const today = () => dayIn('UTC')
  const kept = async (id: number) => (await rita.get(`/applications/${id}`)).body.keep_until

  test('lasts to the end of a month', () => {
    expect(consentUntil('2026-11-23', 12)).toBe('2027-11-30')
    expect(consentUntil('2026-12-31', 2)).toBe('2027-02-28')
    expect(consentUntil('2027-12-01', 2)).toBe('2028-02-29')
  })

  test.each([
    ['2027-10-31', '2027-10-31'],
    ['2027-11-30', '2027-11-30'],
    ['2090-01-01', '2027-11-30'],
    ['2026-11-22', null],
    ['on', null],
    ['2027-99-99', null],
    [undefined, null],
  ])('for %j, with twelve months, is %j', (given, until) => {
    expect(agreedUntil(given, '2026-11-23', 12)).toBe(until)
    expect(agreedUntil(given, '2026-11-23', 0)).toBeNull()
  })

  test('is kept with the application, shown to the candidate, and taken back once', async () => {
    await ask('6')
    const until = consentUntil(today(), 6)
    expect(await kept((await apply()).id)).toBeNull()
    const { id, token } = await apply({ keep_until: until })
    expect(await kept(id)).toBe(until)
    expect((await w.visitor.get(`/candidate/${token}`)).body.keep_until).toBe(until)
    const revoke = () => w.visitor.send('POST', `/candidate/${token}/revoke-consent`)
    expect(await revoke()).toMatchObject({ status: 200, body: { keep_until: null } })
    expect((await revoke()).status).toBe(200)
    expect(await kept(id)).toBeNull()
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    const revoked = events.filter(({ action }) => action === 'application.consent_revoked')
    expect(revoked.map(({ actor_name }) => actor_name)).toEqual(['the candidate'])
  })

  test('is renewed by the candidate while the form asks for it, and never shortened', async () => {
    await ask('6')
    const { id, token } = await apply({ keep_until: today() })
    const renew = () => w.visitor.send('POST', `/candidate/${token}/renew-consent`)
    const until = consentUntil(today(), 6)
    expect(await renew()).toMatchObject({ status: 200, body: { keep_until: until } })
    expect((await renew()).status).toBe(200)
    const setMonths = (value: string) =>
      w.db.update(settings).set({ value }).where(eq(settings.key, 'keep_consent_months'))
    await setMonths('3')
    expect(await renew()).toMatchObject({ status: 200, body: { keep_until: until } })
    await setMonths('')
    expect((await renew()).status).toBe(409)
    await setMonths('12')
    await w.visitor.send('POST', `/candidate/${token}/revoke-consent`)
    expect((await renew()).status).toBe(409)
    expect(await kept(id)).toBeNull()
    const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
    const renewed = events.filter(({ action }) => action === 'application.consent_renewed')
    expect(renewed.map(({ actor_name }) => actor_name)).toEqual(['the candidate'])
  })

  test('that the form does not ask for is not kept', async () => {
    expect(await kept((await apply({ keep_until: consentUntil(today(), 6) })).id)).toBeNull()
  })
})

test('staff export everything about a person: all applications of the address, with what was noted', async () => {
  await publish()
  const first = await apply({ email: 'mira@example.org' })
  const second = await apply({ email: 'MIRA@Example.org' })
  const tagged = await apply({ email: 'mira+jobs@example.org' })
  const other = await apply({ email: 'joe@example.org' })
  await rita.send('PUT', `/applications/${first.id}`, { notes: '<p>Rather good.</p>' })
  await rita.send('POST', `/applications/${first.id}/comments`, { text: 'Invite her.' })
  const ada = await w.as('ada')
  const steps = await ada.send('PUT', '/hiring-steps', [{ name: 'Phone call', status: 'pending' }])
  const danish = await rita.send('POST', '/tags', { name: 'Danish', color: 'green' })
  await rita.send('PUT', `/applications/${first.id}`, {
    step_id: steps.body[0].id,
    tags: [danish.body.id],
  })
  const response = await rita.raw(`/applications/${second.id}/person.zip`)
  expect(response.headers.get('content-disposition')).toContain(`person-${second.id}.zip`)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-person-'))
  await writeFile(join(folder, 'a.zip'), Buffer.from(await response.arrayBuffer()))
  const unpack = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])'
  await promisify(execFile)('python3', ['-c', unpack, join(folder, 'a.zip'), join(folder, 'out')])
  expect((await readdir(join(folder, 'out'))).sort()).toEqual(
    [first.id, second.id].map((id) => `application-${id}`).sort(),
  )
  const read = (path: string) => readFile(join(folder, `out/application-${first.id}`, path), 'utf8')
  expect(JSON.parse(await read('staff.json'))).toMatchObject({
    status: 'pending',
    step: 'Phone call',
    tags: 'Danish',
    notes: '<p>Rather good.</p>',
    comments: [{ by: 'Rita Reviewer', text: 'Invite her.' }],
  })
  expect(await read('privacy-notice.html')).toContain('We keep your data safe.')
  expect(JSON.parse(await read('application.json'))).toMatchObject({ email: 'mira@example.org' })
  expect(await read('resume/mira.pdf')).toContain('%PDF')
  await rm(folder, { recursive: true })
  const events = await w.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'person.exported'))
  expect(events).toMatchObject([{ actor_name: 'Rita Reviewer', target_id: second.id }])
  const exported = (id: number) =>
    w.db.$count(
      auditEvents,
      and(eq(auditEvents.action, 'application.exported'), eq(auditEvents.target_id, id)),
    )
  const people = [first, second, tagged, other]
  expect(await Promise.all(people.map(({ id }) => exported(id)))).toEqual([1, 1, 0, 0])
  expect((await pam.raw(`/applications/${other.id}/person.zip`)).status).toBe(403)
  expect((await rita.raw('/applications/987654/person.zip')).status).toBe(404)
})
