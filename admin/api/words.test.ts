import { expect, test } from 'vitest'
import { z } from 'zod'
import { paging } from '#api/http/contract/paging.ts'
import { jobInput } from '#api/jobs/contract.ts'
import { schemaOptions } from '#api/openapi/schema-options.ts'
import type { Schema } from './description.ts'
import { whoMay } from './who-may.ts'
import { limitWords, typeWords } from './words.ts'

test.each<[Schema, string]>([
  [{ type: 'string' }, 'text'],
  [{ type: ['string', 'null'] }, 'text or null'],
  [{ type: 'string', contentMediaType: 'text/html' }, 'HTML'],
  [{ type: ['string', 'null'], contentMediaType: 'text/html' }, 'HTML or null'],
  [{ type: 'string', format: 'date-time' }, 'date and time'],
  [{ type: 'string', enum: ['pdf', 'doc'] }, 'one of pdf, doc'],
  [{ type: ['string', 'null'], enum: ['pdf', 'doc', null] }, 'one of pdf, doc or null'],
  [{ type: 'string', const: 'pending' }, 'pending'],
  [{ type: 'array', items: { $ref: '#/components/schemas/Job' } }, 'list of Job'],
  [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, 'list of one of a, b'],
  [{ anyOf: [{ $ref: '#/x/Job' }, { $ref: '#/x/PublicJob' }] }, 'Job or PublicJob'],
  [{ type: 'array', items: { type: 'object' } }, 'list of objects'],
  [{ type: 'object' }, 'object'],
  [{}, 'anything'],
])('%j is said as %j', (schema, words) => {
  expect(typeWords(schema)).toBe(words)
})

test.each<[Schema, string[]]>([
  [{ type: 'string' }, []],
  [{ type: 'string', minLength: 1, maxLength: 200 }, ['1 to 200 characters']],
  [{ type: 'string', maxLength: 40 }, ['at most 40 characters']],
  [{ type: 'string', minLength: 1 }, ['not empty']],
  [{ type: 'integer', minimum: 0 }, []],
  [{ type: 'integer', exclusiveMinimum: 0 }, ['at least 1']],
  [{ type: 'string', pattern: '^a$' }, ['matches ^a$']],
  [{ type: 'string', pattern: '^a$', format: 'date-time' }, []],
  [{ type: 'boolean', default: false }, ['default false']],
  [{ type: 'string', default: '-created_at' }, ['default -created_at']],
])('the limits of %j are %j', (schema, words) => {
  expect(limitWords(schema)).toEqual(words)
})

test('the words of a real schema are those of its rules', () => {
  const said = (schema: z.ZodType) => {
    const { properties = {} } = z.toJSONSchema(schema, { ...schemaOptions, io: 'input' })
    return Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, one]) => [
        name,
        [typeWords(one), ...limitWords(one)].join(', '),
      ]),
    )
  }
  expect(said(z.object(paging))).toEqual({
    page: 'whole number, 1 to 100000000, default 1',
    per_page: 'whole number, 1 to 500, default 100',
  })
  expect(said(jobInput)).toEqual({
    title: 'text, 1 to 200 characters',
    description: 'HTML',
    requirements: 'HTML or null',
    location: 'text or null, at most 200 characters',
    salary_range: 'text or null, at most 200 characters',
    is_active: 'true or false',
  })
})

test.each([
  [undefined, 'Anyone'],
  [[], 'Anyone'],
  [[{ bearer: [] }], 'Whoever is signed in'],
  [[{ bearer: ['admin'] }], 'Admins'],
  [[{ bearer: ['edit_pages'] }], 'Admins and users who may edit pages'],
  [
    [{ bearer: ['manage_jobs'] }, { bearer: ['review_applications'] }],
    'Admins and users who may manage jobs or review applications',
  ],
  [
    [{}, { bearer: ['manage_settings'] }],
    'Anyone; admins and users who may manage settings see more',
  ],
])('who may, by %j: %s', (security, words) => {
  expect(whoMay(security)).toBe(words)
})
