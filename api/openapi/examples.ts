/** For tests: a successful request for every route, and requests that fail for other reasons. */
import { sql } from 'drizzle-orm'
import type { Need } from '#api/accounts/auth/contract/access.ts'
import { recoveryId } from '#api/accounts/auth/second-factor/recovery-codes.ts'
import { codeOf, stepAt } from '#api/accounts/auth/second-factor/totp.ts'
import { hashToken } from '#api/core/links/password-links.ts'
import { type App, type Declaration, declaredRoutes } from '#api/core/route/route.ts'
import { builtInRows } from '#api/core/site-settings/contract/table.ts'
import { createPreviewToken } from '#api/website/appearance/preview-token.ts'
import { contentOf } from '#api/website/jobs/rows.ts'
import { uploadLimit } from '#api/website/media/contract.ts'
import {
  applications,
  bulk,
  bulkItems,
  candidateLinks,
  candidateRequests,
  drafts,
  jobs,
  mediaUses,
  menus,
  messages,
  outbox,
  pages,
  passwordLinks,
  previewLinks,
  privacyNotices,
  recoveryCodes,
  secondFactors,
  settings,
  trash,
  versions,
} from '#db/schema.ts'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { newPicture, pictureForm } from '#scripts/testing/fixtures/picture.ts'
import { emailOf, type Name, password, type World } from '#scripts/testing/world.ts'
import {
  type Example,
  type Examples,
  huge,
  link,
  mira,
  old,
  oldTag,
  type Refusal,
  token,
  withdrawnLink,
} from './example.ts'

/** As they are beside the routes. */
export const ofNouns = Object.values(
  import.meta.glob<Examples>('../*/*/examples.ts', { eager: true, import: 'default' }),
)

const page = { title: 'Team', slug: 'team', content: '<p>We.</p>' }
const job = { title: 'Cook', description: '<p>Cook.</p>' }
const setting = { key: 'opening_hours', category: 'general' }
const user = { ...mira, password: 'three green bottles', role: 'user' }
const rules = {
  keep_undecided_days: null,
  keep_rejected_days: 180,
  keep_selected_days: null,
  keep_withdrawn_days: 30,
  keep_consent_months: 12,
}
const whole = () => applicationForm({ job_id: 1 })
function newResume(file = resumeFile('mira.docx')) {
  const form = new FormData()
  form.append('resume', file)
  return form
}
const email = { subject: 'Hello {first_name}', body: '<p>Dear {first_name}</p>' }
const mailServer = {
  host: 'smtp.example.org',
  user: 'jobs',
  from_address: 'jobs@example.org',
  current_password: password,
}
const template = { ...email, name: 'Interview' }
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

/** The same in every world: user 6 has the same password hash. */
let preview = ''

/**
 * Application 1 of job 1 has a private link and a new address to confirm, a resume, and a file that
 * answers question 1; 2 is withdrawn and on legal hold. Job 2 is closed, 3 is open. Bulk action 1 has failed,
 * 2 is done, 3 runs. Mails 1 and 3 wait, 2 and 4 are sent; 3 and 4 are answers. Page 1 uses picture
 * 2, pages 2 and 3 are published. Pages and jobs 1 and 2 have a draft, 1 with a preview link and a version; page 9 and job 4 are
 * deleted. There are a footer menu, the setting `greeting` a hiring step and three tags. Users as cast, from ada (1) to ned (7):
 * two-step sign-in is on for sam (6) and ned, and begun by joe (3).
 */
export async function prepare(w: World) {
  const certificate = { id: 1, kind: 'file', label: 'Certificate', help: null } as const
  const questions = [{ ...certificate, required: false, options: null }]
  const job_id = await w.newJob({ questions })
  const form = applicationForm({ job_id, answer_1: resumeFile('mira.pdf') })
  await w.visitor.raw('/applications/submit', { method: 'POST', body: form })
  const mail = { to_address: 'mira@example.org', subject: 'Hello', text: 'Hi.', html: '<p>Hi.</p>' }
  const sent_at = '2020-01-01T00:00:00.000Z'
  await w.db.insert(outbox).values({ ...mail, message_id: '<1@foyer.test>', sent_at })
  const answer = { ...mail, kind: 'answer', application_id: 1, body: '<p>Hi.</p>' } as const
  await w.db.insert(outbox).values({ ...answer, message_id: '<2@foyer.test>' })
  await w.db.insert(outbox).values({ ...answer, message_id: '<3@foyer.test>', sent_at })
  await w.db.update(applications).set({ reviewed_at: sent_at, keep_until: '2090-01-31' })
  await w.newJob({ is_active: false, first_active_at: sent_at })
  await w.newJob()
  await w.db.insert(pages).values([
    { title: 'About', slug: 'about', content: '<p>Us.</p>' },
    { title: 'Terms', slug: 'terms', content: '<p>You.</p>', is_published: true },
    { title: 'Rules', slug: 'rules', content: '<p>All.</p>', is_published: true },
  ])
  const action = { user_id: 2, user_name: 'Rita Reviewer', action: 'status', total: 1 } as const
  const params = { status: 'rejected' } as const
  await w.db.insert(bulk).values([
    { ...action, params, state: 'done', finished_at: sent_at },
    { ...action, params: { status: 'pending' }, state: 'done', finished_at: sent_at, done: 1 },
    { ...action, params },
  ])
  await w.db.insert(bulkItems).values([
    { bulk_id: 1, application_id: 1, state: 'failed', error: 'Someone else has changed it' },
    {
      bulk_id: 2,
      application_id: 1,
      state: 'done',
      status_before: 'rejected',
      reviewed_at_after: sent_at,
    },
    { bulk_id: 3, application_id: 1, state: 'waiting', status_before: 'pending' },
  ])
  await newPicture(w.db)
  const media_id = await newPicture(w.db)
  await w.db.insert(mediaUses).values({ media_id, kind: 'page', subject_id: 1 })
  await w.db.insert(messages).values({ application_id: 1, text: 'Hello.', idempotency_key: 'a' })
  await w.db.insert(privacyNotices).values({ title: 'Privacy', content: '', sha256: 'a' })
  await w.db.insert(menus).values({ name: 'footer', items: [] })
  await w.db
    .insert(settings)
    .values([{ key: 'greeting', category: 'general', is_public: true }, ...builtInRows])
  await w.db.update(settings).set({ value: '12' }).where(sql`key = 'keep_consent_months'`)
  await prepareDrafts(w)
  const id = hashToken(token)
  await w.db
    .insert(passwordLinks)
    .values({ id, user_id: 3, expires_at: '2100-01-01T00:00:00.000Z' })
  const withdrawn = {
    status: 'selected',
    withdrawn_at: sent_at,
    created_at: sent_at,
    legal_hold: 'A claim',
  } as const
  const second = await w.newApplication(job_id, withdrawn)
  await w.db.insert(candidateLinks).values([
    { id, application_id: 1 },
    { id: hashToken('y'.repeat(43)), application_id: second },
  ])
  const expires_at = '2100-01-01T00:00:00.000Z'
  await w.db.insert(candidateRequests).values([
    { id, application_id: 1, kind: 'email', email: 'mira@example.net', expires_at },
    { id: hashToken('y'.repeat(43)), application_id: second, kind: 'erase', expires_at },
  ])
  preview ||= (await createPreviewToken(w.db, 6)).token
  // Signs in before the second factor exists.
  await w.as('sam')
  const confirmed_at = sent_at
  await w.db.insert(secondFactors).values([
    { user_id: 3, secret },
    { user_id: 6, secret, confirmed_at },
    { user_id: 7, secret, confirmed_at },
  ])
  await w.db.insert(recoveryCodes).values({ id: recoveryId(recoveryCode), user_id: 6 })
  for (const { prepare } of ofNouns) await prepare?.(w)
}

async function prepareDrafts(w: World) {
  const [first] = await w.db.select().from(jobs).limit(1)
  const fields = {
    page: { ...page, slug: 'about', meta_description: null },
    job: contentOf(first!),
  }
  const links = { created_by: 1, expires_at: '2100-01-01T00:00:00.000Z' }
  for (const [index, kind] of (['page', 'job'] as const).entries()) {
    const subject = { kind, subject_id: 1, fields: fields[kind] }
    const draft = { ...subject, base_sha256: '' }
    await w.db.insert(drafts).values([draft, { ...draft, subject_id: 2 }])
    await w.db.insert(versions).values({ ...subject, version: 1, is_draft: true })
    await w.db
      .insert(previewLinks)
      .values({ ...links, kind, subject_id: 1, token_hash: hashToken('xyz'[index]!.repeat(43)) })
  }
  const row = { id: 9, ...page, slug: 'former', is_published: 0, created_at: links.expires_at }
  const gone = await w.newJob({ deleted_at: links.expires_at, is_active: false })
  await w.db.insert(trash).values([
    { kind: 'page', subject_id: 9, title: 'Former', row, deleted_at: links.expires_at },
    { kind: 'page', subject_id: 10, title: 'Taken', row: { ...row, id: 10, slug: 'terms' } },
    { kind: 'job', subject_id: gone, title: 'Gone', row: { is_active: 1 } },
  ])
}

/** What differs from the example of the declaration, row 1, and `personFor` the route. */
const special: Record<string, Example> = {
  ...Object.assign({}, ...ofNouns.map(({ special }) => special)),
  'POST /auth/login': { json: { email: emailOf('rita'), password } },
  'POST /auth/forgot-password': { json: { email: emailOf('sam') } },
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
  'POST /auth/reset-password': { json: { token, newPassword: 'three green bottles' } },

  'GET /pages/slug/:slug': { at: '/pages/slug/terms' },
  'POST /pages/:id/versions/:version/restore': { at: '/pages/1/versions/1/restore' },
  'POST /jobs/:id/versions/:version/restore': { at: '/jobs/1/versions/1/restore' },
  'DELETE /pages/:id/draft': { at: '/pages/2/draft' },
  'DELETE /jobs/:id/draft': { at: '/jobs/2/draft' },
  'GET /drafts/:token': { at: `/drafts/${token}` },
  'POST /trash/pages/:id/restore': { at: '/trash/pages/9/restore' },
  'POST /trash/jobs/:id/restore': { at: '/trash/jobs/4/restore' },
  'POST /media': { form: pictureForm },
  'GET /templates/automatic/:name': { at: '/templates/automatic/receipt' },
  'PUT /templates/automatic/:name': { at: '/templates/automatic/receipt' },
  'DELETE /templates/automatic/:name': { at: '/templates/automatic/receipt' },
  'GET /menus/:name': { at: '/menus/header' },
  'PUT /menus/:name': { at: '/menus/footer' },
  'DELETE /menus/:name': { at: '/menus/footer' },

  'POST /jobs/:id/deactivate': { at: '/jobs/3/deactivate' },
  'PUT /email-settings': { json: mailServer },

  'POST /applications/submit': { form: whole },
  'POST /candidate/links': { json: { email: 'nobody@example.org' } },
  'PUT /candidate/:token/resume': { form: newResume },
  'GET /applications/former-options': { at: '/applications/former-options?job_id=1' },
  'POST /applications/:id/email/:mail_id/retry': { at: '/applications/1/email/3/retry' },
  'POST /applications/:id/mark-told': { at: '/applications/2/mark-told' },
  'POST /bulk/:id/undo': { at: '/bulk/2/undo' },

  'GET /settings/object': { at: '/settings/object?keys=greeting' },
  'GET /settings/key/:key': { at: '/settings/key/greeting' },
  'GET /settings/category/:category': { at: '/settings/category/general' },
  'PUT /settings/key/:key': { at: '/settings/key/greeting' },
  'DELETE /settings/key/:key': { at: '/settings/key/opening_hours' },
  'PUT /holidays/:date': { at: '/holidays/2027-06-11' },
  'DELETE /holidays/:date': { at: '/holidays/2027-06-11' },
  'GET /appearance/preview': {
    get at() {
      return `/appearance/preview?token=${preview}`
    },
  },

  'PUT /users/:id': { at: '/users/7' },
  'POST /users/:id/invite': { as: 'ada', at: '/users/6/invite' },
  'DELETE /users/:id/second-factor': { as: 'ada', at: '/users/7/second-factor' },
  'DELETE /users/:id': { as: 'ada', at: '/users/7' },
  'GET /privacy/retention/preview': { at: '/privacy/retention/preview?keep_rejected_days=180' },
  'PUT /privacy/retention': { as: 'ada' },
  'GET /visits': { at: '/visits?job_id=1&days=90' },
}

const holders: Record<Need, Name> = {
  admin: 'ada',
  review_applications: 'rita',
  manage_jobs: 'joe',
  edit_pages: 'pam',
  manage_settings: 'sam',
  manage_users: 'uma',
}

const personFor = ({ access }: Declaration) =>
  access.kind === 'open'
    ? undefined
    : access.kind === 'can'
      ? access.and
        ? 'ada'
        : holders[access.anyOf[0]]
      : 'rita'

/** Tokens of candidates are not 1. */
const addressOf = (path: string) =>
  path.replace(/(?<=^\/candidate\/(confirm\/)?):token/, token).replace(/:\w+/g, '1')

/** Need a row as `prepare` leaves it. */
const first = [
  'POST /bulk/:id/undo',
  'POST /candidate/:token/renew-consent',
  'GET /drafts/:token',
  'POST /pages/:id/preview-links',
  'POST /jobs/:id/preview-links',
  'DELETE /preview-links/:id',
  'POST /pages/:id/publish-draft',
  'POST /jobs/:id/publish-draft',
  ...ofNouns.flatMap(({ first = [] }) => first),
]
/** Delete what others need, or end sessions. */
const last = [
  ...ofNouns.flatMap(({ last = [] }) => last),
  'DELETE /applications/:id',
  'DELETE /jobs/:id',
  'POST /auth/logout',
  'POST /auth/reset-password',
]

/** Their requests depend on earlier responses. */
export const notByExample = ['DELETE /auth/sessions/:id', 'POST /auth/oidc/logout']

/** A request for each route that succeeds, in an order in which all do: deletions come last. */
export function successesOf(app: App): Record<string, Example> {
  const examples = declaredRoutes(app).map(({ method, path, declaration }) => {
    const below = path.slice('/api'.length)
    const as = personFor(declaration)
    const example: Example = {
      at: addressOf(below),
      ...(as && { as }),
      ...(declaration.json && { json: declaration.json.example as object }),
    }
    const name = `${method} ${below}`
    const own = Object.getOwnPropertyDescriptors(special[name] ?? {})
    return [name, Object.defineProperties(example, own)] as const
  })
  const rank = (name: string) => {
    if (first.includes(name)) return first.indexOf(name) - first.length
    return last.includes(name) ? 2 + last.indexOf(name) : Number(name.startsWith('DELETE'))
  }
  return Object.fromEntries(
    examples.filter(([name]) => !notByExample.includes(name)).sort(([a], [b]) => rank(a) - rank(b)),
  )
}

/** Fail because of existing rows, before any of the above has run; and the first picture upload. */
export const refusals: Refusal[] = [
  [401, 'POST /auth/login', { json: { email: emailOf('rita'), password: 'wrong' } }],
  [409, 'PUT /auth/profile', { as: 'rita', json: { first_name: 'Rita', ...old } }],
  [409, 'POST /auth/second-factor', { as: 'sam', json: { currentPassword } }],
  [409, 'POST /auth/second-factor/confirm', { as: 'rita', json: { code: '000000' } }],
  [409, 'POST /auth/second-factor/recovery-codes', { as: 'rita', json: unknownCode }],
  [409, 'POST /auth/second-factor/turn-off', { as: 'rita', json: unknownCode }],
  [409, 'DELETE /users/:id/second-factor', { as: 'ada', at: '/users/2/second-factor' }],
  [409, 'POST /pages', { as: 'pam', json: { ...page, slug: 'about' } }],
  [409, 'PUT /pages/:id', { as: 'pam', json: { ...page, ...old } }],
  [201, 'POST /media', { as: 'pam', form: pictureForm }],
  [400, 'POST /media', { as: 'pam', form: () => pictureForm(new Uint8Array(9)) }],
  [413, 'POST /media', { as: 'pam', form: () => pictureForm(new Uint8Array(uploadLimit + 1)) }],
  [409, 'PUT /media/:id', { as: 'pam', json: { alt: 'Bakers', ...old } }],
  [409, 'DELETE /media/:id', { as: 'pam', at: '/media/2' }],
  [400, 'GET /pages/:id', { as: 'pam', at: '/pages/1?draft=maybe' }],
  [400, 'GET /jobs/:id', { at: '/jobs/1?draft=maybe' }],
  [409, 'POST /pages/:id/preview-links', { as: 'pam', at: '/pages/3/preview-links' }],
  [409, 'POST /jobs/:id/preview-links', { as: 'joe', at: '/jobs/3/preview-links' }],
  [404, 'POST /trash/pages/:id/restore', { as: 'pam', at: '/trash/pages/99/restore' }],
  [400, 'POST /trash/pages/:id/restore', { as: 'pam', at: '/trash/pages/9/restore?slug=A' }],
  [409, 'POST /trash/pages/:id/restore', { as: 'pam', at: '/trash/pages/10/restore' }],
  [409, 'POST /pages/:id/publish-draft', { as: 'pam', at: '/pages/2/publish-draft' }],
  [403, 'GET /trash', { as: 'rita' }],
  [403, 'DELETE /preview-links/:id', { as: 'rita' }],
  [409, 'PUT /redirects', { as: 'pam', json: [], headers: oldTag }],
  [409, 'PUT /menus/:name', { as: 'pam', at: '/menus/footer', json: [], headers: oldTag }],
  [409, 'DELETE /menus/:name', { as: 'pam', at: '/menus/footer', headers: oldTag }],
  [409, 'PUT /jobs/:id/hiring-team', { as: 'ada', json: [], headers: oldTag }],
  [
    400,
    'GET /applications/reviewers',
    { as: 'rita', at: '/applications/reviewers?application_id=x' },
  ],
  [409, 'PUT /jobs/:id', { as: 'joe', json: { ...job, ...old } }],
  [
    400,
    'GET /applications/:id/messages',
    { as: 'rita', at: '/applications/1/messages?prefetch=no' },
  ],
  [400, 'GET /applications/:id', { as: 'rita', at: '/applications/1?prefetch=no' }],
  [409, 'PUT /applications/:id', { as: 'rita', json: { notes: '', ...old } }],
  [409, 'POST /applications/:id/email', { as: 'rita', json: { ...email, about_decision: true } }],
  [
    409,
    'POST /applications/:id/email/:mail_id/retry',
    { as: 'rita', at: '/applications/1/email/4/retry' },
  ],
  [409, 'POST /templates', { as: 'sam', json: { ...template, name: 'rejected' } }],
  [
    409,
    'PUT /templates/automatic/:name',
    { as: 'sam', at: '/templates/automatic/receipt', json: old },
  ],
  [409, 'PUT /templates/:id', { as: 'sam', json: { name: 'Interview', ...old } }],
  [409, 'POST /applications/:id/take-back', { as: 'rita' }],
  [409, 'POST /applications/:id/mark-told', { as: 'rita' }],
  [409, 'POST /bulk/:id/undo', { as: 'rita', at: '/bulk/3/undo' }],
  [409, 'POST /bulk/:id/retry', { as: 'rita', at: '/bulk/2/retry' }],
  [409, 'POST /settings', { as: 'sam', json: { ...setting, key: 'greeting' } }],
  [409, 'PUT /settings/:id', { as: 'sam', json: { value: '', ...old } }],
  [409, 'PUT /settings/key/:key', { as: 'sam', at: '/settings/key/greeting', json: old }],
  [409, 'DELETE /settings/:id', { as: 'sam', at: '/settings/2' }],
  [409, 'DELETE /settings/key/:key', { as: 'sam', at: '/settings/key/site_name' }],
  [404, 'DELETE /privacy/retention/pending', { as: 'sam' }],
  [409, 'PUT /privacy/retention', { as: 'sam', json: { ...rules, ...old } }],
  [
    400,
    'GET /privacy/retention/preview',
    { as: 'sam', at: '/privacy/retention/preview?keep_rejected_days=0' },
  ],
  [400, 'GET /visits', { as: 'joe', at: '/visits?days=401' }],
  [404, 'GET /appearance/preview', { at: '/appearance/preview?token=x' }],
  [409, 'PUT /appearance', { as: 'sam', json: { look: 'bold', ...old } }],
  [409, 'POST /appearance/publish', { as: 'sam' }],
  [400, 'POST /appearance/publish', { as: 'sam', at: '/appearance/publish?updated_at=today' }],
  [409, 'POST /users', { as: 'uma', json: { ...user, email: emailOf('rita') } }],
  [409, 'PUT /users/:id', { as: 'ada', at: '/users/7', json: old }],
  [409, 'POST /users/:id/invite', { as: 'ada', at: '/users/7/invite' }],
  [409, 'DELETE /users/:id', { as: 'uma', at: '/users/5' }],
  [409, 'POST /outbox/:id/retry', { as: 'ada', at: '/outbox/2/retry' }],
  [400, 'PUT /email-settings', { as: 'ada', json: { port: 22, current_password: password } }],
  [409, 'PUT /email-settings', { as: 'ada', json: { ...mailServer, ...old } }],
  [400, 'GET /dashboard', { as: 'rita', at: '/dashboard?since=yesterday' }],
  [400, 'POST /notifications/read', { as: 'rita', at: '/notifications/read?until=yesterday' }],
  [400, 'GET /audit/export', { as: 'ada', at: '/audit/export?action=nothing' }],
  [400, 'GET /redirects/export.csv', { as: 'pam', at: '/redirects/export.csv?separator=tab' }],
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
  [409, 'PUT /candidate/:token', { at: link, json: { phone: '1', ...old } }],
  [400, 'PUT /candidate/:token/resume', { at: `${link}/resume`, form: () => new FormData() }],
  [409, 'PUT /candidate/:token/resume', { at: `${withdrawnLink}/resume`, form: newResume }],
  [413, 'PUT /candidate/:token/resume', { at: `${link}/resume`, form: () => newResume(huge()) }],
  [409, 'POST /candidate/:token/undo-withdraw', { at: `${withdrawnLink}/undo-withdraw` }],
  [409, 'POST /candidate/:token/renew-consent', { at: `${withdrawnLink}/renew-consent` }],
  [409, 'POST /candidate/:token/erase', { at: `${withdrawnLink}/erase` }],
  [409, 'POST /candidate/confirm/:token', { at: `/candidate/confirm/${'y'.repeat(43)}` }],
  [409, 'DELETE /applications/:id', { as: 'rita', at: '/applications/2' }],
  [400, 'GET /settings/object', { at: '/settings/object?keys=' }],
  ...ofNouns.flatMap(({ refusals = [] }) => refusals),
]
