/** For tests: a successful request for every route, and requests refused for reasons of their own. */
import { createHash } from 'node:crypto'
import { builtInSettings } from '#db/built-in-settings.ts'
import { outbox, pages, passwordLinks, recoveryCodes, secondFactors, settings } from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { emailOf, type Name, password, type World } from '#scripts/testing/world.ts'
import { recoveryId } from '../auth/recovery-codes.ts'
import { codeOf, stepAt } from '../auth/totp.ts'

export type Example = {
  as?: Name
  /** The address, if not the path with 1 for its parameter. */
  at?: string
  /** A string is sent unchanged. */
  json?: object | string
  form?: () => FormData
  headers?: Record<string, string>
}

const mira = { first_name: 'Mira', last_name: 'Ostergard', email: 'mira@example.org' }
const page = { title: 'Team', slug: 'team', content: '<p>We.</p>' }
const job = { title: 'Cook', description: '<p>Cook.</p>' }
const setting = { key: 'opening_hours', category: 'general' }
const user = { ...mira, password: 'three green bottles', role: 'user' }
const whole = () => applicationForm({ job_id: 1 })
const huge = () => new File([new Uint8Array(6 * 1_048_576)], 'mira.pdf')
const token = 'x'.repeat(43)
const secret = 'a'.repeat(40)
const currentPassword = password
const recoveryCode = 'abcd-efgh-jkmn-pqrs'
const unknownCode = { currentPassword, code: '000000' }

/** The code at the time of reading. */
const currentCode = {
  get code() {
    return codeOf(secret, stepAt(Date.now()))
  },
}

/** Job 1 with application 1, its resume and a file that answers question 1, job 2 that is closed, mail 1 that waits and mail 2 that is sent, page 1, setting 1 called `greeting`; users as cast, from ada, 1, to ned, 7; two-step sign-in on for sam, 6, and ned, begun by joe, 3. */
export async function prepare(w: World) {
  const certificate = { id: 1, kind: 'file', label: 'Certificate', help: null } as const
  const questions = [{ ...certificate, required: false, options: null }]
  const job_id = await w.newJob({ questions })
  const form = applicationForm({ job_id, answer_1: resumeFile('mira.pdf') })
  await w.visitor.raw('/applications/submit', { method: 'POST', body: form })
  const mail = { to_address: 'mira@example.org', subject: 'Hello', text: 'Hi.', html: '<p>Hi.</p>' }
  const sent_at = '2020-01-01T00:00:00.000Z'
  await w.db.insert(outbox).values({ ...mail, message_id: '<1@foyer.test>', sent_at })
  await w.newJob({ is_active: false, first_active_at: sent_at })
  await w.db.insert(pages).values({ title: 'About', slug: 'about', content: '<p>Us.</p>' })
  await w.db
    .insert(settings)
    .values([{ key: 'greeting', category: 'general', is_public: true }, ...builtInSettings])
  const id = createHash('sha256').update(token).digest('hex')
  await w.db
    .insert(passwordLinks)
    .values({ id, user_id: 3, expires_at: '2100-01-01T00:00:00.000Z' })
  // Signs in before the second factor exists.
  await w.as('sam')
  const confirmed_at = sent_at
  await w.db.insert(secondFactors).values([
    { user_id: 3, secret },
    { user_id: 6, secret, confirmed_at },
    { user_id: 7, secret, confirmed_at },
  ])
  await w.db.insert(recoveryCodes).values({ id: recoveryId(recoveryCode), user_id: 6 })
}

/** Run in this order: deletions come last. */
export const successes: Record<string, Example> = {
  'GET /openapi.json': {},
  'POST /auth/login': { json: { email: emailOf('rita'), password } },
  'POST /auth/forgot-password': { json: { email: emailOf('sam') } },
  'GET /auth/profile': { as: 'rita' },
  'PUT /auth/profile': { as: 'rita', json: { first_name: 'Rita' } },
  'POST /auth/change-password': {
    as: 'pam',
    json: { currentPassword: password, newPassword: 'three green bottles' },
  },
  'GET /auth/second-factor': { as: 'sam' },
  'POST /auth/second-factor': { as: 'uma', json: { currentPassword } },
  'POST /auth/second-factor/confirm': { as: 'joe', json: currentCode },
  'POST /auth/second-factor/recovery-codes': {
    as: 'sam',
    json: { currentPassword, code: recoveryCode },
  },
  'POST /auth/second-factor/turn-off': {
    as: 'sam',
    get json() {
      return { currentPassword, code: currentCode.code }
    },
  },
  'GET /auth/sessions': { as: 'rita' },
  'DELETE /auth/sessions': { as: 'rita' },

  'GET /pages': { as: 'pam' },
  'GET /pages/:id': { as: 'pam' },
  'POST /pages': { as: 'pam', json: page },
  'PUT /pages/:id': { as: 'pam', json: { title: 'About us' } },
  'POST /pages/:id/publish': { as: 'pam' },
  'GET /pages/published': {},
  'GET /pages/slug/:slug': { at: '/pages/slug/about' },
  'POST /pages/:id/unpublish': { as: 'pam' },
  'DELETE /pages/:id': { as: 'pam' },

  'GET /jobs/active': {},
  'GET /jobs/active/facets': {},
  'GET /jobs/suggestions': { as: 'joe' },
  'GET /jobs/:id': {},
  'GET /jobs/:id/similar': {},
  'GET /jobs': { as: 'rita' },
  'POST /jobs': { as: 'joe', json: job },
  'PUT /jobs/:id': { as: 'joe', json: { title: 'Baker' } },
  'POST /jobs/:id/deactivate': { as: 'joe' },
  'POST /jobs/:id/activate': { as: 'joe' },
  'POST /jobs/:id/duplicate': { as: 'joe' },

  'GET /outbox': { as: 'ada' },
  'GET /outbox/server': { as: 'rita' },
  'POST /outbox/test': { as: 'sam' },
  'GET /outbox/status': { as: 'ada' },
  'POST /outbox/:id/retry': { as: 'ada' },

  'POST /applications/submit': { form: whole },
  'GET /applications/stats': { as: 'rita' },
  'GET /applications': { as: 'rita' },
  'POST /applications/manual': { as: 'rita', json: { ...mira, job_id: 1 } },
  'GET /applications/:id': { as: 'rita' },
  'GET /applications/:id/resume': { as: 'rita' },
  'GET /applications/:id/answers/:question_id/file': {
    as: 'rita',
    at: '/applications/1/answers/1/file',
  },
  'PUT /applications/:id': { as: 'rita', json: { status: 'selected', notes: '<p>Yes.</p>' } },
  'DELETE /applications/:id': { as: 'rita' },
  'DELETE /jobs/:id': { as: 'joe' },

  'GET /settings/public': {},
  'GET /settings/object': { at: '/settings/object?keys=greeting' },
  'GET /settings/key/:key': { at: '/settings/key/greeting' },
  'GET /settings/category/:category': { at: '/settings/category/general' },
  'GET /settings': { as: 'sam' },
  'GET /settings/:id': { as: 'sam' },
  'POST /settings': { as: 'sam', json: setting },
  'PUT /settings/:id': { as: 'sam', json: { value: 'Hello' } },
  'PUT /settings/key/:key': { as: 'sam', at: '/settings/key/greeting', json: { value: 'Hi' } },
  'DELETE /settings/key/:key': { as: 'sam', at: '/settings/key/opening_hours' },
  'DELETE /settings/:id': { as: 'sam' },

  'GET /users': { as: 'uma' },
  'GET /users/:id': { as: 'uma' },
  'POST /users': { as: 'uma', json: user },
  'PUT /users/:id': { as: 'uma', at: '/users/7', json: { last_name: 'None' } },
  'POST /users/:id/invite': { as: 'ada', at: '/users/6/invite' },
  'DELETE /users/:id/second-factor': { as: 'ada', at: '/users/7/second-factor' },
  'DELETE /users/:id': { as: 'ada', at: '/users/7' },
  'GET /audit': { as: 'ada' },
  'GET /audit/export': { as: 'ada' },

  'POST /auth/logout': { as: 'rita' },
  'POST /auth/reset-password': { json: { token, newPassword: 'three green bottles' } },
}

const old = { updated_at: '2020-01-01T00:00:00.000Z' }

/** Refused because of existing rows, before any of the above has run. */
export const refusals: [status: number, call: string, Example][] = [
  [401, 'POST /auth/login', { json: { email: emailOf('rita'), password: 'wrong' } }],
  [409, 'PUT /auth/profile', { as: 'rita', json: { first_name: 'Rita', ...old } }],
  [409, 'POST /auth/second-factor', { as: 'sam', json: { currentPassword } }],
  [409, 'POST /auth/second-factor/confirm', { as: 'rita', json: { code: '000000' } }],
  [409, 'POST /auth/second-factor/recovery-codes', { as: 'rita', json: unknownCode }],
  [409, 'POST /auth/second-factor/turn-off', { as: 'rita', json: unknownCode }],
  [409, 'DELETE /users/:id/second-factor', { as: 'ada', at: '/users/2/second-factor' }],
  [409, 'POST /pages', { as: 'pam', json: { ...page, slug: 'about' } }],
  [409, 'PUT /pages/:id', { as: 'pam', json: { ...page, ...old } }],
  [409, 'PUT /jobs/:id', { as: 'joe', json: { ...job, ...old } }],
  [409, 'PUT /applications/:id', { as: 'rita', json: { notes: '', ...old } }],
  [409, 'POST /settings', { as: 'sam', json: { ...setting, key: 'greeting' } }],
  [409, 'PUT /settings/:id', { as: 'sam', json: { value: '', ...old } }],
  [409, 'PUT /settings/key/:key', { as: 'sam', at: '/settings/key/greeting', json: old }],
  [409, 'DELETE /settings/:id', { as: 'sam', at: '/settings/2' }],
  [409, 'DELETE /settings/key/:key', { as: 'sam', at: '/settings/key/site_name' }],
  [409, 'POST /users', { as: 'uma', json: { ...user, email: emailOf('rita') } }],
  [409, 'PUT /users/:id', { as: 'ada', at: '/users/7', json: old }],
  [409, 'POST /users/:id/invite', { as: 'ada', at: '/users/7/invite' }],
  [409, 'DELETE /users/:id', { as: 'uma', at: '/users/5' }],
  [409, 'POST /outbox/:id/retry', { as: 'ada', at: '/outbox/2/retry' }],
  [400, 'GET /audit/export', { as: 'ada', at: '/audit/export?action=nothing' }],
  [400, 'GET /jobs/active/facets', { at: `/jobs/active/facets?q=${'x'.repeat(101)}` }],
  [410, 'GET /jobs/:id', { at: '/jobs/2' }],
  [403, 'POST /applications/submit', { form: whole, headers: { 'sec-fetch-site': 'cross-site' } }],
  [400, 'POST /applications/submit', { form: () => applicationForm({ job_id: 1, email: '' }) }],
  [409, 'POST /applications/submit', { form: () => applicationForm({ job_id: 2 }) }],
  [
    413,
    'POST /applications/submit',
    { form: () => applicationForm({ job_id: 1, resume: huge() }) },
  ],
  [400, 'GET /settings/object', { at: '/settings/object?keys=' }],
]
