import { constants, DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

// Shows which connection the API opens.
const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
const w = await world()
const connection = prepare.mock.contexts.at(-1) as DatabaseSync
prepare.mockRestore()
afterAll(() => w.remove())

await w.reset()
const job = await w.newJob()
await w.newApplication(job, {})
const ada = await w.as('ada')

// SQLite asks the authorizer for each table and column while it prepares a statement.
let asked: string[] = []
connection.setAuthorizer((action, table, column) => {
  if (action !== constants.SQLITE_TRANSACTION) asked.push(`${table} ${column}`)
  return constants.SQLITE_OK
})

/** The tables and columns of what the third repetition of the work still prepares. */
async function preparedAgain(work: (repetition: number) => Promise<unknown>) {
  await work(1)
  await work(2)
  asked = []
  await work(3)
  return asked
}

test.each([
  '/applications?status=pending',
  '/applications?status=pending&job_id=1&sort=name',
  '/applications?sort=job_title',
  '/applications?q=mira&page=1',
  '/applications/stats',
  '/applications/1?prefetch=true',
  '/jobs',
  '/jobs/active',
  '/jobs/active?q=baker',
  '/dashboard',
  '/notifications',
  '/auth/profile',
  '/applications?status=pending&q=mira',
  '/applications?status=pending&unread=true',
  '/applications?waiting=true',
  '/applications?withdrawn=false&sort=name',
  '/applications?tags=1&source=example.net',
  '/applications?due=true&step_id=none',
  '/applications/steps?status=pending',
  '/applications/1/also-applied',
  '/jobs/1',
  '/jobs?state=active',
  '/pages',
  '/users',
  '/media',
  '/templates',
  '/menus',
  '/privacy/retention',
  '/outbox',
  '/audit',
  '/settings/public',
])('GET %s prepares no statement when it is repeated', async (path) => {
  const get = async () => expect((await ada.get(path)).status).toBe(200)
  expect(await preparedAgain(get)).toEqual([])
})

test('an application prepares no statement that an earlier one has', async () => {
  const submit = async (repetition: number) => {
    const body = applicationForm({ job_id: job, email: `mira${repetition}@example.org` })
    const response = await w.visitor.raw('/applications/submit', { method: 'POST', body })
    expect(response.status).toBe(201)
  }
  expect(await preparedAgain(submit)).toEqual([])
})

test('a decision prepares no statement that an earlier one has', async () => {
  const decide = async (repetition: number) => {
    const status = repetition % 2 ? 'rejected' : 'shortlisted'
    const { status: answer } = await ada.send('PUT', '/applications/1', { status })
    expect(answer).toBe(200)
  }
  expect(await preparedAgain(decide)).toEqual([])
})
