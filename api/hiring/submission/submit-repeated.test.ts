import { afterAll, beforeEach, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { type ApiResponse, world } from '#scripts/testing/world.ts'

const w = await world()
let job: number
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  job = await w.newJob()
})

const submit = async (key: string, changes = {}) => {
  const body = applicationForm({ job_id: job, ...changes })
  const headers = { 'idempotency-key': key }
  return w.read(await w.visitor.raw('/applications/submit', { method: 'POST', body, headers }))
}
/** The link is a new one each time. */
const said = ({ body: { candidate_url, ...receipt } }: ApiResponse) => receipt
const kept = async () => [(await w.applications()).length, (await w.files()).length]

test('a repeated key gets the first response again and stores nothing', async () => {
  const first = await submit('one')
  const again = await submit('one')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(said(again)).toEqual(said(first))
  expect(await kept()).toEqual([1, 1])
  expect((await submit('two')).body.reference).not.toBe(first.body.reference)
  expect(await kept()).toEqual([2, 2])
})

test('twenty concurrent requests with one key create one application and return the same one', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => submit('one')))
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(new Set(responses.map((response) => JSON.stringify(said(response)))).size).toBe(1)
  expect(await kept()).toEqual([1, 1])
})

test('an unneeded file that cannot be removed fails no request', async () => {
  const { remove } = w.store
  w.store.remove = () => Promise.reject(new Error('EIO: i/o error, unlink'))
  const responses = await Promise.all(Array.from({ length: 5 }, () => submit('one')))
  w.store.remove = remove
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect(await kept()).toEqual([1, 5])
})

test('the first response is repeated also when the job has since been closed or deleted', async () => {
  const joe = await w.as('joe')
  const first = await submit('one')
  await joe.send('POST', `/jobs/${job}/deactivate`)
  expect(said(await submit('one'))).toEqual(said(first))
  expect((await submit('two')).status).toBe(409)
  await joe.send('DELETE', `/jobs/${job}`)
  expect((await submit('one')).status).toBe(201)
  expect(await kept()).toEqual([1, 1])
})

test('the repeated response reveals no later decision of staff', async () => {
  const first = await submit('one')
  const rita = await w.as('rita')
  await rita.send('PUT', `/applications/${await w.idOf(first)}`, {
    status: 'rejected',
    notes: 'No',
  })
  const again = await submit('one')
  expect(said(again)).toEqual(said(first))
  expect((await rita.get(`/applications/${await w.idOf(first)}`)).body.status).toBe('rejected')
})

test('a refused application leaves its key free for the next try', async () => {
  expect((await submit('one', { email: 'mira' })).status).toBe(400)
  expect((await submit('one')).status).toBe(201)
  expect(await kept()).toEqual([1, 1])
})

test('the key itself is not stored', async () => {
  await submit('a-secret-of-the-browser')
  expect(JSON.stringify(await w.applications())).not.toContain('a-secret')
})

test('a form sent twice without JavaScript is one application, and keeps its input', async () => {
  const send = (changes = {}) => {
    const typed = {}
    const body = applicationForm({ job_id: job, ...changes })
    return w
      .withToken(undefined, { withoutScript: { job_id: String(job), typed } })
      .raw('/applications/submit', { method: 'POST', body })
      .then(w.read)
      .then((response) => ({ ...response, typed }))
  }
  const [first, second] = await Promise.all([send(), send()])
  expect(said(first)).toEqual(said(second))
  expect(await kept()).toEqual([1, 1])
  const refused = await send({ email: 'mira' })
  expect(refused.status).toBe(400)
  expect(refused.typed).toMatchObject({ first_name: 'Mira', email: 'mira', job_id: String(job) })
  expect((await send({ phone: '1' })).body.reference).not.toBe(first.body.reference)
})

test.each([undefined, 99_999])(
  'a form without script is for the job of its address, when it names %s itself',
  async (job_id) => {
    const response = await w
      .withToken(undefined, { withoutScript: { job_id: String(job), typed: {} } })
      .raw('/applications/submit', { method: 'POST', body: applicationForm({ job_id }) })
      .then(w.read)
    expect([response.status, response.body.job_id]).toEqual([201, job])
  },
)

test('a different person with the same key gets an application of their own', async () => {
  const mira = await submit('1')
  const ann = await submit('1', { email: 'ann@example.org' })
  expect(ann.status).toBe(201)
  expect(ann.body.reference).not.toBe(mira.body.reference)
  expect(ann.body.email).toBe('ann@example.org')
})

test.each([
  ['a file beyond all measure', { resume: new File([new Uint8Array(27e6)], 'cv.pdf') }, 413],
  ['a letter beyond all measure', { motivation_letter: 'x'.repeat(210_000) }, 400],
])('without JavaScript the input is kept also after %s', async (_, changes, status) => {
  const typed: Record<string, string> = {}
  const body = applicationForm({ job_id: job, ...changes })
  const response = await w
    .withToken(undefined, { withoutScript: { job_id: String(job), typed } })
    .raw('/applications/submit', { method: 'POST', body })
  expect(response.status).toBe(status)
  expect(typed).toMatchObject({ first_name: 'Mira', email: 'mira@example.org' })
  expect(await kept()).toEqual([0, 0])
})
