import { afterAll, expect, test } from 'vitest'
import { templates } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { noTemplateFor, templateFor } from './template-for.ts'

const w = await world()
afterAll(() => w.remove())
const [sam, rita, joe] = await Promise.all([w.as('sam'), w.as('rita'), w.as('joe')])

const invitation = {
  name: 'Interview',
  subject: 'Your interview for {job_title}',
  body: '<p>Dear {first_name},</p><p>when can you come?</p>',
}

test('a template is created, read, changed and deleted', async () => {
  const { status, body } = await sam.send('POST', '/templates', invitation)
  expect(status).toBe(201)
  expect(body).toMatchObject({ ...invitation, status: null })
  const path = `/templates/${body.id}`
  const changed = await sam.send('PUT', path, { ...body, subject: 'Come and see us' })
  expect(changed.body).toMatchObject({ ...invitation, subject: 'Come and see us' })
  const stale = await sam.send('PUT', path, { name: 'Late', updated_at: body.updated_at })
  expect([stale.status, stale.body.current]).toEqual([409, changed.body])
  expect((await rita.get(path)).body).toEqual(changed.body)
  expect((await sam.send('DELETE', path)).status).toBe(204)
  expect((await rita.get(path)).status).toBe(404)
})

test('reviewers and those who manage jobs read templates and change none; others see none', async () => {
  const { status, body } = await rita.get('/templates')
  expect([status, body.map(({ name }: { name: string }) => name)]).toEqual([
    200,
    ['Rejected', 'Selected', 'Shortlisted'],
  ])
  expect((await rita.send('POST', '/templates', invitation)).status).toBe(403)
  expect((await joe.get('/templates')).status).toBe(200)
  expect((await joe.send('POST', '/templates', invitation)).status).toBe(403)
  expect((await (await w.as('pam')).get('/templates')).status).toBe(403)
})

test('a decision moves to the template that takes it', async () => {
  const before = await templateFor(w.db, 'rejected')
  const { body } = await sam.send('POST', '/templates', { ...invitation, status: 'rejected' })
  expect(await templateFor(w.db, 'rejected')).toMatchObject({ id: body.id })
  // A stale change takes nothing over.
  const old = await sam.send('PUT', `/templates/${before?.id}`, {
    status: 'rejected',
    updated_at: '2020-01-01T00:00:00.000Z',
  })
  expect(old.status).toBe(409)
  expect(await templateFor(w.db, 'rejected')).toMatchObject({ id: body.id })
  await sam.send('PUT', `/templates/${before?.id}`, { status: 'rejected' })
  expect(await templateFor(w.db, 'rejected')).toEqual(before)
  expect((await sam.get(`/templates/${body.id}`)).body.status).toBeNull()
  await sam.send('DELETE', `/templates/${body.id}`)
})

test('templateFor finds none for a decision without a template', async () => {
  expect(await templateFor(w.db, 'pending')).toBeUndefined()
  expect(noTemplateFor('rejected')).toBe(
    'No template tells candidates that they were rejected. Write one under Templates.',
  )
})

test('a name that is taken, in any case, is refused and nothing changes', async () => {
  const before = await w.db.select().from(templates)
  const taken = await sam.send('POST', '/templates', {
    ...invitation,
    name: 'rejected',
    status: 'selected',
  })
  expect([taken.status, taken.body.details]).toEqual([
    409,
    [{ path: ['name'], message: 'Another template has this name already' }],
  ])
  expect(await w.db.select().from(templates)).toEqual(before)
})

test('what candidates could not read is refused at its field', async () => {
  for (const [change, path, message] of [
    [{ body: '<p>{salary}</p>' }, 'body', /^\{salary\} is not a placeholder. Use \{first_name\}/],
    [{ body: '<p>&#123;salary&#125;</p>' }, 'body', /^\{salary\} is not a placeholder/],
    [{ subject: '{job}' }, 'subject', /^\{job\} is not/],
    [{ body: '<p><script>x</script></p>' }, 'body', /^Message is required/],
    [{ body: `<p>${'x'.repeat(20_001)}</p>` }, 'body', /^Must be at most 20,000 characters/],
    [{ status: 'maybe' }, 'status', /^Must be one of pending/],
  ] as const) {
    const { status, body } = await sam.send('POST', '/templates', { ...invitation, ...change })
    expect([status, body.details]).toEqual([
      400,
      [{ path: [path], message: expect.stringMatching(message) }],
    ])
  }
  const mega = { ...invitation, body: `<p>${'long '.repeat(210_000)}</p>` }
  const { status, body } = await sam.send('POST', '/templates', mega)
  expect([status, body.error]).toEqual([413, expect.stringMatching(/512 KB/)])
})

test('pictures and scripts do not get into a template', async () => {
  const body =
    '<p>Hi <img src="/media/0123456789abcdef0123456789abcdef/1200.jpg" alt=""><script>x()</script></p>'
  const created = await sam.send('POST', '/templates', { ...invitation, body })
  expect(created.body.body).toBe('<p>Hi </p>')
  await sam.send('DELETE', `/templates/${created.body.id}`)
})
