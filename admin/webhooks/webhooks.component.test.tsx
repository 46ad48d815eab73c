import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  list,
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import type { Delivery, TestAnswer, Webhook } from './queries.ts'

const at = '2026-11-01T08:00:00.000Z'
const webhook: Webhook = {
  id: 1,
  url: 'https://hr.example.com/foyer?key=abc',
  events: ['application.received'],
  format: 'standard',
  is_active: true,
  old_secret_until: null,
  waiting: 0,
  failed: 2,
  delivered_at: null,
  created_at: at,
  updated_at: at,
}
const delivery: Delivery = {
  id: 7,
  event: 'application.received',
  state: 'failed',
  attempts: 10,
  status: 500,
  error: 'The receiver answered 500',
  message_id: 'msg_1',
  created_at: at,
  next_at: null,
  ended_at: at,
}
const secret = 'whsec_abcdefgh'

const sent = (method: string) =>
  requests
    .filter((request) => request.method === method)
    .map(({ url, body }: StubbedRequest) => [url.pathname, body])
const button = (name: string) => page.getByRole('button', { name, exact: true })

const openWebhooks = (webhooks: Webhook[], stubs: Stubs = {}) =>
  openBackOffice('/settings/webhooks', { 'GET /api/webhooks': webhooks, ...stubs })

describe('the list', () => {
  test('says of each what is sent where, and whether it works', async () => {
    await openWebhooks([
      webhook,
      { ...webhook, id: 2, url: 'https://hooks.slack.com/x', format: 'slack', is_active: false },
    ])
    await expect.element(page.getByRole('heading', { name: 'hr.example.com' })).toBeVisible()
    await expect.element(page.getByText('2 deliveries failed for good.')).toBeVisible()
    await expect.element(page.getByText('Slack: application received')).toBeVisible()
    await expect.element(page.getByText('Nothing is sent.')).toBeVisible()
    // Of the address only the host: the rest may be a secret.
    expect(page.getByText(/key=abc/).query()).toBe(null)
    expect(await axeViolations()).toEqual([])
  })
})

describe('a new webhook', () => {
  test('is created by keyboard, and its secret is shown once to copy', async () => {
    await openWebhooks([], { 'POST /api/webhooks': { ...webhook, secret } })
    await button('New Webhook').click()
    await page.getByLabelText('Address').fill('https://hr.example.com/foyer')
    await page.getByLabelText('Format').selectOptions('Slack')
    page.getByLabelText('Interview booked').element().focus()
    await userEvent.keyboard(' ')
    page.getByLabelText('Application received').element().focus()
    await userEvent.keyboard(' ')
    expect(await axeViolations()).toEqual([])
    await button('Create Webhook').click()
    await expect.element(page.getByLabelText('Secret')).toHaveValue(secret)
    await expect.element(button('Copy secret')).toHaveFocus()
    expect(await axeViolations()).toEqual([])
    expect(sent('POST')).toEqual([
      [
        '/api/webhooks',
        {
          url: 'https://hr.example.com/foyer',
          events: ['application.received', 'interview.booked'],
          format: 'slack',
          is_active: true,
        },
      ],
    ])
    await button('Done').click()
    expect(page.getByText(secret).query()).toBe(null)
  })

  test('keeps what was typed when it is refused, with a sentence under the field', async () => {
    const message = 'This address is inside the company'
    const none = 'Choose at least one event'
    await openWebhooks([], {
      'POST /api/webhooks': problem(400, {
        error: message,
        details: [
          { path: ['url'], message },
          { path: ['events'], message: none },
        ],
      }),
    })
    await button('New Webhook').click()
    await page.getByLabelText('Address').fill('https://10.0.0.1/')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByText(none)).toBeVisible()
    await expect.element(page.getByLabelText('Address')).toHaveValue('https://10.0.0.1/')
  })
})

test('a change is based on the row that was shown', async () => {
  await openWebhooks([webhook], { 'PUT /api/webhooks/1': { ...webhook, is_active: false } })
  await button('Edit hr.example.com').click()
  await page.getByRole('dialog').getByLabelText('On', { exact: true }).click()
  await button('Save').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const { url, events, format } = webhook
  expect(sent('PUT')).toEqual([
    ['/api/webhooks/1', { url, events, format, is_active: false, updated_at: at }],
  ])
})

test('a new secret is asked for, made, and shown', async () => {
  await openWebhooks([webhook], { 'POST /api/webhooks/1/rotate': { ...webhook, secret } })
  await button('More actions for hr.example.com').click()
  await page.getByText('New secret…').click()
  await expect.element(page.getByText(/valid beside the new one for 24 hours/)).toBeVisible()
  expect(sent('POST')).toEqual([])
  await button('Make a new secret').click()
  await expect.element(page.getByLabelText('Secret')).toHaveValue(secret)
})

test.each<[string, TestAnswer, string[]]>([
  [
    'arrived',
    { delivered: true, status: 200, response: 'ok', error: null },
    ['It arrived: 200', 'ok'],
  ],
  [
    'did not arrive',
    { delivered: false, status: 500, response: null, error: 'The receiver answered 500' },
    ['It did not arrive', 'The receiver answered 500'],
  ],
])('a test that %s says so', async (_title, answer, texts) => {
  await openWebhooks([webhook], { 'POST /api/webhooks/1/test': answer })
  await button('Test hr.example.com').click()
  await button('Send the test').click()
  for (const text of texts)
    await expect.element(page.getByRole('status').getByText(text, { exact: true })).toBeVisible()
  expect(await axeViolations()).toEqual([])
})

test('deliveries are sent again, one or all that failed', async () => {
  await openWebhooks([webhook], {
    'GET /api/webhooks/1/deliveries': list([delivery, { ...delivery, id: 6, state: 'delivered' }]),
    'POST /api/webhooks/1/deliveries/7/retry': { ...delivery, state: 'waiting' },
    'POST /api/webhooks/1/deliveries/retry': { retried: 2 },
  })
  await button('Deliveries hr.example.com').click()
  await expect.element(page.getByText('The receiver answered 500').first()).toBeVisible()
  await button('Retry Application received, 7').click()
  await expect
    .element(page.getByText('1 will be sent again, after earlier ones of the same application.'))
    .toBeVisible()
  await button('Retry all failed').click()
  await expect
    .element(page.getByText('2 will be sent again, after earlier ones of the same application.'))
    .toBeVisible()
  expect(await axeViolations()).toEqual([])
  await page.getByRole('radio', { name: 'Failed' }).click()
  await expect
    .poll(() => requests.filter(({ url }) => url.searchParams.get('state') === 'failed').length)
    .toBeGreaterThan(0)
})

test('deleting says what goes with it', async () => {
  await openWebhooks([webhook], { 'DELETE /api/webhooks/1': new Response(null, { status: 204 }) })
  await button('Delete hr.example.com').click()
  await expect.element(page.getByText(/its deliveries go with it/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent('DELETE')).toEqual([['/api/webhooks/1', undefined]])
})
