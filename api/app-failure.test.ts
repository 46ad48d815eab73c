import { rename } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type World, world } from '#scripts/testing/world.ts'

let w: World
beforeEach(async () => {
  w = await world()
})
afterEach(() => w.remove())

test('a bug is a 500 with the request id for the log, and tells nothing else', async () => {
  const joe = await w.as('joe')
  await w.newJob()
  await w.db.run(sql`drop table application_counts`)
  const response = await joe.get('/jobs')
  expect(response.status).toBe(500)
  expect(response.body).toEqual({
    error: 'Something went wrong',
    request_id: response.headers.get('x-request-id'),
  })
  const line = w.logged.map((text) => JSON.parse(text)).find(({ level }) => level === 50)
  expect(line).toMatchObject({ request_id: response.body.request_id, path: '/api/jobs' })
  expect(JSON.stringify(line)).toContain('no such table')
})

test('a violated rule of the database that nobody foresaw is a 500 without its text', async () => {
  const joe = await w.as('joe')
  await w.db.run(sql`create unique index one_title on jobs (title)`)
  const job = { title: 'Baker', description: '<p>Bake.</p>' }
  expect((await joe.send('POST', '/jobs', job)).status).toBe(201)
  const response = await joe.send('POST', '/jobs', job)
  expect(response.status).toBe(500)
  expect(JSON.stringify(response.body)).not.toMatch(/unique|constraint|jobs|sqlite/i)
})

test('without its database the api answers 503 and when to try again', async () => {
  const rita = await w.as('rita')
  w.db.$client.close()
  for (const response of [
    await rita.get('/applications'),
    await w.visitor.get('/jobs/active'),
    await w.visitor.get('/settings/public'),
    await w.visitor.send('POST', '/auth/login', { email: 'a@example.com', password: 'x' }),
  ]) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(response.body).toEqual({
      error: 'The service is not available just now. Please try again in a moment.',
    })
  }
})

test('without its store an application is 503, with no row left behind', async () => {
  const job_id = await w.newJob()
  await rename(w.folder, `${w.folder}-away`)
  const form = applicationForm({ job_id })
  const response = await w.read(
    await w.visitor.raw('/applications/submit', { method: 'POST', body: form }),
  )
  await rename(`${w.folder}-away`, w.folder)
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(JSON.stringify(response.body)).not.toContain(w.folder)
  expect(await w.applications()).toEqual([])
})

test('an application whose row cannot be written leaves no file behind', async () => {
  const job_id = await w.newJob()
  await w.db.run(sql`drop table application_search`)
  const body = applicationForm({ job_id })
  const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
  expect(response.status).toBe(500)
  expect(await w.applications()).toEqual([])
  expect(await w.files()).toEqual([])
})

test('what is stored is answered as stored, also when the site cannot be told', async () => {
  const mute = await world({ afterWrite: () => Promise.reject(new Error('the site is gone')) })
  try {
    const joe = await mute.as('joe')
    const response = await joe.send('POST', '/jobs', { title: 'Cook', description: '<p>Cook.</p>' })
    expect(response.status).toBe(201)
    expect(mute.logged.join('')).toContain('the site is gone')
  } finally {
    await mute.remove()
  }
})
