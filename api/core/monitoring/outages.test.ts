import { rename } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type World, world } from '#scripts/testing/world.ts'

let w: World
beforeEach(async () => {
  w = await world({ countsOutages: true })
})
afterEach(() => w.remove())

const lines = () => w.logged.map((line) => JSON.parse(line))

describe('An outage', () => {
  test('of the resume storage is one line at its beginning and one at its end, with a count', async () => {
    const job_id = await w.newJob()
    const submit = () =>
      w.visitor.raw('/applications/submit', { method: 'POST', body: applicationForm({ job_id }) })
    await rename(w.folder, `${w.folder}-away`)
    for (let n = 0; n < 5; n++) expect((await submit()).status).toBe(503)
    expect(lines().filter(({ level }) => level >= 40)).toHaveLength(1)
    expect(lines().at(-1)).toMatchObject({ level: 50, path: '/api/applications/submit' })
    expect(lines().at(-1).msg).toContain('database or resume storage unavailable')
    await rename(`${w.folder}-away`, w.folder)
    await expect
      .poll(() => lines().at(-1))
      .toMatchObject({ msg: 'database and resume storage available again', failures: 5 })
    expect((await submit()).status).toBe(201)
  })

  test('of the database is logged without a stack, and a concurrent bug with one', async () => {
    w.db.$client.close()
    for (let n = 0; n < 5; n++) expect((await w.visitor.get('/jobs/active')).status).toBe(503)
    expect(lines()).toHaveLength(1)
    expect(lines()[0].err.stack).toBeUndefined()
    w.log.error({ err: new Error('a bug') }, 'request failed')
    expect(lines()[1].err.stack).toContain('outages.test.ts')
  })
})
