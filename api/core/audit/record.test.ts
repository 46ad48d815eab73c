import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { emailOf, password, world } from '../../../scripts/testing/world.ts'
import { declaredRoutes } from '../route/route.ts'

const w = await world()
const ada = await w.as('ada')
afterAll(() => w.remove())

type Event = {
  at: string
  actor_name: string
  action: string
  target_id: number | null
  target_name: string
  ip: string
  detail: Record<string, unknown>
}
const trail = async (search = '') => (await ada.get(`/audit${search}`)).body as Event[]
const latest = async () => (await trail('?per_page=1'))[0]
const newest = { title: 'Baker', description: '<p>Bake bread.</p>' }

test('sign-ins, refused sign-ins and sign-outs are recorded with the IP address', async () => {
  const sam = await w.signIn('sam')
  expect(await latest()).toMatchObject({
    actor_name: 'Sam Settings',
    action: 'session.started',
    ip: '192.0.2.1',
    detail: {},
  })
  await sam.send('POST', '/auth/logout')
  expect(await latest()).toMatchObject({ actor_name: 'Sam Settings', action: 'session.ended' })
  await w.visitor.send('POST', '/auth/login', { email: emailOf('sam'), password: 'a wrong guess' })
  expect(await latest()).toMatchObject({ actor_name: 'Sam Settings', action: 'session.refused' })
  await w.visitor.send('POST', '/auth/login', {
    email: 'no@one.example',
    password: 'hunter2hunter2',
  })
  expect(await latest()).toMatchObject({ actor_name: '', action: 'session.refused' })
  expect(JSON.stringify(await trail())).not.toContain('hunter2')
})

test('a change of permissions is recorded with the new permissions', async () => {
  const input = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
  const user = { ...input, role: 'user', password: 'twelve or more words' }
  const { body } = await ada.send('POST', '/users', user)
  await ada.send('PUT', `/users/${body.id}`, { permissions: ['edit_pages'], password })
  expect(await latest()).toMatchObject({
    actor_name: 'Ada Admin',
    action: 'user.changed',
    target_id: body.id,
    target_name: 'Mira Ostergard',
    detail: { role: 'user', permissions: ['edit_pages'], password: 'set' },
  })
  await ada.send('DELETE', `/users/${body.id}`)
  expect(await latest()).toMatchObject({ action: 'user.deleted', target_name: 'Mira Ostergard' })
  expect(JSON.stringify(await trail())).not.toContain(password)
})

test('a deleted job keeps its name in the trail', async () => {
  const { body } = await ada.send('POST', '/jobs', newest)
  expect(await latest()).toMatchObject({ action: 'job.created', target_name: 'Baker' })
  await ada.send('DELETE', `/jobs/${body.id}`)
  const { action, target_id, target_name } = (await latest())!
  expect([action, target_id, target_name]).toEqual(['job.deleted', body.id, 'Baker'])
})

test('reading an application and changing its status are recorded, without letter and notes', async () => {
  const id = await w.newApplication(await w.newJob(), { motivation_letter: '<p>Secret dreams</p>' })
  const rita = await w.as('rita')
  await rita.get(`/applications/${id}`)
  expect(await latest()).toMatchObject({
    actor_name: 'Rita Reviewer',
    action: 'application.viewed',
    target_id: id,
    target_name: 'Mira Ostergard',
  })
  await rita.send('PUT', `/applications/${id}`, { status: 'rejected', notes: '<p>Too shy</p>' })
  expect(await latest()).toMatchObject({ detail: { status: 'rejected' } })
  expect(JSON.stringify(await trail())).not.toMatch(/dreams|shy/)
})

test('a wrong current password is recorded on every route that asks for it', async () => {
  const pam = await w.as('pam')
  const currentPassword = 'not my password'
  for (const [method, path, json] of [
    ['POST', '/auth/change-password', { newPassword: 'three green bottles' }],
    ['PUT', '/auth/profile', { email: 'pam@example.net' }],
    ['POST', '/auth/second-factor', {}],
    ['POST', '/auth/second-factor/turn-off', { code: '000000' }],
    ['POST', '/auth/second-factor/recovery-codes', { code: '000000' }],
  ] as const) {
    const before = (await trail('?action=password.refused')).length
    expect((await pam.send(method, path, { ...json, currentPassword })).status).toBe(400)
    const events = await trail('?action=password.refused')
    expect([path, events.length]).toEqual([path, before + 1])
    expect(events[0]).toMatchObject({ actor_name: 'Pam Pages', ip: '192.0.2.1', detail: {} })
  }
  expect(JSON.stringify(await trail())).not.toContain(currentPassword)
})

test('refused requests and lists are not recorded', async () => {
  const rita = await w.as('rita')
  const before = (await trail()).length
  await rita.get('/applications')
  await rita.get('/applications/stats')
  await rita.send('POST', '/jobs', newest)
  await ada.send('POST', '/jobs', {})
  expect((await trail()).length).toBe(before)
})

test('every route that changes what others see declares an audit action', () => {
  const silent = declaredRoutes(w.api)
    .filter(({ method, declaration }) => method !== 'GET' && !declaration.audit)
    .map(({ method, path }) => `${method} ${path}`)
  expect(new Set(silent)).toEqual(
    new Set([
      'POST /api/appearance/preview',
      'POST /api/applications/:id/email/preview',
      // The worker records each application.
      // Each application that changes is an event of its own.
      'POST /api/applications/not-spam',
      'POST /api/applications/:id/not-spam',
      'DELETE /api/applications/:id/not-spam',
      'POST /api/applications/bulk',
      'POST /api/applications/bulk/preview',
      // Recorded with the change, or not done until it is confirmed.
      'POST /api/candidate/:token/messages',
      'PUT /api/candidate/:token/document-requests/:id/file',
      'POST /api/candidate/:token/interviews/:id/pick',
      'POST /api/candidate/:token/interviews/:id/decline',
      'PUT /api/candidate/:token',
      'PUT /api/candidate/:token/resume',
      'POST /api/candidate/:token/withdraw',
      'POST /api/candidate/:token/undo-withdraw',
      'POST /api/candidate/:token/revoke-consent',
      'POST /api/candidate/:token/renew-consent',
      'POST /api/candidate/:token/erase',
      'POST /api/candidate/:token/resend',
      'POST /api/candidate/confirm/:token',
      'POST /api/candidate/links',
      // What visitors ask for and end themselves: the trail would name who gets mail.
      'POST /api/alerts',
      'POST /api/alerts/confirm/:token',
      'PUT /api/alerts/:token',
      'POST /api/alerts/:token',
      'POST /api/applications/submit',
      'POST /api/bulk/:id/retry',
      // Recorded once it is run.
      'POST /api/imports',
      'PUT /api/imports/:id',
      'POST /api/imports/:id/check',
      'DELETE /api/imports/:id',
      'POST /api/bulk/:id/undo',
      // Recorded with the application that is made of each.
      'POST /api/jobs/:id/resumes',
      // Counts without a person.
      'POST /api/visits',
      // Changes nothing: recorded once the passkey is added or has signed in.
      'POST /api/auth/passkeys/options',
      'POST /api/auth/login/passkey/options',
      // What only the caller sees.
      'POST /api/applications/:id/unread',
      'POST /api/applications/read',
      'POST /api/dashboard/seen',
      'POST /api/notifications/read',
      'POST /api/views',
      'PUT /api/views/:id',
      'DELETE /api/views/:id',
    ]),
  )
})

test('HEAD is not recorded where GET is', async () => {
  const before = (await trail()).length
  expect((await ada.raw('/audit/export', { method: 'HEAD' })).status).toBe(200)
  expect((await trail()).length).toBe(before)
})

test('the database refuses to change or delete events', async () => {
  await expect(
    w.db.$client.execute("update audit_events set actor_name = 'nobody'"),
  ).rejects.toThrow('append-only')
  await expect(w.db.$client.execute('delete from audit_events')).rejects.toThrow('append-only')
})

test('only admins can read and export the trail', async () => {
  for (const path of ['/audit', '/audit/export']) {
    expect((await w.visitor.get(path)).status).toBe(401)
    expect((await (await w.as('uma')).get(path)).status).toBe(403)
    expect((await ada.get(path)).status).toBe(200)
  }
})

test('the trail can be searched by action, name and day', async () => {
  const sam = await w.signIn('sam')
  await sam.send('POST', '/settings', { key: 'motto', value: 'Bread', category: 'general' })
  await sam.send('PUT', '/settings/key/motto', { value: '100 % bread' })
  const actions = async (search: string) => (await trail(search)).map(({ action }) => action)
  expect(new Set(await actions('?action=job.deleted'))).toEqual(new Set(['job.deleted']))
  expect(await actions('?q=motto')).toEqual(['setting.changed', 'setting.created'])
  expect((await trail('?q=sam')).every(({ actor_name }) => actor_name === 'Sam Settings')).toBe(
    true,
  )
  expect(await actions('?q=%25')).toEqual([])
  const day = (await latest())?.at.slice(0, 10)
  const { length } = (await trail()).filter(({ at }) => at.startsWith(`${day}`))
  expect(await trail(`?from=${day}&to=${day}`)).toHaveLength(length)
  expect((await trail('?to=9999-12-31')).length).toBeGreaterThan(5)
  expect(await trail('?to=2020-01-01')).toEqual([])
  for (const search of ['?action=x', '?from=yesterday', '?to=2026-02-30'])
    expect((await ada.get(`/audit${search}`)).status).toBe(400)
})

test('the export is CSV with every event, and formulas as text', async () => {
  const job = { ...newest, title: '=1+1, "a job"' }
  await ada.send('POST', '/jobs', job)
  const count = (await trail('?per_page=500')).length
  const { body, headers } = await ada.get('/audit/export')
  expect(headers.get('content-disposition')).toBe('attachment; filename="audit-trail.csv"')
  // With the heads, and the event of the export itself.
  expect(body.trimEnd().split('\r\n')).toHaveLength(count + 2)
  expect(body).toContain(`,"'=1+1, ""a job""",`)
  expect(await latest()).toMatchObject({ action: 'audit.exported' })
})

test('a search of many events stops counting, but not for later pages', async () => {
  // Far apart: they are read in slices of ids.
  await w.db.run(sql`with recursive n (n) as (select 1 union all select n + 1 from n where n < 10050)
    insert into audit_events (id, action, target_name) select 1000000 + n * 50, 'page.created', 'Haystack' from n`)
  const found = async (query: string) => {
    const { body, headers } = await ada.get(`/audit?per_page=100&q=haystack${query}`)
    const ids = body.map(({ id }: { id: number }) => (id - 1_000_000) / 50)
    return [ids[0], ids.length, headers.get('X-Total-Count'), headers.get('X-Total-Count-Capped')]
  }
  expect(await found('')).toEqual([10_050, 100, '10000', 'true'])
  expect(await found('&page=99')).toEqual([250, 100, '10000', 'true'])
  expect(await found('&page=100')).toEqual([150, 100, '10050', null])
  expect(await found('&page=101')).toEqual([50, 50, '10050', null])
  expect(await found('&page=102')).toEqual([undefined, 0, '10050', null])
  expect(await found('&action=page.deleted')).toEqual([undefined, 0, '0', null])
})
