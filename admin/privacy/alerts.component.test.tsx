import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { list, requests, serverError, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'

const rules = {
  keep_undecided_days: null,
  keep_rejected_days: 180,
  keep_selected_days: null,
  keep_withdrawn_days: null,
  keep_consent_months: null,
  pending: null,
  preview: { undecided: 0, rejected: 0, selected: 0, withdrawn: 0, oldest: [] },
  runs: [],
  next_run_at: null,
  updated_at: '2026-01-01T00:00:00.000Z',
}
const stubs = {
  'GET /api/privacy/retention': rules,
  'GET /api/privacy/retention/preview': rules.preview,
  'GET /api/settings': [],
  'GET /api/alerts': { confirmed: 12, unconfirmed: 3 },
}

describe('New jobs by email', () => {
  test('are counted, and those of an address deleted', async () => {
    await openBackOffice('/privacy', {
      ...stubs,
      'POST /api/alerts/erase': { ended: 2 },
    })
    const section = page.getByRole('region', { name: 'New jobs by email' })
    await expect
      .element(section.getByText(/^12 subscriptions, and 3 not confirmed yet/))
      .toBeVisible()
    await section.getByRole('button', { name: 'Delete an Address…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(dialog.getByText('Enter an email address')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    await dialog.getByLabelText('Email *').fill('mira@example.org')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText('2 subscriptions deleted, with all emails')).toBeVisible()
    const sent = requests.filter(({ method }) => method === 'POST')
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'mira@example.org' }])
  })
})

test('a count that fails says so, and can be repeated', async () => {
  await openBackOffice('/privacy', { ...stubs, 'GET /api/alerts': serverError })
  const section = page.getByRole('region', { name: 'New jobs by email' })
  await expect.element(section.getByRole('alert')).toMatchTextContent('Failed to count')
  expect(await axeViolations()).toEqual([])
  stubApi({ 'GET /api/alerts': stubs['GET /api/alerts'] })
  await section.getByRole('button', { name: 'Retry' }).click()
  await expect.element(section.getByText(/^12 subscriptions/)).toBeVisible()
})

describe('The feed for job boards', () => {
  const open = (listed: number) =>
    openBackOffice('/jobs/embed', {
      'GET /api/jobs/active': list([], listed),
      'GET /api/jobs/active/facets': {
        q: '',
        team: [],
        type: [],
        workplace: [],
        place: [],
        without: {},
      },
    })

  test('says how many jobs boards don’t get', async () => {
    await open(6123)
    await expect
      .element(page.getByText(/^The feed has the newest 5,000 of your 6,123 listed jobs\./))
      .toBeVisible()
  })

  test('has an address for each board', async () => {
    await open(5000)
    const address = page.getByLabelText('Address of the feed')
    await expect.element(address).toHaveValue(`${location.origin}/jobs.xml`)
    await page.getByLabelText('Board').selectOptions('Adzuna')
    await expect.element(address).toHaveValue(`${location.origin}/jobs.xml?source=adzuna`)
    expect(page.getByText(/^The feed has the newest/).elements()).toEqual([])
  })
})
