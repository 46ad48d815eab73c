import { afterAll, beforeEach, expect, test } from 'vitest'
import { settings } from '#db/schema.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())
let job: number

const record = (value: 'true' | 'false') =>
  w.db
    .insert(settings)
    .values({ key: 'record_source', value, category: 'privacy' })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
beforeEach(async () => {
  await w.reset()
  job = await w.newJob()
})

const apply = async (source: string) => {
  const body = applicationForm({ job_id: job, source })
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body }))
}
const sources = async () => (await w.applications()).map(({ source }) => source)

test('the source is recorded only with the setting, and not shown to the candidate', async () => {
  await record('false')
  await apply('LinkedIn')
  await record('true')
  const { body } = await apply('www.LinkedIn ')
  await apply('')
  expect(await sources()).toEqual([null, 'linkedin', null])
  expect(JSON.stringify(body)).not.toContain('linkedin')
})

test('the list is filtered by it, and the record, the table and the archive name it', async () => {
  await record('true')
  const submitted = await apply('linkedin')
  const id = await w.idOf(submitted)
  await apply('newsletter')
  const rita = await w.as('rita')
  const { body, headers } = await rita.get('/applications?source=LinkedIn')
  expect([headers.get('x-total-count'), body[0].id]).toEqual(['1', id])
  expect((await rita.get(`/applications/${id}`)).body.source).toBe('linkedin')
  const csv = (await rita.get(`/applications/export.csv?ids=${id}&columns=id,source`)).body
  expect(csv).toBe(`"Number","Source"\r\n${id},"linkedin"\r\n`)
  const token = submitted.body.candidate_url.split('/').at(-1)
  const archive = await w.visitor.raw(`/candidate/${token}/export`)
  expect(archive.status).toBe(200)
})
