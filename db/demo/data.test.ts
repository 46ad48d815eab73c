import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builtInKeys } from '#api/core/site-settings/contract/table.ts'
import {
  applicationStatuses,
  employmentTypes,
  fieldModes,
  payUnits,
  permissions,
  questionKinds,
  workplaces,
} from '../enums.ts'
import starterPages from '../starter-pages.json' with { type: 'json' }
import { applicants } from './applicants.ts'
import postings from './data/jobs.json' with { type: 'json' }
import pages from './data/pages.json' with { type: 'json' }
import settings from './data/settings.json' with { type: 'json' }
import { staff } from './staff.ts'

const text = z.string().trim().min(1)
// Or a picture with its caption.
const html = z.array(text.regex(/^<|^\{\w+: .+\}$/)).min(1)
const days = z.number().positive()

const country = z.string().regex(/^[A-Z]{2}$/)
const place = z.strictObject({
  locality: text,
  region: text.nullable(),
  postal_code: text,
  street: text.nullable(),
  country,
})
const question = z.strictObject({
  id: z.int().positive(),
  kind: z.enum(questionKinds),
  label: text,
  help: text.nullable(),
  required: z.boolean(),
  options: z.array(text).min(2).nullable(),
})
const posting = z.strictObject({
  id: z.int().positive(),
  title: text,
  team: text,
  employment_types: z.array(z.enum(employmentTypes)).min(1),
  workplace: z.enum(workplaces),
  places: z.array(place).min(1).optional(),
  remote_countries: z.array(country).min(1).optional(),
  location: text.optional(),
  pay_min: z.number().positive().optional(),
  pay_max: z.number().positive().optional(),
  pay_currency: z.string().length(3).optional(),
  pay_unit: z.enum(payUnits).optional(),
  salary_range: text.optional(),
  is_active: z.boolean().optional(),
  posted: days,
  closed: days.optional(),
  closes_in: days.optional(),
  opens_in: days.optional(),
  contact_name: text.optional(),
  contact_text: text.optional(),
  letter: z.enum(fieldModes).optional(),
  letter_min: z.int().min(0).max(2000).optional(),
  resume: z.enum(fieldModes).optional(),
  questions: z.array(question).min(1).optional(),
  description: html,
  requirements: html.optional(),
})
const person = { first_name: text, last_name: text, email: z.email() }
const staffMember = z.strictObject({ ...person, permissions: z.array(z.enum(permissions)).min(1) })
const applicant = z.strictObject({
  ...person,
  // Nobody has such an address, and no mail to it is ever handed to a server.
  email: text.regex(/@([\w-]+\.)*example\.com$/),
  job_id: z.literal(postings.map(({ id }) => id)),
  phone: text.nullable(),
  status: z.enum(applicationStatuses),
  applied: days,
  reviewed: days.optional(),
  told: z.boolean().optional(),
  notes: html.optional(),
  letter: z.array(text).min(1),
  resume_name: z.string().regex(/\.(pdf|docx?)$/),
  resume: z.array(z.strictObject({ title: text, lines: z.array(text) })).min(1),
})
const page = z.strictObject({
  slug: text,
  title: text,
  meta_description: text,
  content: html,
  is_published: z.boolean().optional(),
})

describe('data files of the seed', () => {
  it.each([
    ['demo/data/jobs.json', postings, posting],
    ['demo/data/staff.json', staff, staffMember],
    ['demo/data/applicants-*.json', applicants, applicant],
    ['demo/data/pages.json', pages, page],
    ['starter-pages.json', starterPages, page],
  ])('%s has known fields with valid values only', (_, rows, row) => {
    expect(z.array(row).min(1).safeParse(rows).error).toBeUndefined()
  })

  it('demo/data/jobs.json gives each question an id of its own', () => {
    const ids = (postings as { questions?: { id: number }[] }[]).flatMap(
      ({ questions }) => questions?.map(({ id }) => id) ?? [],
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('demo/data/settings.json names built-in settings only', () => {
    const known: string[] = builtInKeys
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings)))
  })
})
