import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import type { secondFactorRow, sessionRow } from '#api/accounts/users/contract/row.ts'
import type { savedBusyCalendarRow } from '#api/hiring/busy-calendars/contract/row.ts'
import { calendarProblems } from '#api/hiring/busy-calendars/contract.ts'
import {
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
  stubApi,
} from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { own } from '#scripts/testing/components/rows.ts'

const session = {
  id: 'a',
  created_at: own.created_at,
  expires_at: '2026-04-02T09:00:00.000Z',
  user_agent: null,
  current: true,
} satisfies z.infer<typeof sessionRow>
const secondFactor = {
  confirmed_at: null,
  recovery_codes_left: 0,
  required: false,
  passkeys: 0,
  signed_in_recently: true,
  has_password: true,
  by_sign_in: false,
} satisfies z.infer<typeof secondFactorRow>

const field = (name: string) => page.getByLabelText(name)
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
const writes = () => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const openProfile = (stubs: Stubs = {}) =>
  openBackOffice('/profile', {
    'GET /api/auth/sessions': [session],
    'GET /api/outbox/server': { mail_server: true },
    'GET /api/auth/second-factor': secondFactor,
    'GET /api/auth/busy-calendar': null,
    ...stubs,
  })

describe('The profile', () => {
  test('an incomplete name is reported, and a new one is in the header at once', async () => {
    const saved = { ...own, first_name: 'Margarita', last_name: 'Marchetti' }
    await openProfile({ 'PUT /api/auth/profile': saved })
    await field('First name *').fill('Margarita')
    await field('Last name *').fill('')
    await save()
    await expect.element(page.getByText('Last name is required')).toBeVisible()
    await field('Last name *').fill('Marchetti')
    await save()
    await expect
      .element(page.getByRole('banner').getByRole('link', { name: /Margarita Marchetti/ }))
      .toBeVisible()
    expect(location.pathname).toBe('/backoffice/profile')
    expect(JSON.parse(localStorage.user)).toMatchObject({ first_name: 'Margarita' })
  })

  test('saving over a newer profile merges the fields', async () => {
    const theirs = { ...own, last_name: 'Second', updated_at: '2026-03-03T09:00:00.000Z' }
    await openProfile({
      'PUT /api/auth/profile': ({ body }: StubbedRequest) => {
        const { updated_at } = body as { updated_at: string }
        if (updated_at !== theirs.updated_at)
          return problem(409, { error: 'Changed', current: theirs })
        return { ...theirs, first_name: 'First' }
      },
    })
    await field('First name *').fill('First')
    await save()
    await expect
      .element(page.getByRole('banner').getByRole('link', { name: /First Second/ }))
      .toBeVisible()
    expect(writes()[1]).toMatchObject({ first_name: 'First', last_name: 'Second' })
  })

  test('a failed load shows an error, and Retry loads it', async () => {
    await openProfile({ 'GET /api/auth/profile': 'offline' })
    await expect
      .element(page.getByRole('heading', { name: 'Failed to load your profile' }))
      .toBeVisible()
    stubApi({ 'GET /api/auth/profile': own })
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).last().click()
    await expect.element(field('Email *')).toBeVisible()
  })
})

describe('Your own calendar', () => {
  const given = {
    host: 'calendar.example.com',
    read_at: '2026-11-28T09:00:00.000Z',
    failure: null,
  } satisfies z.infer<typeof savedBusyCalendarRow>
  const part = page.getByRole('region', { name: 'Your calendar' })
  const address = part.getByLabelText('Secret address of your calendar *')
  const url = 'https://calendar.example.com/private/basic.ics'

  test('is given by its address, with what is wrong below the field, and removed', async () => {
    const message = calendarProblems.no_calendar
    await openProfile({
      'PUT /api/auth/busy-calendar': problem(400, {
        error: message,
        details: [{ path: ['url'], message }],
      }),
    })
    await part.getByRole('button', { name: 'Save address' }).click()
    await expect.element(part.getByText('Enter the address of your calendar')).toBeVisible()
    await address.fill(url)
    await userEvent.keyboard('{Enter}')
    await expect.element(part.getByText(message)).toBeVisible()
    await expect.element(address).toHaveValue(url)
    await expect.element(address).toHaveFocus()
    expect(await axeViolations()).toEqual([])
    stubApi({ 'PUT /api/auth/busy-calendar': given })
    await userEvent.keyboard('{Enter}')
    await expect.element(part.getByText('calendar.example.com')).toBeVisible()
    await expect.element(part.getByText('In use')).toBeVisible()
    expect(address.query()).toBe(null)
    expect(writes()).toEqual([{ url }, { url }])
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('private')

    stubApi({ 'DELETE /api/auth/busy-calendar': undefined })
    await part.getByRole('button', { name: 'Remove address' }).click()
    await page
      .getByRole('dialog', { name: 'Remove the address of your calendar?' })
      .getByRole('button', { name: 'Remove address' })
      .click()
    await expect.element(address).toHaveValue('')
    await expect.element(part.getByText(/^Foyer reads when you are busy/)).toHaveFocus()
  })

  test('that could not be read says why, and another address can be entered', async () => {
    await openProfile({
      'GET /api/auth/busy-calendar': { ...given, failure: 'missing' },
      'PUT /api/auth/busy-calendar': given,
    })
    await expect.element(part.getByText('Could not be read')).toBeVisible()
    await expect.element(part.getByText(calendarProblems.missing)).toBeVisible()
    await part.getByRole('button', { name: 'Enter another address' }).click()
    await expect.element(address).toHaveFocus()
    await address.fill(url)
    await part.getByRole('button', { name: 'Replace address' }).click()
    await expect.element(part.getByText('In use')).toBeVisible()
    expect(address.query()).toBe(null)
    expect(part.getByText(calendarProblems.missing).query()).toBe(null)
  })
})

describe('People without a password', () => {
  const nia = {
    ...own,
    role: 'user' as const,
    has_password: false,
    company_sign_in: { label: 'Acme', only: false },
  }
  const open = (user: typeof nia, stubs: Stubs = {}) =>
    openBackOffice(
      '/profile',
      {
        'GET /api/auth/sessions': [session],
        'GET /api/auth/second-factor': secondFactor,
        ...stubs,
      },
      user,
    )
  const late = 'Sign out, sign in with Acme again, and do this within 10 minutes.'
  const refused = () =>
    problem(400, { error: late, details: [{ path: ['currentPassword'], message: late }] })

  test('change their address without one, and learn when their sign-in is too old', async () => {
    await open(nia, { 'PUT /api/auth/profile': refused() })
    await field('Email *').fill('nia@example.org')
    await expect
      .element(page.getByText(/^You sign in with Acme\. This works/).first())
      .toBeVisible()
    expect(field('Current password *').elements()).toEqual([])
    await save()
    await expect.element(page.getByText(late)).toBeVisible()
    await expect.element(field('Email *')).toHaveValue('nia@example.org')
    expect(writes()).toEqual([expect.not.objectContaining({ currentPassword: expect.anything() })])
  })

  test('set a first one', async () => {
    await open(nia, { 'POST /api/auth/change-password': undefined })
    await field('New password *').fill('three green bottles')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect.element(page.getByText(/^Password set/)).toBeVisible()
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      newPassword: 'three green bottles',
    })
  })

  test('set up two-step sign-in without one', async () => {
    const secret = { secret: 'ABCD', address: 'otpauth://totp/a?secret=ABCD' }
    await open(nia, { 'POST /api/auth/second-factor': secret })
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.element(page.getByText(/^Scan this/)).toBeVisible()
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({})
  })

  test('are offered none where only admins have one', async () => {
    await open({ ...nia, company_sign_in: { label: 'Acme', only: true } })
    await expect.element(page.getByText(/Only admins have a password here\.$/)).toBeVisible()
    expect(field('New password *').elements()).toEqual([])
  })
})
