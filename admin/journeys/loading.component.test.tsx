import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { serverError, stubApi } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { account, job, page as pageRow, setting } from '#scripts/testing/components/rows.ts'

const loads = [
  ['/pages', 'Failed to load pages', { '/api/pages': [], '/api/pages/unlinked': [] }],
  [
    '/pages/2/edit',
    'Failed to load page data',
    { '/api/pages/2': pageRow, '/api/pages/unlinked': [] },
  ],
  ['/jobs', 'Failed to load jobs', { '/api/jobs': [], '/api/jobs/suggestions': serverError() }],
  [
    '/jobs/1/edit',
    'Failed to load job data',
    {
      '/api/jobs/1': job,
      '/api/settings': [],
      '/api/jobs/suggestions': serverError(),
      '/api/appearance/published': serverError(),
    },
  ],
  ['/users', 'Failed to load users', { '/api/users': [account] }],
  ['/templates', 'Failed to load templates', { '/api/templates': [] }],
  ['/audit', 'Failed to load the audit trail', { '/api/audit': [] }],
  [
    '/settings',
    'Failed to load settings',
    {
      '/api/settings': [setting({ key: 'site_name' })],
      '/api/holidays': [],
      '/api/outbox/server': { mail_server: true },
    },
  ],
  [
    '/api',
    'Failed to load the description of the API',
    { '/api/openapi.json': { openapi: '3.1.0', info: {}, paths: {}, tags: [] } },
  ],
] as const

describe('Screens that fail to load', () => {
  test.each(loads)('%s shows “%s”, and Retry loads it', async (path, sentence, answers) => {
    const stubs = Object.entries(answers).map(([at, answer]) => [`GET ${at}`, answer] as const)
    const [[first] = ['']] = stubs
    await openBackOffice(path, { ...Object.fromEntries(stubs), [first]: serverError })
    const alert = page.getByRole('alert').filter({ hasText: sentence })
    await expect.element(alert).toMatchTextContent('Something went wrong')
    stubApi(Object.fromEntries(stubs))
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('a failed load of the site settings is reported in a toast, and Retry loads them', async () => {
    await openBackOffice('/pages', {
      'GET /api/pages': [],
      'GET /api/settings/public': serverError,
    })
    const toast = page.getByRole('alert').filter({ hasText: 'Failed to load site settings' })
    await expect.element(toast).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible()
    stubApi({ 'GET /api/settings/public': [{ key: 'site_name', value: 'Brackwater' }] })
    await toast.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('banner')).toMatchTextContent('Brackwater')
  })
})

describe('Lists whose toggle fails', () => {
  test.each([
    ['/pages', 'pages', { ...pageRow }, 'Unpublish', 'unpublish', 'Publish'],
    ['/jobs', 'jobs', { ...job }, 'Deactivate', 'deactivate', 'Activate'],
  ] as const)(
    '%s keeps the state, and Retry repeats the change',
    async (path, noun, row, verb, action, opposite) => {
      const change = `PUT /api/${noun}/${row.id}/${action}`
      await openBackOffice(path, {
        [`GET /api/${noun}`]: [row],
        'GET /api/pages/unlinked': [],
        'GET /api/pages/unfinished': [],
        'GET /api/jobs/suggestions': serverError,
        [change]: serverError,
      })
      const button = page.getByRole('button', { name: `${verb} ${row.title}` })
      await button.click()
      const toast = page.getByRole('alert').filter({ hasText: `was not ${action}` })
      await expect.element(toast).toMatchTextContent('Something went wrong')
      await expect.element(button).toBeVisible()
      const changed = { ...row, is_published: false, is_active: false }
      stubApi({ [change]: changed, [`GET /api/${noun}`]: [changed] })
      await toast.getByRole('button', { name: 'Retry' }).click()
      await expect
        .element(page.getByRole('button', { name: `${opposite} ${row.title}` }))
        .toBeVisible()
    },
  )
})
