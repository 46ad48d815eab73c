import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { identityRow } from '#api/accounts/oidc/contract/row.ts'
import { list, problem, requests, type Stubs } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { account, own } from '#scripts/testing/components/rows.ts'

const me = { ...own, company_sign_in: { label: 'Acme', only: false } }
const only = { ...own, company_sign_in: { label: 'Acme', only: true } }
const rita = { ...account, id: 2, first_name: 'Rita', last_name: 'Reviewer', role: 'user' as const }
const waiting = {
  id: 5,
  issuer: 'https://login.example.com',
  email: rita.email,
  email_verified: true,
  name: 'Rita R',
  user_id: null,
  suggested_user_id: 2,
  created_at: own.created_at,
  last_used_on: null,
} satisfies z.infer<typeof identityRow>
const unverified = { ...waiting, id: 6, email_verified: false, suggested_user_id: null, name: 'M' }

const button = (name: string) => page.getByRole('button', { name, exact: true })
const people = { 'GET /api/users': [account, rita] }
const writes = () => requests.filter(({ method }) => method !== 'GET')

describe('Waiting for you', () => {
  const open = (rows: unknown[], stubs: Stubs = {}) =>
    openBackOffice('/users/waiting', { 'GET /api/identities': rows, ...people, ...stubs }, me)

  test('a verified address suggests its person, and connecting names them', async () => {
    await open([waiting], { 'POST /api/identities/5/confirm': { ...waiting, user_id: 2 } })
    await button('Connect… Rita R').click()
    await expect.element(page.getByLabelText('Account')).toHaveValue('2')
    await button('Connect').click()
    await expect.element(page.getByText('Rita R was connected')).toBeVisible()
    expect(writes().map(({ body }) => body)).toEqual([{ user_id: 2, email: rita.email }])
  })

  test('an address that is not verified suggests nobody', async () => {
    await open([unverified])
    await expect.element(page.getByText('Address not verified')).toBeVisible()
    await button('Connect… M').click()
    await expect.element(page.getByLabelText('Account')).toHaveValue('')
    await button('Connect').click()
    await expect
      .element(page.getByRole('dialog').getByText('Choose a person', { exact: true }).last())
      .toBeVisible()
    expect(writes()).toEqual([])
  })

  test('every account can be chosen, also beyond the first page', async () => {
    await open([unverified], {
      'GET /api/users': ({ url }: { url: URL }) =>
        list([url.searchParams.get('page') === '1' ? account : rita], 2),
    })
    await button('Connect… M').click()
    await page.getByLabelText('Account').selectOptions('2')
    await expect.element(page.getByLabelText('Account')).toHaveValue('2')
  })

  test('a refusal is under the field and keeps the choice', async () => {
    const message = 'Choose an active person'
    await open([waiting], {
      'POST /api/identities/5/confirm': problem(400, {
        error: message,
        details: [{ path: ['user_id'], message }],
      }),
    })
    await button('Connect… Rita R').click()
    await button('Connect').click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByLabelText('Account')).toHaveValue('2')
  })

  test('a full list says so, an empty one too', async () => {
    await open(Array.from({ length: 100 }, (_, n) => ({ ...unverified, id: n + 1 })))
    await expect.element(page.getByText(/^100 people wait/)).toBeVisible()
  })

  test('removing asks first', async () => {
    await open([waiting], { 'DELETE /api/identities/5': undefined })
    await button('Remove Rita R').click()
    await expect.element(page.getByText(/they are treated as new/)).toBeVisible()
    await button('Delete').click()
    await expect.poll(() => writes().map(({ method }) => method)).toEqual(['DELETE'])
  })
})

describe('The list of users', () => {
  test('says how many wait, to admins where the company’s sign-in is set up', async () => {
    await openBackOffice('/users', { ...people, 'GET /api/identities': [waiting, unverified] }, me)
    await expect.element(page.getByRole('link', { name: 'Waiting for You 2' })).toBeVisible()
  })
})

describe('The form of a user', () => {
  const open = (person: typeof me, row: typeof rita | typeof account, stubs: Stubs = {}) =>
    openBackOffice(
      `/users/${row.id}/edit`,
      {
        [`GET /api/users/${row.id}`]: row,
        'GET /api/outbox/server': { mail_server: true },
        'GET /api/identities': [{ ...waiting, user_id: row.id, last_used_on: '2026-03-02' }],
        ...stubs,
      },
      person,
    )

  test('disconnects an account of the company, after asking', async () => {
    await open(me, rita, { 'POST /api/identities/5/disconnect': { ...waiting } })
    await button(`Disconnect ${rita.email}`).click()
    await expect.element(page.getByText(/^Rita Reviewer is signed out/)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect
      .element(page.getByText("Rita Reviewer's company sign-in was disconnected"))
      .toBeVisible()
  })

  test('lets admins disconnect an account of their own', async () => {
    await open(me, { ...account, id: me.id })
    await expect.element(button(`Disconnect ${rita.email}`)).toBeVisible()
  })

  test('offers no password to people who sign in with the company only, but to admins', async () => {
    await open(only, rita)
    await expect.element(page.getByText(/^They sign in with Acme/)).toBeVisible()
    expect(button('Send password reset').elements()).toEqual([])
    await page.getByLabelText('Role *').selectOptions('Admin')
    await expect.element(button('Send password reset')).toBeVisible()
  })

  test('creates somebody who signs in with the company', async () => {
    const stubs = { 'GET /api/outbox/server': { mail_server: true }, 'POST /api/users': rita }
    await openBackOffice('/users/new', { ...stubs, ...people, 'GET /api/identities': [] }, me)
    await page.getByLabelText('First name *').fill('Rita')
    await page.getByLabelText('Last name *').fill('Reviewer')
    await page.getByLabelText('Email *').fill(rita.email)
    await page.getByLabelText('Sign in with Acme').click()
    await button('Create User').click()
    await expect
      .poll(() => writes().map(({ body }) => body))
      .toMatchObject([{ invite: false, company_sign_in: true, password: '' }])
  })

  test('where only admins have a password, a new user has no choice', async () => {
    const stubs = { 'GET /api/outbox/server': { mail_server: true }, 'POST /api/users': rita }
    await openBackOffice('/users/new', { ...stubs, ...people, 'GET /api/identities': [] }, only)
    await expect.element(page.getByText(/^They sign in with Acme, with this address/)).toBeVisible()
    expect(page.getByLabelText('Set a password now').elements()).toEqual([])
    await page.getByLabelText('First name *').fill('Rita')
    await page.getByLabelText('Last name *').fill('Reviewer')
    await page.getByLabelText('Email *').fill(rita.email)
    await button('Create User').click()
    await expect
      .poll(() => writes().map(({ body }) => body))
      .toMatchObject([{ invite: false, company_sign_in: true }])
  })
})
