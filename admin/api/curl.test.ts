import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'
import { curlOf, sampleBody } from './curl.ts'
import { callsOf } from './description.ts'
import { matching } from './matching.ts'

const w = await world()
const calls = callsOf((await w.visitor.get('/openapi.json')).body)
afterAll(() => w.remove())

const line = (id: string) =>
  curlOf(calls.find((call) => call.id === id)!, 'https://careers.example.com')

test('what is sent in an example fits what the call takes', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const bodies = calls.filter(({ body }) => body?.type === 'application/json')
  expect(bodies.length).toBeGreaterThan(10)
  for (const { id, body } of bodies) {
    ajv.validate(body!.schema, sampleBody(body!.schema))
    expect(ajv.errors, id).toBeNull()
  }
})

test('a public read needs an address only', () => {
  expect(line('getJobsActive')).toBe(`curl 'https://careers.example.com/api/jobs/active'`)
})

test('a call of staff carries a token, and its body', () => {
  expect(line('putPagesById')).toBe(
    [
      `curl -X PUT 'https://careers.example.com/api/pages/1' \\`,
      `  -H "Authorization: Bearer $TOKEN" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d '{"title":"Baker"}'`,
    ].join('\n'),
  )
})

test('a form is sent as one, a file is saved under its name, and a query that is needed is there', () => {
  expect(line('postApplicationsSubmit')).toContain(`-F 'resume=@resume.pdf'`)
  expect(line('getApplicationsByIdResume')).toMatch(/-OJ$/)
  expect(line('getSettingsObject')).toContain('?keys=site_name')
})

test('no example has a gap left in its address', () => {
  for (const { id } of calls) expect(line(id)).not.toMatch(/\{\w+\}/)
})

test.each([
  ['', 30],
  ['PUT pages', 1],
  ['resume', 1],
  ['manage settings', 5],
])('the filter %j leaves at least %i calls', (q, least) => {
  expect(matching(calls, q).length).toBeGreaterThanOrEqual(least)
})

test('a filter leaves only what holds every word of it', () => {
  const found = matching(calls, 'put JOBS')
  expect(found.map(({ id }) => id)).toEqual(['putJobsById'])
  expect(matching(calls, 'nothing of that kind')).toEqual([])
})
