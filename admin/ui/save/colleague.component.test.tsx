import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  list,
  problem,
  requests,
  type Stubs,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import {
  account,
  application,
  job,
  listedApplication,
  listedPage,
  noEvaluation,
  own,
  page as pageRow,
  publicSettings,
  setting,
} from '#scripts/testing/components/rows.ts'
import { noSuggestions } from '../../jobs/queries.ts'

const later = '2026-03-03T09:00:00.000Z'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByLabelText(name, { exact: true })
const conflict = page.getByRole('alert').filter({ hasText: /Rita Marchetti changed this/ })

type Screen = {
  path: string
  /** What is stored, and what the colleague makes of it: one field of mine, one of theirs. */
  stored: object
  theirs: object
  stubs: (stored: unknown) => Stubs
  /** Where it is read and saved. */
  get?: string
  put: string
  /** With an ETag: what is stored is a list, or has no version of its own. */
  hasTag?: true
  open?: () => Promise<unknown>
  /** Types what the colleague has changed as well, and what nobody else has. */
  type: () => Promise<unknown>
  save: () => Promise<unknown>
  /** What is typed, once the conflict is shown. */
  mine: () => Promise<unknown>
  /** The field that both changed, as the question names it. */
  asks: string
  /** What the second request has, after Yours was chosen. */
  sent: object
  done: RegExp
}

const record: Stubs = {
  'GET /api/applications/5': application,
  'GET /api/applications/5/activity': [],
  'GET /api/applications/5/also-applied': [],
  'GET /api/applications/5/email': [],
  'GET /api/applications/5/resume': new Response('%PDF-1.7'),
  'GET /api/applications/reviewers': [],
  'GET /api/bulk': [],
  'GET /api/applications': list([listedApplication]),
  'GET /api/jobs/1': job,
  'GET /api/settings': [],
  'GET /api/outbox/server': { mail_server: true },
}
const tagged = (body: unknown, tag: string) =>
  Response.json(body, { headers: { ETag: `"${tag}"` } })

const tag = {
  id: 1,
  name: 'Danish',
  color: 'blue',
  application_count: 0,
  created_at: later,
  updated_at: '2026-03-02T09:00:00.000Z',
}
const step = (id: number, name: string, days: number | null = null) => ({
  id,
  name,
  status: 'pending',
  days,
  template_id: null,
  application_count: 0,
})
const interview = {
  id: 3,
  application_id: 5,
  state: 'proposed',
  times: ['2099-01-12T09:00:00.000Z'],
  time: null,
  minutes: 45,
  place: 'Room 1',
  time_zone: 'UTC',
  reply: null,
  user_ids: [1],
  people: [{ id: 1, name: 'Ada Halloran' }],
  conflicts: [],
  ends_at: null,
  proposed_name: 'Ada Halloran',
  answered_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
}
const menuItem = (label: string, url: string) => ({ label, url })
const mailServer = {
  kind: 'smtp',
  tenant: '',
  client_id: '',
  client_secret_set: false,
  secret_expires_on: null,
  service_account_set: false,
  mailbox: '',
  locked: false,
  host: 'smtp.example.org',
  port: 587,
  security: 'starttls',
  user: '',
  password_set: false,
  password_unreadable: false,
  can_store_password: true,
  from_name: 'Careers',
  from_address: 'careers@example.org',
  sender: 'careers@example.org',
  sender_locked: false,
  updated_at: '2026-03-02T09:00:00.000Z',
}

const severalLanguages = [...publicSettings, { key: 'site_languages', value: 'de' }]
const translation = {
  language: 'de',
  published: true,
  outdated: false,
  has_draft: false,
  updated_at: '2026-03-02T09:00:00.000Z',
}

const screens: Record<string, Screen> = {
  page: {
    path: '/pages/2/edit',
    stored: pageRow,
    theirs: { title: 'Theirs', slug: 'about-us' },
    stubs: (stored) => ({
      'GET /api/pages/2': stored,
      'GET /api/pages': list([listedPage]),
      'GET /api/pages/unlinked': [],
    }),
    put: '/api/pages/2',
    type: () => field('Title *').fill('Mine'),
    save: () => button('Update Page').click(),
    mine: () => expect.element(field('Title *')).toHaveValue('Mine'),
    asks: 'Title',
    sent: { title: 'Mine', slug: 'about-us' },
    done: /“Mine” was updated/,
  },
  job: {
    path: '/jobs/1/edit',
    stored: job,
    theirs: { title: 'Theirs', salary_range: 'Enough' },
    stubs: (stored) => ({
      'GET /api/jobs/1': stored,
      'GET /api/jobs': [job],
      'GET /api/jobs/suggestions': noSuggestions,
      'GET /api/appearance/published': { look: 'quiet' },
      'GET /api/settings': [],
    }),
    put: '/api/jobs/1',
    type: () => field('Job Title *').fill('Mine'),
    save: () => button('Update Job').click(),
    mine: () => expect.element(field('Job Title *')).toHaveValue('Mine'),
    asks: 'Job Title',
    sent: { title: 'Mine', salary_range: 'Enough' },
    done: /“Mine” was updated/,
  },
  'translation of a page': {
    path: '/pages/2/translations/de',
    stored: {
      ...translation,
      title: 'Über',
      content: '<p>Wir.</p>',
      meta_description: null,
    },
    theirs: { title: 'Theirs', meta_description: 'Wer wir sind' },
    stubs: (stored) => ({
      'GET /api/pages/2': pageRow,
      'GET /api/pages': list([listedPage]),
      'GET /api/settings/public': severalLanguages,
      'GET /api/pages/2/translations/de': stored,
    }),
    put: '/api/pages/2/translations/de',
    type: () => field('Title').fill('Mine'),
    save: () => button('Update Translation').click(),
    mine: () => expect.element(field('Title')).toHaveValue('Mine'),
    asks: 'Title',
    sent: { title: 'Mine', meta_description: 'Wer wir sind' },
    done: /The German translation of “About Brackwater” was updated/,
  },
  'translation of a job': {
    path: '/jobs/1/translations/de',
    stored: {
      ...translation,
      title: 'Techniker',
      description: '<p>Sie prüfen.</p>',
      requirements: null,
      location: null,
      salary_range: null,
      contact_text: null,
      questions: null,
    },
    theirs: { title: 'Theirs', location: 'Irland' },
    stubs: (stored) => ({
      'GET /api/jobs/1': job,
      'GET /api/jobs': [job],
      'GET /api/settings/public': severalLanguages,
      'GET /api/jobs/1/translations/de': stored,
    }),
    put: '/api/jobs/1/translations/de',
    type: () => field('Job Title').fill('Mine'),
    save: () => button('Update Translation').click(),
    mine: () => expect.element(field('Job Title')).toHaveValue('Mine'),
    asks: 'Job Title',
    sent: { title: 'Mine', location: 'Irland' },
    done: /The German translation of “Calibration Technician” was updated/,
  },
  user: {
    path: '/users/2/edit',
    stored: { ...account, id: 2, role: 'user' },
    theirs: { first_name: 'Theirs', last_name: 'Other' },
    stubs: (stored) => ({ 'GET /api/users/2': stored, 'GET /api/users': list([account]) }),
    put: '/api/users/2',
    type: () => field('First name *').fill('Mine'),
    save: () => button('Update User').click(),
    mine: () => expect.element(field('First name *')).toHaveValue('Mine'),
    asks: 'First name',
    sent: { first_name: 'Mine', last_name: 'Other' },
    done: /“Mine Other” was updated/,
  },
  profile: {
    path: '/profile',
    stored: own,
    theirs: { first_name: 'Theirs', last_name: 'Other' },
    stubs: (stored) => ({
      'GET /api/auth/profile': stored,
      'GET /api/auth/second-factor': {
        confirmed_at: null,
        recovery_codes_left: 0,
        required: false,
        passkeys: 0,
        signed_in_recently: true,
        has_password: true,
      },
      'GET /api/auth/sessions': [],
      'GET /api/auth/busy-calendar': null,
      'GET /api/outbox/server': { mail_server: true },
    }),
    put: '/api/auth/profile',
    type: () => field('First name *').fill('Mine'),
    save: () => button('Save').first().click(),
    mine: () => expect.element(field('First name *')).toHaveValue('Mine'),
    asks: 'First name',
    sent: { first_name: 'Mine', last_name: 'Other' },
    done: /“Mine Other” was updated/,
  },
  'mail server': {
    path: '/settings/email',
    stored: mailServer,
    theirs: { from_name: 'Theirs', from_address: 'jobs@example.org' },
    stubs: (stored) => ({
      'GET /api/email-settings': stored,
      'GET /api/email-settings/dns': { domain: null, spf: null, dmarc: null, dkim: null },
      'GET /api/outbox/server': { mail_server: true },
      'GET /api/settings': [],
    }),
    put: '/api/email-settings',
    type: async () => {
      await page.getByLabelText(/^Sender name/).fill('Mine')
      await field('Your own password *').fill('three green bottles')
    },
    save: () => button('Save and send a test').click(),
    mine: () => expect.element(page.getByLabelText(/^Sender name/)).toHaveValue('Mine'),
    asks: 'Sender name',
    sent: { from_name: 'Mine', from_address: 'jobs@example.org' },
    done: /“Email” was updated/,
  },
  setting: {
    path: '/settings',
    stored: setting({ key: 'site_tagline', value: 'We build' }),
    theirs: { value: 'Theirs' },
    stubs: (stored) => ({
      'GET /api/settings': [stored],
      'GET /api/holidays': [],
      'GET /api/outbox/server': { mail_server: true },
    }),
    put: '/api/settings/1',
    open: () => button('Edit Site Tagline').click(),
    type: () => page.getByRole('textbox', { name: 'Site Tagline' }).fill('Mine'),
    save: () => button('Save').click(),
    mine: () =>
      expect.element(page.getByRole('textbox', { name: 'Site Tagline' })).toHaveValue('Mine'),
    asks: 'Site Tagline',
    sent: { value: 'Mine' },
    done: /“Site Tagline” was updated/,
  },
  menu: {
    path: '/menus',
    stored: [menuItem('Home', '/'), menuItem('Jobs', '/jobs')],
    theirs: [menuItem('Theirs', '/'), menuItem('Work', '/jobs')],
    hasTag: true,
    stubs: (stored) => ({
      'GET /api/menus/header': stored,
      'GET /api/menus/footer': tagged([], 'default'),
      'GET /api/pages': list([]),
      'GET /api/pages/unlinked': [],
    }),
    get: '/api/menus/header',
    put: '/api/menus/header',
    type: () =>
      page
        .getByLabelText(/^Label/)
        .first()
        .fill('Mine'),
    save: () => button('Save header').click(),
    mine: () =>
      expect
        .element(page.getByRole('group', { name: 'Header item 1' }).getByLabelText('Label'))
        .toHaveValue('Mine'),
    asks: 'Items',
    sent: [menuItem('Mine', '/'), menuItem('Work', '/jobs')],
    done: /“Header” was updated/,
  },
  steps: {
    path: '/hiring-steps',
    stored: [step(1, 'Call'), step(2, 'Trial')],
    theirs: [step(1, 'Theirs'), step(2, 'Trial', 9)],
    hasTag: true,
    stubs: (stored) => ({ 'GET /api/hiring-steps': stored }),
    get: '/api/hiring-steps',
    put: '/api/hiring-steps',
    type: () => field('Name of step 1 of Pending').fill('Mine'),
    save: () => button('Save steps').click(),
    mine: () => expect.element(field('Name of step 1 of Pending')).toHaveValue('Mine'),
    asks: 'Steps',
    sent: [{ name: 'Mine' }, { name: 'Trial', days: 9 }],
    done: /The steps are saved/,
  },
  tag: {
    path: '/tags',
    stored: tag,
    theirs: { name: 'Theirs', color: 'red' },
    stubs: (stored) => ({ 'GET /api/tags': [stored] }),
    put: '/api/tags/1',
    open: () => button('Edit Danish').click(),
    type: () => field('Name').fill('Mine'),
    save: () => button('Save').click(),
    mine: () => expect.element(field('Name')).toHaveValue('Mine'),
    asks: 'Name',
    sent: { name: 'Mine', color: 'red' },
    done: /“Mine” was updated/,
  },
  interview: {
    path: '/applications/5?tab=interviews',
    stored: interview,
    theirs: { place: 'Theirs', minutes: 60 },
    stubs: (stored) => ({
      ...record,
      'GET /api/applications/5/interviews': [stored],
      'GET /api/applications/5/interviews/people': [
        { id: 1, first_name: 'Ada', last_name: 'Halloran', busy: [] },
      ],
    }),
    put: '/api/applications/5/interviews/3',
    open: () =>
      page
        .getByRole('region', { name: 'Interviews' })
        .getByRole('button', { name: 'Change' })
        .click(),
    type: () => field('Place or video link *').fill('Mine'),
    save: () => button('Save and email').click(),
    mine: () => expect.element(field('Place or video link *')).toHaveValue('Mine'),
    asks: 'Place or video link',
    sent: { place: 'Mine', minutes: 60 },
    done: /Interview changed/,
  },
  evaluation: {
    path: '/applications/5?tab=evaluation',
    stored: { ...noEvaluation, criteria: [{ name: 'Craft', score: null }] },
    theirs: { verdict: 2, text: 'Theirs', criteria: [{ name: 'Craft', score: 4 }] },
    hasTag: true,
    stubs: (stored) => ({
      ...record,
      'GET /api/applications/5/evaluation': stored,
      'GET /api/applications/5/evaluations': [],
    }),
    get: '/api/applications/5/evaluation',
    put: '/api/applications/5/evaluation',
    type: async () => {
      await page.getByRole('group', { name: 'Your verdict' }).getByRole('radio').nth(3).click()
      await page.getByLabelText(/^Why/).fill('Mine')
    },
    save: () => button('Save evaluation').click(),
    mine: () => expect.element(page.getByLabelText(/^Why/)).toHaveValue('Mine'),
    asks: 'Your verdict, Why',
    sent: { verdict: 4, text: 'Mine', criteria: [{ name: 'Craft', score: 4 }] },
    done: /./,
  },
}

/** Opens the screen, types, and saves what a colleague has changed since. */
async function collide({
  path,
  stored,
  theirs,
  stubs,
  get,
  put,
  hasTag,
  open,
  type,
  save,
}: Screen) {
  const now = Array.isArray(stored) ? theirs : { ...stored, ...theirs, updated_at: later }
  const version = (body: object, name: string) => (hasTag ? tagged(body, name) : body)
  await openBackOffice(path, {
    '*': serverError,
    ...stubs(version(stored, '1')),
    [`PUT ${put}`]: () => {
      if (get) stubApi({ [`GET ${get}`]: version(now, '2') })
      return problem(409, { error: 'Changed', current: now, changed_by: 'Rita Marchetti' })
    },
  })
  await open?.()
  await type()
  await save()
  return { now, version }
}

const rows = Object.entries(screens)

test.each(rows)(
  'a colleague’s change of a %s keeps what I typed, and shows theirs',
  async (name, screen) => {
    const { mine, save, put, sent, asks, done, hasTag } = screen
    const { now, version } = await collide(screen)
    const box =
      name === 'evaluation'
        ? page
            .getByRole('alert')
            .filter({ hasText: 'You changed this evaluation in another window' })
        : conflict
    await expect.element(box).toMatchTextContent(`Choose a version for: ${asks}.`)
    await expect.element(box).toHaveFocus()
    await expect.element(box).toMatchTextContent(/Theirs/)
    await mine()
    expect(await axeViolations()).toEqual([])
    // Undecided, it is not sent.
    const before = requests.filter(({ method }) => method === 'PUT').length
    await save()
    await expect.element(box.getByText('Choose a version', { exact: true }).first()).toBeVisible()
    expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(before)
    // By keyboard: the first choice of each field.
    for (const radio of box.getByRole('radio', { name: /^Yours/ }).elements()) {
      ;(radio as HTMLElement).focus()
      await userEvent.keyboard(' ')
    }
    const saved = Array.isArray(sent) ? now : { ...now, ...sent }
    stubApi({ [`PUT ${put}`]: version(saved, '3') })
    await save()
    await expect.element(page.getByText(done).first()).toBeInTheDocument()
    await expect
      .poll(() => requests.filter(({ method }) => method === 'PUT').at(-1))
      .toMatchObject({ body: sent })
    const last = requests.filter(({ method }) => method === 'PUT').at(-1)!
    if (hasTag) expect(last.headers.get('If-Match')).toBe('"2"')
    else expect(last.body).toMatchObject({ updated_at: later })
    sessionStorage.clear()
  },
)
