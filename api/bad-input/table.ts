/** Every route that takes JSON, a query or a form, by field; a test fails when one is missing. */
import { type Name, password } from '#scripts/testing/world.ts'
import { richTextMaximum } from '../rich-text/contract/fields.ts'
import type { Field, Kind } from './values.ts'

export type Call = {
  /** The caller; a visitor by default. */
  as?: Name
  fields: Record<string, Field>
  /** A valid input, different each time; empty by default. */
  good?: (unique: number) => Record<string, unknown>
  /** Status of the response to valid input; 200 by default. */
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
const application = { ...person, phone: optional('phone', 40), status: field('status') }
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
  language: optional('language', 35),
  letter: field('fieldMode'),
  letter_min: field('letterMinimum'),
  resume: field('fieldMode'),
  questions: field('questions'),
  tell: field('tell'),
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
const savedView = { name: field('viewName', 60), query: optional('line', 2000) }
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
const email = { subject: field('emailSubject', 200), body: field('emailBody', 20_000) }
const emailDraft: Call = {
  as: 'rita',
  fields: { ...email, reply_to: field('replyTo') },
  good: () => ({ subject: 'Hello', body: '<p>Hi.</p>' }),
}
const settingValue: Call = { as: 'sam', fields: { value: field('value', 2000), updated_at } }

const applicationExport: Call = {
  as: 'ada',
  fields: {
    ...{ status: field('choice'), job_id: field('filterId'), q: field('search', 200) },
    ...{ unread: field('onlyTrue'), waiting: field('onlyTrue'), bom: field('onlyTrue') },
    ...{ keep: field('onlyTrue'), withdrawn: field('trueOrFalse') },
    ...{ ids: field('idList'), except: field('idList'), columns: field('exportColumns') },
  },
}

const bulkCall: Call = {
  as: 'rita',
  fields: {
    ...{ ids: field('ids'), filter: field('bulkFilter'), except: field('except') },
    ...{ action: field('bulkAction'), status: field('status'), tell: field('bulkTell') },
    ...{ subject: field('emailSubject', 200), body: field('emailBody', 20_000) },
    ...{ reply_to: field('replyTo'), about_decision: field('flag') },
  },
  good: () => ({
    ...{ ids: [1], action: 'email', status: 'rejected' },
    ...{ subject: 'Hello', body: '<p>Hi.</p>' },
  }),
}

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
    fields: {
      ...person,
      currentPassword: optional('secret', 1000),
      notify_applications: field('flag'),
      tell: field('tell'),
      updated_at,
    },
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
  'PUT /media/:id': {
    as: 'pam',
    fields: {
      ...{ alt: optional('line', 300), decorative: field('flag'), focal: field('focal') },
      updated_at,
    },
  },
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
  'POST /applications/bulk': { ...bulkCall, status: 202 },
  'POST /applications/bulk/preview': bulkCall,
  'POST /applications/:id/comments': {
    as: 'rita',
    fields: { text: field('comment', 5000) },
    good: () => ({ text: 'Yes.' }),
    status: 201,
  },
  'PUT /applications/:id/comments/:comment_id': {
    as: 'rita',
    fields: { text: field('comment', 5000), updated_at },
  },
  'PUT /applications/:id': {
    as: 'rita',
    fields: {
      ...application,
      notes: optional('richText', richTextMaximum),
      legal_hold: optional('line', 500),
      tell: field('tellOfDecision'),
      updated_at,
    },
  },
  'PUT /candidate/:token': {
    fields: { phone: optional('phone', 40), email: field('email', 254), updated_at },
  },
  'POST /candidate/links': {
    fields: { email: field('email', 254) },
    good: () => ({ email: 'nobody@example.org' }),
    status: 202,
  },
  'POST /templates': {
    as: 'sam',
    fields: { name: field('line', 100), ...email, status: field('decision') },
    good: (unique) => ({ name: `Template ${unique}`, subject: 'Hello', body: '<p>Hi.</p>' }),
    status: 201,
  },
  'PUT /templates/:id': {
    as: 'sam',
    fields: { name: field('templateName', 100), ...email, status: field('decision'), updated_at },
  },
  'POST /applications/:id/email': {
    as: 'rita',
    fields: { ...email, reply_to: field('replyTo'), about_decision: field('aboutDecision') },
    good: () => ({ subject: 'Hello', body: '<p>Hi.</p>' }),
    status: 201,
  },
  'POST /applications/:id/email/preview': emailDraft,
  'POST /applications/:id/email/test': emailDraft,
  'POST /applications/read': {
    as: 'rita',
    fields: { up_to: field('upTo') },
    good: () => ({ up_to: 1 }),
    status: 204,
  },
  'POST /views': {
    as: 'rita',
    fields: savedView,
    good: (unique) => ({ name: `View ${unique}`, query: 'status=pending' }),
    status: 201,
  },
  'PUT /views/:id': { as: 'rita', fields: savedView },
  'PUT /holidays/:date': {
    as: 'sam',
    fields: { name: optional('line', 100), is_day_off: field('flag') },
    good: () => ({}),
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
  'PUT /appearance': {
    as: 'sam',
    fields: {
      ...{ look: field('look'), brand_color: field('color'), type_pairing: field('typePairing') },
      ...{ corners: field('corners'), header: field('header'), scheme: field('scheme') },
      ...{ logo_light: field('logo'), logo_dark: field('logo'), icon: field('icon') },
      ...{ hero: field('hero'), updated_at: field('timeOrNull') },
    },
  },
  'POST /visits': {
    fields: { job_id: field('rowId'), source: optional('line', 100) },
    good: () => ({ job_id: 1, source: 'example.net' }),
    status: 204,
  },
  'PUT /privacy/retention': {
    as: 'ada',
    fields: {
      ...{
        keep_undecided_days: field('retentionDays'),
        keep_rejected_days: field('retentionDays'),
      },
      ...{
        keep_selected_days: field('retentionDays'),
        keep_withdrawn_days: field('retentionDays'),
      },
      ...{ keep_consent_months: field('consentMonths'), updated_at },
    },
  },
  'PUT /setup': {
    as: 'sam',
    fields: { item: field('setupItem'), skipped: field('flag') },
    good: () => ({ item: 'mail', skipped: true }),
  },
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
  'GET /media': list({ q: field('search', 200), unused: field('trueOrFalse') }),
  'GET /jobs/active': list({ ...jobSearch, sort: field('choice') }),
  'GET /jobs/active/summaries': list(jobSearch),
  'GET /jobs/active/facets': { as: 'ada', fields: jobSearch },
  'GET /jobs': list({ ...jobSearch, state: field('choice') }),
  'GET /applications': list({
    ...{ status: field('choice'), job_id: field('filterId') },
    ...{ sort: field('choice'), q: field('search', 200) },
    ...{ unread: field('onlyTrue'), waiting: field('onlyTrue'), withdrawn: field('trueOrFalse') },
    keep: field('onlyTrue'),
  }),
  'GET /applications/stats': {
    as: 'ada',
    fields: {
      ...{ job_id: field('filterId'), q: field('search', 200) },
      ...{ unread: field('onlyTrue'), waiting: field('onlyTrue'), withdrawn: field('trueOrFalse') },
      keep: field('onlyTrue'),
    },
  },
  'GET /applications/former-options': {
    as: 'rita',
    fields: { job_id: field('filterId') },
    good: () => ({ job_id: '1' }),
  },
  'GET /applications/export.csv': applicationExport,
  'GET /applications/export.zip': applicationExport,
  'GET /applications/:id': { as: 'ada', fields: { prefetch: field('onlyTrue') } },
  'GET /settings/object': {
    as: 'ada',
    fields: { keys: field('keys') },
    good: () => ({ keys: 'greeting' }),
  },
  'GET /visits': { as: 'joe', fields: { job_id: field('filterId'), days: field('days') } },
  'GET /privacy/retention/preview': {
    as: 'sam',
    fields: {
      ...{ keep_undecided_days: field('triedDays'), keep_rejected_days: field('triedDays') },
      ...{ keep_selected_days: field('triedDays'), keep_withdrawn_days: field('triedDays') },
    },
  },
  'GET /settings/category/:category': list(),
  'GET /settings': list(),
  'GET /templates': list(),
  'GET /applications/:id/email': list(),
  'GET /users': list(),
  'GET /audit': list(trail),
  'GET /audit/export': { as: 'ada', fields: trail },
  'GET /appearance/history': { ...list(), as: 'sam' },
  'GET /dashboard': { as: 'ada', fields: { since: field('time') } },
  'GET /outbox': list({ state: field('choice') }),
}

const form: Call = {
  form: true,
  fields: {
    ...person,
    job_id: field('formJobId'),
    phone: optional('phone', 40),
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
