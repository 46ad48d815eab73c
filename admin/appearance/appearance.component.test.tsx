import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { requests, serverError, stubApi } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { publicSettings, setting } from '#scripts/testing/components/rows.ts'

const layout = (value: string) => ({
  'GET /api/settings/public': [...publicSettings, { key: 'jobs_layout', value }],
})
const open = () =>
  openBackOffice('/appearance', {
    ...layout('cards'),
    'GET /api/appearance': {
      ...defaultAppearance,
      is_draft: false,
      published_at: null,
      updated_at: null,
    },
    'POST /api/appearance/preview': { token: 'abc', expires_at: '2026-03-02T10:00:00.000Z' },
    'GET /api/jobs/active': [],
    'GET /api/pages/published': [],
  })
const choice = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const preview = () => page.getByTitle('Preview of the site with your changes').element()

describe('Layout of the job list in Appearance', () => {
  test('rows are saved by one click and shown in the preview', async () => {
    await open()
    await expect.element(choice('Cards')).toBeChecked()
    expect(await axeViolations()).toEqual([])
    stubApi({
      ...layout('rows'),
      'PUT /api/settings/key/jobs_layout': setting({ key: 'jobs_layout', value: 'rows' }),
    })
    await choice('Rows').click()
    await expect.element(choice('Rows')).toBeChecked()
    await expect.poll(() => preview().getAttribute('src')).toBe('/preview/abc/jobs')
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({ value: 'rows' })
  })

  test('a failure goes back to what visitors see and says so', async () => {
    await open()
    await expect.element(choice('Cards')).toBeChecked()
    stubApi({ 'PUT /api/settings/key/jobs_layout': serverError })
    await choice('Rows').click()
    await expect.element(page.getByText('That was not saved', { exact: false })).toBeVisible()
    await expect.element(choice('Cards')).toBeChecked()
  })
})
