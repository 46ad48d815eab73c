/** Every route that takes JSON, a query or a form, field by field; a test fails when one is missing. */
import { type Name, password } from '#scripts/testing/world.ts'
import { richTextMaximum } from '../http/contract/fields.ts'
import type { Field, Kind } from './values.ts'

export type Call = {
  /** The caller; a visitor by default. */
  as?: Name
  fields: Record<string, Field>
  /** A valid input, different each time; empty by default. */
  good?: (unique: number) => Record<string, unknown>
  /** Of the response to valid input; 200 by default. */
  status?: number
  form?: true
}

/** `max` is in characters. */
const field = (kind: Kind, max?: number): Field => ({ kind, ...(max && { max }) })
const optional = (kind: Kind, max?: number): Field => ({ ...field(kind, max), optional: true })

const person = {
  first_name: field('line', 100),
  last_name: field('line', 100),
  email: field('email', 254),
}
const updated_at = field('time')
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

const ownPassword = { currentPassword: field('secret', 1000) }
/** For a user with two-step sign-in off. */
const proof: Call = {
  as: 'rita',
  fields: { ...ownPassword, code: field('secret', 100) },
  good: () => ({ currentPassword: password, code: '000000' }),
  status: 409,
}
const settingValue: Call = { as: 'sam', fields: { value: field('value', 2000), updated_at } }

const bodies: Record<string, Call> = {
  'POST /auth/login': {
    fields: {
      email: field('email', 254),
      password: field('password', 1000),
      code: optional('password', 100),
    },
    good: () => ({ email: 'nobody@example.org', password: 'x' }),
    status: 401,
  },
  'PUT /auth/profile': {
    as: 'rita',
    fields: { ...person, currentPassword: optional('secret', 1000), updated_at },
    good: () => ({ currentPassword: password }),
  },
  'POST /auth/change-password': {
    as: 'rita',
    fields: { ...ownPassword, newPassword: field('newPassword', 128) },
    good: () => ({ currentPassword: password, newPassword: password }),
    status: 204,
  },
  'POST /auth/second-factor': {
    as: 'rita',
    fields: ownPassword,
    good: () => ({ currentPassword: password }),
  },
  'POST /auth/second-factor/confirm': {
    as: 'joe',
    fields: { code: field('secret', 100) },
    good: () => ({ code: '000000' }),
    status: 409,
  },
  'POST /auth/second-factor/recovery-codes': proof,
  'POST /auth/second-factor/turn-off': proof,
  'POST /auth/forgot-password': {
    fields: { email: field('email', 254) },
    good: () => ({ email: 'nobody@example.org' }),
    status: 202,
  },
  'POST /auth/reset-password': {
    fields: { token: field('secret', 200), newPassword: field('newPassword', 128) },
    good: () => ({ token: 'x', newPassword: 'three green kelp' }),
    status: 400,
  },
  'POST /pages': {
    as: 'pam',
    fields: page,
    good: (unique) => ({ title: 'Team', slug: `team-${unique}`, content: '<p>We.</p>' }),
    status: 201,
  },
  'PUT /pages/:id': { as: 'pam', fields: { ...page, updated_at } },
  'POST /jobs': {
    as: 'joe',
    fields: job,
    good: () => ({ title: 'Baker', description: '<p>Bake.</p>' }),
    status: 201,
  },
  'PUT /jobs/:id': { as: 'joe', fields: { ...job, updated_at } },
  'POST /applications/manual': {
    as: 'rita',
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
    fields: { ...application, notes: optional('richText', richTextMaximum), updated_at },
  },
  'POST /settings': {
    as: 'sam',
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
  'PUT /settings/:id': settingValue,
  'PUT /settings/key/:key': settingValue,
  'POST /users': {
    as: 'ada',
    fields: { ...user, password: field('newPassword', 128), invite: field('invite') },
    good: (unique) => ({ ...emailed(unique), password: 'three green kelp', role: 'user' }),
    status: 201,
  },
  'PUT /users/:id': {
    as: 'ada',
    fields: { ...user, password: optional('newPassword', 128), updated_at },
  },
}

const list = (fields: Record<string, Field> = {}): Call => ({
  as: 'ada',
  fields: { page: field('page'), per_page: field('perPage'), ...fields },
})
const jobSearch = {
  q: field('search', 100),
  team: field('searchList', 80),
  type: field('choice'),
  workplace: field('choice'),
  place: field('searchList', 300),
}
const trail = {
  action: field('choice'),
  q: field('search', 200),
  from: field('day'),
  to: field('day'),
}
const queries: Record<string, Call> = {
  'GET /pages/published': list(),
  'GET /pages': list(),
  'GET /jobs/active': list({ ...jobSearch, sort: field('choice') }),
  'GET /jobs/active/facets': { as: 'ada', fields: jobSearch },
  'GET /jobs': list({ ...jobSearch, state: field('choice') }),
  'GET /applications': list({
    ...{ status: field('choice'), job_id: field('filterId') },
    ...{ sort: field('choice'), q: field('search', 200) },
  }),
  'GET /applications/stats': { as: 'ada', fields: { job_id: field('filterId') } },
  'GET /settings/object': {
    as: 'ada',
    fields: { keys: field('keys') },
    good: () => ({ keys: 'greeting' }),
  },
  'GET /settings/category/:category': list(),
  'GET /settings': list(),
  'GET /users': list(),
  'GET /audit': list(trail),
  'GET /audit/export': { as: 'ada', fields: trail },
  'GET /outbox': list({ state: field('choice') }),
}

const form: Call = {
  form: true,
  fields: {
    ...person,
    job_id: field('formJobId'),
    phone: optional('line', 40),
    motivation_letter: field('formLetter', 20_000),
  },
  good: () => ({ job_id: 2 }),
  status: 201,
}

export const calls: Record<string, Call> = {
  ...bodies,
  ...queries,
  'POST /applications/submit': form,
}
