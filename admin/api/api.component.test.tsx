import { describe, expect, test } from 'vitest'
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
import { own } from '#scripts/testing/components/rows.ts'
import type { ApiToken, OpenApi } from './queries.ts'

const description = {
  info: { description: 'All of it.' },
  paths: {
    '/jobs': {
      get: {
        operationId: 'listJobs',
        summary: 'List jobs',
        tags: ['Jobs'],
        security: [{}, { token: ['jobs:read'] }],
      },
    },
    '/jobs/{id}': {
      put: {
        operationId: 'changeJob',
        summary: 'Change a job',
        tags: ['Jobs'],
        security: [{ bearer: ['manage_jobs'] }, { token: ['jobs:write'] }],
      },
    },
  },
} satisfies OpenApi

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const token = (id: number, name: string, more: Partial<ApiToken> = {}): ApiToken => ({
  id,
  name,
  scopes: ['applications:read'],
  created_at: inDays(-1),
  expires_at: inDays(80),
  last_used_on: null,
  user_id: own.id,
  user_name: 'Mira Ostergard',
  ...more,
})
const secret = `foyer_api_${'W'.repeat(43)}`

const open = (
  tokens: ApiToken[] = [],
  stubs: Stubs = {},
  user?: Parameters<typeof openBackOffice>[2],
) =>
  openBackOffice(
    '/api',
    { 'GET /api/openapi.json': description, 'GET /api/tokens': list(tokens), ...stubs },
    user,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const posted = () => requests.find(({ method }) => method === 'POST')?.body

describe('Tokens', () => {
  test('two clicks make one, which is shown once with a command to paste', async () => {
    const created = { ...token(3, 'Token 1', { expires_at: inDays(90) }), token: secret }
    await open([], { 'POST /api/tokens': created })
    await expect.element(page.getByText('No tokens yet')).toBeVisible()
    await button('New Token').click()
    stubApi({
      'POST /api/tokens': created,
      'GET /api/tokens': list([token(3, 'Token 1')]),
      'GET /api/openapi.json': description,
    })
    await button('Create Token').click()
    await expect.element(page.getByRole('textbox', { name: 'Token' })).toHaveValue(secret)
    const sent = posted() as { expires_at: string }
    expect(sent).toEqual({
      name: 'Token 1',
      scopes: ['applications:read'],
      expires_at: expect.any(String),
    })
    const days = (Date.parse(sent.expires_at) - Date.now()) / 86_400_000
    expect(Math.abs(days - 90)).toBeLessThan(1)
    await expect
      .element(page.getByLabelText('Try it in a terminal'))
      .toHaveValue(
        `curl -H 'Authorization: Bearer ${secret}' '${location.origin}/api/applications?per_page=5'`,
      )
    await expect.element(button('Copy token')).toHaveFocus()
    expect(await axeViolations()).toEqual([])
    await button('Done').click()
    await expect.element(page.getByRole('list', { name: 'Tokens' })).toMatchTextContent('Token 1')
    expect(document.body.textContent).not.toContain(secret)
  })

  test('what it may do and until when is chosen by keyboard', async () => {
    await open([], { 'POST /api/tokens': { ...token(3, 'HR'), token: secret } })
    await button('New Token').click()
    await expect.element(page.getByLabelText('Name *')).toHaveFocus()
    await userEvent.keyboard('HR')
    await page.getByRole('combobox', { name: 'Applications' }).selectOptions('No access')
    await page.getByRole('combobox', { name: 'Jobs' }).selectOptions('Read and change')
    await page.getByLabelText('Expires after').selectOptions('A year')
    await page.getByLabelText('Name *').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(posted).toMatchObject({ name: 'HR', scopes: ['jobs:write'] })
  })

  test('only what the person may do is offered', async () => {
    await open([], {}, { ...own, role: 'user', permissions: ['review_applications'] })
    await button('New Token').click()
    await expect.element(page.getByRole('combobox', { name: 'Applications' })).toBeVisible()
    const options = page.getByRole('combobox', { name: 'Jobs' }).getByRole('option')
    expect(options.elements().map(({ textContent }) => textContent)).toEqual(['No access', 'Read'])
    await expect.element(page.getByRole('combobox', { name: 'Pages' })).not.toBeInTheDocument()
  })

  test('what the server refuses is said under its field, and nothing typed is lost', async () => {
    const details = [
      { path: ['scopes'], message: 'Choose what it may do' },
      { path: ['expires_at'], message: 'Choose a time within a year from now' },
    ]
    await open([], { 'POST /api/tokens': problem(400, { error: 'Invalid', details }) })
    await button('New Token').click()
    await page.getByLabelText('Name *').fill('HR')
    await button('Create Token').click()
    for (const { message } of details) await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByLabelText('Name *')).toHaveValue('HR')
    expect(await axeViolations()).toEqual([])
  })

  test('a token says when its end is near or past, its last use, and whose it is', async () => {
    await open([
      token(1, 'Near', { expires_at: inDays(4.5), last_used_on: '2026-11-27' }),
      token(2, 'Past', { expires_at: inDays(-2) }),
      token(3, 'Far', { user_id: own.id + 1, user_name: 'Joe Jobs', scopes: ['jobs:write'] }),
    ])
    const row = (name: string) =>
      page
        .getByRole('list', { name: 'Tokens' })
        .getByRole('listitem')
        .filter({ has: page.getByText(name, { exact: true }) })
    for (const words of ['Expires in 5 days', 'Last used 27 Nov 2026', 'Read applications'])
      await expect.element(row('Near')).toMatchTextContent(words)
    await expect.element(row('Past')).toMatchTextContent(/Expired.*Never used/)
    await expect.element(row('Far')).toMatchTextContent(/Read and change jobs.*Acts as Joe Jobs/)
    await expect.element(row('Far')).not.toMatchTextContent('Expires in')
  })

  test('revoking asks first', async () => {
    await open([token(1, 'Near')], { 'DELETE /api/tokens/1': new Response(null, { status: 204 }) })
    await button('Revoke Near').click()
    const isSent = () => requests.some(({ method }) => method === 'DELETE')
    await expect.element(page.getByText(/stop working at once/)).toBeVisible()
    await button('Cancel').click()
    expect(isSent()).toBe(false)
    await button('Revoke Near').click()
    stubApi({
      'DELETE /api/tokens/1': new Response(null, { status: 204 }),
      'GET /api/tokens': list([]),
    })
    await button('Revoke').click()
    await expect.element(page.getByText('“Near” was revoked')).toBeVisible()
    expect(isSent()).toBe(true)
    await expect.element(page.getByRole('heading', { name: 'Tokens' })).toHaveFocus()
  })

  test('all of it fits on a narrow phone', async () => {
    await page.viewport(320, 780)
    const created = { ...token(9, 'W'.repeat(100)), token: secret }
    await open([token(1, 'W'.repeat(100), { user_id: 99, user_name: 'W'.repeat(200) })], {
      'POST /api/tokens': created,
    })
    const fits = () => document.documentElement.scrollWidth <= innerWidth
    await expect.element(page.getByRole('listitem').first()).toBeVisible()
    expect(fits()).toBe(true)
    await button('New Token').click()
    await button('Create Token').click()
    await expect.element(button('Copy token')).toBeVisible()
    const dialog = page.getByRole('dialog').element()
    expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
    expect(fits()).toBe(true)
  })
})

describe('The operations', () => {
  test('each is listed with method, path, required permission and scope', async () => {
    await open()
    const jobs = page.getByRole('region', { name: 'Jobs' }).getByRole('listitem')
    const change = jobs.filter({ hasText: 'Change a job' })
    for (const words of ['PUT', '/jobs/{id}', 'Admins and users who may manage jobs · jobs:write'])
      await expect.element(change).toMatchTextContent(words)
    await expect
      .element(jobs.filter({ hasText: 'List jobs' }))
      .toMatchTextContent('Anyone · jobs:read')
    await expect.element(page.getByText(/^curl -H/)).toMatchTextContent('Bearer foyer_api_…')
    const download = page.getByRole('link', { name: 'openapi.json', exact: true })
    await expect.element(download).toHaveAttribute('href', '/api/openapi.json')
    await expect.element(download).toHaveAttribute('download', 'openapi.json')
  })

  test('the list fits on a phone', async () => {
    await page.viewport(360, 780)
    await open()
    await expect.element(page.getByText('/jobs/{id}', { exact: true })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
    expect(await axeViolations()).toEqual([])
  })

  test('a failed load shows an error, and Retry loads the list', async () => {
    await open([], { 'GET /api/openapi.json': serverError })
    await expect
      .element(page.getByRole('heading', { name: 'Failed to load the description of the API' }))
      .toBeVisible()
    stubApi({ 'GET /api/openapi.json': description, 'GET /api/tokens': list([]) })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('/jobs/{id}', { exact: true })).toBeVisible()
  })
})
