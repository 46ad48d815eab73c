import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { outboxStatus } from '#api/core/mail/contract/row.ts'
import {
  held,
  list,
  problem,
  type StubbedRequest,
  serverError,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { account, job, page as pageRow, setting } from '#scripts/testing/components/rows.ts'

const outbox = {
  mail_server: true,
  paused_since: null,
  paused_until: null,
  last_error: null,
  waiting: 0,
  sent: 0,
  failed: 0,
} satisfies z.infer<typeof outboxStatus>

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
  [
    '/templates',
    'Failed to load templates',
    { '/api/templates': [], '/api/templates/automatic': [] },
  ],
  ['/activity', 'Failed to load the activity log', { '/api/audit': [] }],
  [
    '/settings',
    'Failed to load settings',
    {
      '/api/settings': [setting({ key: 'site_name' })],
      '/api/holidays': [],
      '/api/outbox/server': { mail_server: true },
    },
  ],
  ['/email', 'Failed to load emails', { '/api/outbox': [], '/api/outbox/status': outbox }],
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

  test.each([
    [
      '/pages/9/edit',
      'GET /api/pages/9',
      'Failed to load page data',
      'Page not found',
      'Back to Pages',
    ],
    [
      '/users/9/edit',
      'GET /api/users/9',
      'Failed to load user data',
      'User not found',
      'Back to Users',
    ],
  ])('%s of a missing row shows why and the way back', async (path, call, title, reason, back) => {
    await openBackOffice(path, { [call]: problem(404, { error: reason }) })
    const alert = page.getByRole('alert').filter({ hasText: title })
    await expect.element(alert).toMatchTextContent(reason)
    await expect
      .element(page.getByRole('link', { name: back }).first())
      .toHaveAttribute('href', `/backoffice/${path.split('/')[1]}`)
  })

  test('a list waits for a server that is busy for three seconds', async () => {
    let asked = 0
    await openBackOffice('/pages', {
      'GET /api/pages': () => (asked++ < 4 ? problem(503, { error: 'Busy' }) : list([pageRow], 1)),
      'GET /api/pages/unlinked': [],
      'GET /api/pages/unfinished': [],
    })
    await expect.element(page.getByRole('heading', { name: pageRow.title })).toBeVisible()
    expect(asked).toBe(5)
    expect(page.getByRole('alert').query()).toBe(null)
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

describe('While something loads', () => {
  test('a skeleton appears after 300 ms', async () => {
    const { stub, release } = held([])
    await openBackOffice('/pages', { 'GET /api/pages': stub })
    const status = page.getByRole('status').filter({ hasText: 'Loading...' })
    await expect.element(status).toBeInTheDocument()
    const [appearing] = status.element().getAnimations()
    expect(appearing?.effect?.getComputedTiming()).toMatchObject({ delay: 300, fill: 'both' })
    release()
    await expect.element(status).not.toBeInTheDocument()
  })

  test('the page of a list before stays until the next one is there', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({
      ...pageRow,
      id: n + 1,
      title: `Page ${n}`,
    }))
    const { stub, release } = held(list([{ ...pageRow, id: 51, title: 'The last page' }], 51))
    await openBackOffice('/pages', {
      'GET /api/pages': (request: StubbedRequest) =>
        request.url.searchParams.get('page') === '2' ? stub(request) : list(rows, 51),
      'GET /api/pages/unlinked': [],
      'GET /api/pages/unfinished': [],
    })
    const shown = (name: string) => page.getByRole('heading', { name, exact: true })
    await page.getByRole('link', { name: 'Next' }).click()
    await expect
      .element(page.getByRole('list').filter({ has: shown('Page 0') }))
      .toHaveAttribute('aria-busy', 'true')
    expect(page.getByText('Loading...').query()).toBe(null)
    release()
    await expect.element(shown('The last page')).toBeVisible()
    await expect.element(shown('Page 0')).not.toBeInTheDocument()
  })
})

describe('Lists whose toggle fails', () => {
  test.each([
    ['/pages', 'pages', { ...pageRow }, 'Unpublish', 'unpublish', 'Publish'],
    ['/jobs', 'jobs', { ...job }, 'Deactivate', 'deactivate', 'Activate'],
  ] as const)(
    '%s keeps the state, and Retry repeats the change',
    async (path, noun, row, verb, action, opposite) => {
      const change = `POST /api/${noun}/${row.id}/${action}`
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
