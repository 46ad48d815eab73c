import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { originalRow } from '#api/office/translations/contract/row.ts'
import { problem, requests, type Stubs, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { publicSettings, setting } from '#scripts/testing/components/rows.ts'

type Original = z.infer<typeof originalRow>
type Translation = Original['translations'][number]

const saved = '2026-03-02T09:00:00.000Z'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = page.getByLabelText('Site Tagline in German', { exact: true })
const languages = page.getByRole('list', { name: 'Translations: Site Tagline' })
const writes = () => requests.filter(({ method }) => method !== 'GET')

const german = {
  id: 4,
  language: 'de',
  fields: { value: 'Wir bauen.' },
  outdated: false,
  updated_at: saved,
} satisfies Translation
const original = (...translations: Translation[]): Original[] => [
  { subject: 'site_tagline', name: 'site_tagline', fields: { value: 'We build.' }, translations },
]
const several = [...publicSettings, { key: 'site_languages', value: 'de,fr,es' }]
const open = (translations: Translation[], stubs: Stubs = {}) =>
  openBackOffice('/settings', {
    'GET /api/settings': [setting({ key: 'site_tagline', value: 'We build.' })],
    'GET /api/settings/public': several,
    'GET /api/translations/setting': original(...translations),
    ...stubs,
  })
const path = '/api/translations/setting/site_tagline/de'

test('a site with one language asks for no translation', async () => {
  await open([], { 'GET /api/settings/public': publicSettings })
  await expect.element(page.getByText('We build.')).toBeVisible()
  await expect.element(languages).not.toBeInTheDocument()
  expect(requests.some(({ url }) => url.pathname.startsWith('/api/translations'))).toBe(false)
})

test('each language says whether it is missing or older than the original', async () => {
  await open([german, { ...german, id: 5, language: 'es', outdated: true }])
  await expect
    .element(languages)
    .toHaveTextContent('GermanFrench (missing)Spanish (older than the original)')
  await expect
    .element(button('Spanish translation of Site Tagline, older than the original'))
    .toBeVisible()
})

test('a translation begins empty beside the original, and is saved by itself', async () => {
  await open([])
  await button('German translation of Site Tagline, missing').click()
  await expect.element(field).toHaveValue('')
  await expect.element(page.getByRole('dialog').getByText('We build.')).toBeVisible()
  expect(await axeViolations()).toEqual([])
  stubApi({
    [`PUT ${path}`]: { subject: 'site_tagline', ...german },
    'GET /api/translations/setting': original(german),
  })
  await field.fill('Wir\nbauen.')
  await button('Save Translation').click()
  await expect.element(button('German translation of Site Tagline')).toBeVisible()
  expect(writes().map(({ url, body }) => [url.pathname, body])).toEqual([
    [path, { fields: { value: 'Wir bauen.' }, updated_at: null }],
  ])
})

test('a translation that is typed stays with its field when the original gets another one', async () => {
  await open([])
  await button('German translation of Site Tagline, missing').click()
  await field.fill('Wir bauen.')
  const [row] = original()
  stubApi({
    [`PUT ${path}`]: { subject: 'site_tagline', ...german },
    'GET /api/translations/setting': [{ ...row!, fields: { first: 'New', ...row!.fields } }],
  })
  // Back after a while, the original is read again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('dialog').getByText('New')).toBeVisible()
  await button('Save Translation').click()
  await expect
    .poll(() => writes().map(({ body }) => body))
    .toMatchObject([{ fields: { value: 'Wir bauen.' } }])
})

test('what the server refuses is said at the field', async () => {
  const message = 'Must be at most 2000 characters'
  const details = [{ path: ['fields', 'value'], message }]
  await open([german], { [`PUT ${path}`]: problem(400, { error: message, details }) })
  await button('German translation of Site Tagline').click()
  await expect.element(field).toHaveValue('Wir bauen.')
  await field.fill('Wir')
  await button('Save Translation').click()
  await expect.element(page.getByRole('dialog').getByText(message)).toBeVisible()
})

test('a translation that a colleague saved first is asked about', async () => {
  const theirs = { ...german, subject: 'site_tagline', fields: { value: 'Ihrs' } }
  const conflict = { error: 'Changed', changed_by: 'Rita Marchetti', current: theirs }
  await open([german], { [`PUT ${path}`]: problem(409, conflict) })
  await button('German translation of Site Tagline').click()
  await field.fill('Meins')
  await button('Save Translation').click()
  await expect.element(page.getByText(/Rita Marchetti changed this/)).toBeVisible()
  await expect.element(field).toHaveValue('Meins')
})

test('a translation is deleted after a question', async () => {
  await open([german], { [`DELETE ${path}`]: new Response(null, { status: 204 }) })
  await button('German translation of Site Tagline').click()
  await button('Delete').click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect.element(field).toHaveValue('Wir bauen.')
  await button('Delete').click()
  stubApi({ 'GET /api/translations/setting': original() })
  await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(button('German translation of Site Tagline, missing')).toBeVisible()
})

test('switching a language off says how much visitors lose', async () => {
  const row = setting({ key: 'site_languages', value: 'de,fr', category: 'jobs' })
  await openBackOffice('/settings/jobs', {
    'GET /api/settings': [row],
    'GET /api/settings/public': several,
    'GET /api/translations': [
      { language: 'de', count: 12 },
      { language: 'fr', count: 1 },
    ],
    'PUT /api/settings/1': { ...row, value: 'fr' },
    'GET /api/jobs': [],
  })
  await button('Edit Site Languages').click()
  await page.getByRole('checkbox', { name: 'Deutsch' }).click()
  await button('Save').click()
  await expect
    .element(page.getByText('12 German pages, jobs and texts will no longer be shown.'))
    .toBeVisible()
  expect(writes()).toEqual([])
  await button('Switch off').click()
  await expect.poll(() => writes().map(({ body }) => body)).toMatchObject([{ value: 'fr' }])
})

test('another main language says first how many texts are not in it', async () => {
  const row = setting({ key: 'site_language', value: 'en', category: 'jobs' })
  await openBackOffice('/settings/jobs', {
    'GET /api/settings': [row],
    'GET /api/settings/public': several,
    'GET /api/translations/lacking/de': 'offline',
    'PUT /api/settings/1': { ...row, value: 'de' },
    'GET /api/jobs': [],
  })
  await button('Edit Site Language').click()
  await page.getByRole('combobox', { name: 'Site Language' }).selectOptions('de')
  await button('Save').click()
  await expect.element(page.getByText('reach the server', { exact: false })).toBeVisible()
  stubApi({ 'GET /api/translations/lacking/de': { count: 12, following: 0, kept: 1 } })
  await button('Save').click()
  await expect
    .element(page.getByText('12 texts have no German version and will be shown as German.'))
    .toBeVisible()
  await expect.element(page.getByText(/^1 page or job has no German version\./)).toBeVisible()
  expect(writes()).toEqual([])
  await button('Change the main language').click()
  await expect.poll(() => writes().map(({ body }) => body)).toMatchObject([{ value: 'de' }])
})
