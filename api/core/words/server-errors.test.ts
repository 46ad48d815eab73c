import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'
import { StoreUnavailable } from '../files/store.ts'
import { createLimits } from '../limits/limits.ts'
import { en } from './contract/en.ts'

const w = await world()
const { server } = en
const sentences = { ...server }
let job_id: number

// Marked, to tell the words of the catalogue from equal ones in the code.
beforeAll(async () => {
  for (const [key, sentence] of Object.entries(sentences))
    Object.assign(server, { [key]: `[${sentence}]` })
  job_id = await w.newJob()
})
afterEach(() => w.db.delete(settings))
afterAll(async () => {
  Object.assign(server, sentences)
  await w.remove()
})

const submit = async (headers: Record<string, string> = {}) => {
  const body = applicationForm({ job_id })
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }))
}

test.each([
  ['full', 507, 'diskFull', Object.assign(new Error('full'), { code: 'ENOSPC' })],
  ['away', 503, 'unavailable', Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'x' })],
  ['unreachable', 503, 'filesUnavailable', new StoreUnavailable('refused')],
] as const)('an application whose store is %s gets %i with `%s`', async (_, status, key, error) => {
  vi.spyOn(w.store, 'save').mockRejectedValueOnce(error)
  const response = await submit()
  expect([response.status, response.body.error]).toEqual([status, `[${sentences[key]}]`])
  if (status === 503) expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
})

test('an application from another website gets 403 with `foreign`', async () => {
  const response = await submit({ origin: 'https://evil.example' })
  expect([response.status, response.body.error]).toEqual([403, `[${sentences.foreign}]`])
})

test.each([
  ['submit', 'tooManyApplications'],
  ['candidate', 'tooManyVisits'],
  ['candidateMessage', 'tooManyMessages'],
  ['candidateFile', 'tooManyFiles'],
  ['search', 'tooManySearches'],
  ['calendar', 'tooManyCalendars'],
  ['candidateMail', 'tooManyLinks'],
] as const)('the limit `%s` says `%s`', async (limit, key) => {
  const limits = createLimits(true)
  const calls = async () => {
    for (let n = 0; n < 400; n++) await limits[limit]('192.0.2.1')
  }
  await expect(calls()).rejects.toMatchObject({ status: 429, message: `[${sentences[key]}]` })
})

test('an application during maintenance gets 503 with `maintenanceOfForm`', async () => {
  await w.db.insert(settings).values({ key: 'maintenance_mode', category: 'system', value: 'true' })
  const response = await submit()
  expect([response.status, response.body.error]).toEqual([503, `[${sentences.maintenanceOfForm}]`])
})
