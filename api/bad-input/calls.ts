/** Every call that takes JSON, field by field; a test fails when one is missing here. */

import { applicationChange, manualApplication } from '../applications/contract.ts'
import { richTextMaximum } from '../http/contract/fields.ts'
import { jobChange, jobInput } from '../jobs/contract.ts'
import { pageChange, pageInput } from '../pages/contract.ts'
import { settingChange, settingInput } from '../settings/contract/input.ts'
import { userChange, userInput } from '../users/contract.ts'
import { authCalls } from './auth-calls.ts'
import { type Call, field, optional, person, updated_at } from './call.ts'

const application = { ...person, phone: optional('line', 40), status: field('status') }
const job = {
  title: field('line', 200),
  description: field('richText', richTextMaximum),
  requirements: optional('richText', richTextMaximum),
  location: optional('line', 200),
  salary_range: optional('line', 200),
  is_active: field('flag'),
  team: optional('line', 80),
  employment_types: field('employmentTypes'),
  workplace: field('workplace'),
  places: field('places'),
  remote_countries: field('countries'),
  pay_min: field('amount'),
  pay_max: field('amount'),
  pay_currency: field('currency'),
  pay_unit: field('payUnit'),
  opens_on: field('date'),
  closes_on: field('date'),
  contact_name: optional('line', 100),
  contact_text: optional('line', 300),
  letter: field('fieldMode'),
  letter_min: field('letterMinimum'),
  resume: field('fieldMode'),
  questions: field('questions'),
}
const page = {
  title: field('line', 200),
  slug: field('slug', 100),
  content: field('richText', richTextMaximum),
  meta_description: field('description', 2000),
  is_published: field('flag'),
}
const user = {
  ...person,
  role: field('role'),
  is_active: field('flag'),
  permissions: field('permissions'),
}
const mira = { first_name: 'Mira', last_name: 'Ostergard' }
const emailed = (unique: number) => ({ ...mira, email: `mira${unique}@example.org` })
const nothing = () => ({})

export const calls: Record<string, Call> = {
  ...authCalls,
  'POST /pages': {
    as: 'pam',
    schema: pageInput,
    fields: page,
    good: (unique) => ({ title: 'Team', slug: `team-${unique}`, content: '<p>We.</p>' }),
    status: 201,
  },
  'PUT /pages/:id': {
    as: 'pam',
    schema: pageChange,
    fields: { ...page, updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /jobs': {
    as: 'joe',
    schema: jobInput,
    fields: job,
    good: () => ({ title: 'Baker', description: '<p>Bake.</p>' }),
    status: 201,
  },
  'PUT /jobs/:id': {
    as: 'joe',
    schema: jobChange,
    fields: { ...job, updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /applications/manual': {
    as: 'rita',
    schema: manualApplication,
    fields: {
      ...application,
      job_id: field('jobId'),
      motivation_letter: optional('letter', 20_000),
      answers: field('answers'),
    },
    good: (unique) => ({ ...emailed(unique), job_id: 1 }),
    status: 201,
  },
  'PUT /applications/:id': {
    as: 'rita',
    schema: applicationChange,
    fields: { ...application, notes: optional('richText', richTextMaximum), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /settings': {
    as: 'sam',
    schema: settingInput,
    fields: {
      key: field('key', 64),
      value: field('value', 2000),
      category: field('key', 64),
      description: optional('line', 500),
      is_public: field('flag'),
    },
    good: (unique) => ({ key: `key_${unique}`, category: 'general' }),
    status: 201,
  },
  'PUT /settings/:id': {
    as: 'sam',
    schema: settingChange,
    fields: { value: field('value', 2000), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'PUT /settings/key/:key': {
    as: 'sam',
    schema: settingChange,
    fields: { value: field('value', 2000), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
  'POST /users': {
    as: 'ada',
    schema: userInput,
    fields: { ...user, password: field('newPassword', 128), invite: field('invite') },
    good: (unique) => ({ ...emailed(unique), password: 'three green kelp', role: 'user' }),
    status: 201,
  },
  'PUT /users/:id': {
    as: 'ada',
    schema: userChange,
    fields: { ...user, password: optional('newPassword', 128), updated_at },
    good: nothing,
    status: 200,
    partial: true,
  },
}
