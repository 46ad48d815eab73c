import { afterAll, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world({ folder: { reserved: Number.MAX_SAFE_INTEGER } })
afterAll(() => w.remove())

test('with little disk space left a resume is refused with 507, and the rest goes on', async () => {
  const job_id = await w.newJob()
  const submit = await w.visitor.raw('/applications/submit', {
    method: 'POST',
    body: applicationForm({ job_id }),
  })
  expect(submit.status).toBe(507)
  expect([await w.files(), await w.applications()]).toEqual([[], []])
  const rita = await w.signIn('rita')
  const person = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
  const manual = await rita.send('POST', '/applications/manual', { ...person, job_id })
  expect(manual.status).toBe(201)
  const events = (await (await w.as('ada')).get('/audit?q=Mira')).body
  expect(events[0]).toMatchObject({ action: 'application.created' })
})
