import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { builtInSettings } from '#api/core/site-settings/contract/table.ts'
import type { settingRow } from '#api/office/settings/contract/row.ts'
import {
  problem,
  requests,
  type Stubs,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own, setting } from '#scripts/testing/components/rows.ts'
import { titleOf } from './queries.ts'

type Setting = z.infer<typeof settingRow>

const later = '2026-03-03T09:00:00.000Z'
const row = (title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const sidebar = page.getByRole('navigation', { name: 'Back office' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = (sentence: string) => page.getByText(sentence, { exact: false })
const writes = () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body)
const staff = { ...own, role: 'user' as const, permissions: ['manage_settings' as const] }

const openSettings = (
  settings: Setting[],
  stubs: Stubs = {},
  { user = own, view = '' }: { user?: typeof own | typeof staff; view?: string } = {},
) =>
  openBackOffice(
    view.startsWith('/') ? view : `/settings${view}`,
    {
      'GET /api/settings': settings,
      'GET /api/holidays': serverError,
      'GET /api/jobs': [],
      'GET /api/jobs/suggestions': serverError,
      'GET /api/outbox/server': { mail_server: true },
      ...stubs,
    },
    user,
  )

async function change(title: string, value: string) {
  await button(`Edit ${title}`).click()
  await page.getByRole('main').getByLabelText(title, { exact: true }).fill(value)
  await userEvent.keyboard('{Enter}')
}

const tagline = setting({ key: 'site_tagline', value: 'We build instruments' })
const theirs = { ...tagline, value: 'Theirs', updated_at: later }
const conflict = (name?: string) =>
  problem(409, { error: 'Changed', current: theirs, ...(name && { changed_by: name }) })

afterEach(() => void vi.restoreAllMocks())

describe('The list of settings', () => {
  test('a search finds settings of other screens, with where they are changed', async () => {
    await openSettings([
      setting({ key: 'site_name', value: 'Brackwater' }),
      setting({ id: 2, key: 'keep_rejected_days', value: '180', category: 'privacy' }),
      setting({ id: 3, key: 'answer_time_days', value: '4', category: 'candidates' }),
    ])
    await expect.element(row('Site Name')).toBeVisible()
    expect(row('Keep Rejected Days').query()).toBe(null)
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('days')
    const link = row('Keep Rejected Days').getByRole('link', { name: 'set under Privacy →' })
    await expect.element(link).toHaveAttribute('href', '/backoffice/privacy')
    // WCAG 2.2 SC 2.5.8.
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(24)
    await expect.element(row('Keep Rejected Days').getByText('180 days')).toBeVisible()
    await expect
      .element(row('Answer Time Days').getByText('computed', { exact: true }))
      .toBeVisible()
    expect(page.getByRole('button', { name: /^Edit/ }).elements()).toEqual([])
  })

  test('settings show their description, (empty) for no value, and whether visitors see them', async () => {
    await openSettings([
      setting({ key: 'site_name', value: 'Brackwater', description: 'In every title' }),
      setting({ id: 2, key: 'google_analytics_id', category: 'analytics', is_public: false }),
    ])
    await expect.element(row('Site Name')).toMatchTextContent('In every title')
    await expect.element(row('Site Name').getByText('Public', { exact: true })).toBeVisible()
    const analytics = row('Google Analytics Id')
    await expect.element(analytics.getByText('(empty)', { exact: true })).toBeVisible()
    expect(analytics.getByText('Public').query()).toBe(null)
  })

  const all = Object.entries(builtInSettings).map(([key, { category, description }], at) =>
    setting({ id: at + 1, key, category, description }),
  )
  const listed = ({ key }: Setting) =>
    page.getByRole('heading', { level: 3, name: titleOf(key), exact: true })

  test('the specified categories and unknown ones are on one screen, under their titles', async () => {
    const rota = setting({ id: 99, key: 'rota', category: 'our house' })
    await openSettings([...all, rota])
    const shown = () =>
      page
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent)
    const titles = [
      'General',
      'Contact',
      'SEO',
      'Analytics',
      'File Uploads',
      'System',
      'Social Media',
      'our house',
    ]
    await expect.poll(shown).toEqual(titles)
    for (const one of [...all, rota])
      if (['jobs', 'candidates', 'privacy', 'email'].includes(one.category))
        expect(listed(one).query()).toBe(null)
      else await expect.element(listed(one)).toBeVisible()
  })

  test.each([
    ['/settings/jobs', 'Job Settings', 'jobs'],
    ['/settings/candidates', 'Candidate Settings', 'candidates'],
    ['/settings/notifications', 'Email Notifications', 'email'],
  ])('%s, “%s”, has the settings of the category %s, and no others', async (view, title, name) => {
    await openSettings(all, {}, { view })
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // Offered once German is a language of the site.
    for (const one of all)
      if (one.category === name && one.key !== 'german_address') {
        await expect.element(listed(one)).toBeVisible()
        await expect.element(page.getByText(one.description, { exact: true }).first()).toBeVisible()
      } else expect(listed(one).query()).toBe(null)
    expect(await axeViolations()).toEqual([])
  })

  test('values are in words; those of specified settings as they are stored', async () => {
    const shown = [
      setting({ key: 'max_file_size', value: '5', category: 'uploads' }),
      setting({ id: 2, key: 'maintenance_mode', value: 'false', category: 'system' }),
      setting({ id: 3, key: 'count_visits', value: 'true', category: 'analytics' }),
    ]
    await openSettings(shown)
    await expect.element(row('Max File Size').getByText('5', { exact: true })).toBeVisible()
    await expect.element(row('Max File Size').getByText('MB', { exact: true })).toBeVisible()
    await expect.element(row('Maintenance Mode').getByText('false', { exact: true })).toBeVisible()
    await expect.element(row('Count Visits').getByText('On', { exact: true })).toBeVisible()
  })

  test('a saved setting is shown, and its button has the focus', async () => {
    const saved = { ...tagline, value: 'We measure', updated_at: later }
    await openSettings([tagline], { 'PUT /api/settings/1': saved })
    stubApi({ 'GET /api/settings': [saved] })
    await change('Site Tagline', 'We measure')
    await expect.element(row('Site Tagline').getByText('We measure')).toBeVisible()
    await expect.element(button('Edit Site Tagline')).toHaveFocus()
  })

  test('Escape cancels an edit, and leaving the screen with one asks first', async () => {
    await openSettings([tagline])
    await button('Edit Site Tagline').click()
    const field = page.getByRole('textbox', { name: 'Site Tagline' })
    await field.fill('Something else')
    await userEvent.keyboard('{Escape}')
    await expect.element(text('We build instruments')).toBeVisible()
    await button('Edit Site Tagline').click()
    await field.fill('Something else')
    await sidebar.getByRole('link', { name: 'Jobs', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(field).toHaveValue('Something else')
    await row('Site Tagline').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(text('We build instruments')).toBeVisible()
    await sidebar.getByRole('link', { name: 'Jobs', exact: true }).click()
    await expect.element(page.getByRole('heading', { name: 'Jobs Management' })).toBeVisible()
    expect(writes()).toEqual([])
  })

  test('an invalid value shows its error under the field and is not sent', async () => {
    await openSettings([
      setting({ key: 'max_file_size', value: '5', category: 'uploads' }),
      setting({ id: 2, key: 'linkedin_url', category: 'social' }),
    ])
    await change('Max File Size', '26')
    await expect
      .element(row('Max File Size').getByText('Must be a number from 1 to 25'))
      .toBeVisible()
    await change('Linkedin Url', 'linkedin')
    await expect
      .element(row('Linkedin Url').getByText('Enter a full web address, like https://example.com'))
      .toBeVisible()
    expect(writes()).toEqual([])
  })

  test('a failed save is reported under the field', async () => {
    const email = setting({ key: 'contact_email', category: 'contact' })
    await openSettings([email], { 'PUT /api/settings/1': 'offline' })
    await change('Contact Email', 'jobs@example.com')
    await expect.element(row('Contact Email').getByText(/Failed to update setting/)).toBeVisible()
  })

  test('a change from another window is called mine', async () => {
    await openSettings([tagline], { 'PUT /api/settings/1': conflict('Ada Halloran') })
    await change('Site Tagline', 'Mine')
    await expect.element(text('You changed this setting in another window')).toBeVisible()
  })

  const expectLocked = async (title: string) => {
    await expect.element(row(title)).toMatchTextContent('Only an admin can change this, because')
    expect(row(title).getByRole('button').query()).toBe(null)
  }
  const notify = setting({ key: 'notify_email', value: 'careers@example.com', category: 'email' })
  const locked = [
    setting({ key: 'site_name', value: 'Brackwater' }),
    setting({ id: 2, key: 'public_url' }),
    setting({ id: 4, key: 'require_second_factor', value: 'false', category: 'system' }),
  ]

  test('a non-admin reads why settings are locked', async () => {
    await openSettings(locked, {}, { user: staff })
    await expect.element(button('Edit Site Name')).toBeVisible()
    for (const title of ['Public Url', 'Require Second Factor']) await expectLocked(title)
  })

  test('a non-admin reads why the address of notices is locked', async () => {
    await openSettings([notify], {}, { user: staff, view: '/settings/notifications' })
    await expectLocked('Notify Email')
    await expect
      .element(row('Notify Email').getByText('careers@example.com', { exact: true }))
      .toBeVisible()
  })

  test('an admin can change all of them', async () => {
    await openSettings(locked)
    await expect.element(button('Edit Public Url')).toBeVisible()
    await expect.element(button('Edit Require Second Factor')).toBeVisible()
    expect(text('Only an admin can change this').query()).toBe(null)
  })

  test.each([false, true])(
    'requiring a second step asks an admin without one, unless the sign-in had one: %s',
    async (by_sign_in) => {
      const required = setting({ id: 4, key: 'require_second_factor', value: 'false' })
      await openSettings([required], {
        'GET /api/auth/second-factor': {
          confirmed_at: null,
          recovery_codes_left: 0,
          required: false,
          by_sign_in,
        },
        'PUT /api/settings/4': { ...required, value: 'true', updated_at: later },
      })
      await button('Edit Require Second Factor').click()
      await page.getByRole('main').getByRole('switch').click()
      await button('Save').click()
      if (by_sign_in) await expect.poll(writes).toMatchObject([{ value: 'true' }])
      else await expect.element(page.getByRole('dialog')).toBeVisible()
      expect(writes()).toHaveLength(by_sign_in ? 1 : 0)
    },
  )

  test("the browser's time zone is offered until somebody has chosen one", async () => {
    const options = new Intl.DateTimeFormat().resolvedOptions()
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...options,
      timeZone: 'Europe/Dublin',
    })
    const zone = setting({ key: 'site_time_zone', value: 'UTC' })
    const chosen = { ...zone, value: 'Europe/Dublin', updated_at: later }
    await openSettings([zone], {
      'PUT /api/settings/1': () => {
        stubApi({ 'GET /api/settings': [chosen] })
        return chosen
      },
    })
    await expect.element(text('Your browser says Europe/Dublin. Use it?')).toBeVisible()
    await button('Use Europe/Dublin').click()
    await expect
      .element(row('Site Time Zone').getByText('Europe/Dublin', { exact: true }))
      .toBeVisible()
    expect(writes()).toEqual([{ value: 'Europe/Dublin', updated_at: zone.updated_at }])
    await change('Site Time Zone', 'Dublin')
    await expect.element(text('Enter a time zone like Europe/Dublin')).toBeVisible()
    const utc = { ...chosen, value: 'UTC' }
    stubApi({ 'PUT /api/settings/1': utc, 'GET /api/settings': [utc] })
    await page.getByRole('main').getByLabelText('Site Time Zone', { exact: true }).fill('UTC')
    await userEvent.keyboard('{Enter}')
    await expect.element(row('Site Time Zone').getByText('UTC', { exact: true })).toBeVisible()
    expect(text('Your browser says').query()).toBe(null)
  })
})

describe('The categories', () => {
  const settings = [
    tagline,
    setting({ id: 2, key: 'max_file_size', value: '5', category: 'uploads' }),
    setting({ id: 3, key: 'holiday_country', category: 'candidates' }),
    setting({ id: 4, key: 'notify_email', category: 'email' }),
  ]
  const category = (name: string) => page.getByRole('region', { name, exact: true })
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  const names = () => links.elements().map(({ textContent }) => textContent)
  const beside = ['Jobs', 'Candidates', 'Hiring', 'Email', 'Privacy', 'API', 'Webhooks']
  const search = page.getByRole('searchbox', { name: 'Search settings' })

  test('a category is one click away', async () => {
    await openSettings(settings)
    await expect.poll(names).toEqual(['General', 'File Uploads', ...beside])
    await links.filter({ hasText: 'File Uploads' }).click()
    await expect.element(category('File Uploads')).toHaveFocus()
    expect(await axeViolations()).toEqual([])
  })

  test('from another screen a category is one click away, and a screen from there', async () => {
    await openSettings(settings, { 'GET /api/holidays': [] })
    await links.filter({ hasText: 'Candidates' }).click()
    await expect
      .element(category('Candidates').getByRole('heading', { name: 'Days off' }))
      .toBeVisible()
    await links.filter({ hasText: 'File Uploads' }).click()
    await expect.element(category('File Uploads')).toHaveFocus()
    expect(location.pathname).toBe('/backoffice/settings')
  })

  test('a search leaves what contains its words, and rows that are being edited', async () => {
    await openSettings(settings)
    await button('Edit Site Tagline').click()
    const field = page.getByRole('textbox', { name: 'Site Tagline' })
    await field.fill('Half a sentence')
    await search.fill('largest resume')
    await expect.poll(names).toEqual(['File Uploads', ...beside])
    await expect.element(row('Max File Size')).toBeVisible()
    await expect.element(field).toHaveValue('Half a sentence')
    await search.fill('notices')
    await expect.element(row('Notify Email')).toBeVisible()
    await search.fill('coffee')
    await expect.element(text('No setting matches “coffee”')).toBeVisible()
    await expect.poll(names).toEqual(['General', 'File Uploads', ...beside])
    await links.filter({ hasText: 'File Uploads' }).click()
    await expect.element(category('File Uploads')).toHaveFocus()
    await expect.element(search).toHaveValue('')
    await search.fill('coffee')
    await button('Show all settings').click()
    await expect.element(search).toHaveValue('')
    await expect.element(row('Max File Size')).toBeVisible()
    expect(row('Notify Email').query()).toBe(null)
  })

  test('a link to a setting focuses its Edit button', async () => {
    await openSettings(settings, {}, { view: '?view=forms#setting-max_file_size' })
    await expect.element(button('Edit Max File Size')).toHaveFocus()
  })

  test('a link from when all settings were on one screen leads to the one that has it now', async () => {
    await openSettings(settings, {}, { view: '#setting-notify_email' })
    await expect.element(button('Edit Notify Email')).toHaveFocus()
    await expect.element(button('Edit Notify Email')).toBeInViewport()
    expect(location.pathname).toBe('/backoffice/settings/notifications')
  })
})

describe('The editor of a setting', () => {
  test('a web address may be typed without https://', async () => {
    const linkedIn = setting({ key: 'linkedin_url', category: 'social' })
    const value = 'https://linkedin.com/company/brackwater'
    await openSettings([linkedIn], { 'PUT /api/settings/1': { ...linkedIn, value } })
    await change('Linkedin Url', ' linkedin.com/company/brackwater')
    await expect.poll(writes).toMatchObject([{ value }])
  })

  test('a choice is a list in words', async () => {
    const layout = setting({ key: 'jobs_layout', value: 'cards', category: 'jobs' })
    const saves = { 'PUT /api/settings/1': { ...layout, value: 'rows' } }
    await openSettings([layout], saves, { view: '/settings/jobs' })
    await expect.element(row('Jobs Layout').getByText('Cards', { exact: true })).toBeVisible()
    await button('Edit Jobs Layout').click()
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Jobs Layout' }), 'Rows')
    await row('Jobs Layout').getByRole('button', { name: 'Save' }).click()
    await expect.poll(writes).toMatchObject([{ value: 'rows' }])
  })
})

describe('The test email', () => {
  const address = setting({ key: 'notify_email', category: 'email' })

  test('without a mail server the settings say so, and what to do', async () => {
    const none = { 'GET /api/outbox/server': { mail_server: false } }
    await openSettings([address], none, { view: '/settings/notifications' })
    await expect.element(page.getByText('Emails are saved, not sent')).toBeVisible()
    expect(button('Send me a test email').query()).toBe(null)
    expect(await axeViolations()).toEqual([])
  })

  test('the result says why the mail server refused the email, or that it accepted it', async () => {
    const refused = { to: own.email, sent: false, reason: '550 Relaying denied' }
    const view = '/settings/notifications'
    await openSettings([address], { 'POST /api/outbox/test': refused }, { view })
    await button('Send me a test email').click()
    await expect
      .element(page.getByRole('heading', { name: "The test email wasn't sent" }))
      .toBeVisible()
    await expect.element(text('550 Relaying denied')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    stubApi({ 'POST /api/outbox/test': { to: own.email, sent: true, reason: null } })
    await button('Send me a test email').click()
    await expect.element(text('The mail server accepted the test email.')).toBeVisible()
  })
})
