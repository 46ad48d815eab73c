import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import type { passkeyRow } from '#api/accounts/passkeys/contract/row.ts'
import type { secondFactorRow } from '#api/accounts/users/contract/row.ts'
import {
  problem,
  requests,
  type StubbedRequest,
  type Stubs,
} from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { stopLeaving } from '#scripts/testing/components/leaving.ts'
import { own } from '#scripts/testing/components/rows.ts'

type Status = z.infer<typeof secondFactorRow>
type Row = z.infer<typeof passkeyRow>

const status: Status = {
  confirmed_at: null,
  recovery_codes_left: 0,
  required: false,
  passkeys: 1,
  signed_in_recently: true,
  has_password: true,
  by_sign_in: false,
}
const laptop: Row = {
  id: 3,
  name: 'Laptop',
  domain: 'careers.example.org',
  works_here: true,
  created_at: '2026-01-05T09:00:00.000Z',
  updated_at: '2026-01-05T09:00:00.000Z',
  last_used_at: null,
}

const open = (stubs: Stubs = {}, rows: Row[] = [laptop], now: Partial<Status> = {}) =>
  openBackOffice('/profile', {
    'GET /api/auth/sessions': [],
    'GET /api/outbox/server': { mail_server: true },
    'GET /api/auth/second-factor': { ...status, ...now },
    'GET /api/auth/passkeys': rows,
    ...stubs,
  })
const section = page.getByRole('region', { name: 'Passkeys' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const nameField = page.getByRole('textbox', { name: 'Name *', exact: true })
const dialog = page.getByRole('dialog')
const sent = (method: string) => requests.filter((request) => request.method === method)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('The passkeys of the profile', () => {
  test('are listed with their days, and one of a former address says so', async () => {
    const old = { ...laptop, id: 4, name: 'Phone', works_here: false, domain: 'old.example.org' }
    await open({}, [{ ...laptop, last_used_at: '2026-02-07T09:00:00.000Z' }, old])
    await expect.element(section).toMatchTextContent('Added 5 Jan 2026 · last used 7 Feb 2026')
    await expect.element(section).toMatchTextContent('Made for old.example.org: it doesn')
  })

  test('a name is changed, and a fault is under its field', async () => {
    await open({
      'PUT /api/auth/passkeys/3': ({ body }: StubbedRequest) => {
        const { name } = body as { name: string }
        if (name) return { ...laptop, name }
        const message = 'Enter a name'
        return problem(400, { error: message, details: [{ path: ['name'], message }] })
      },
    })
    await button('Rename Laptop').click()
    await nameField.fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog.getByText('Enter a name')).toBeVisible()
    await nameField.fill('Work laptop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByText('“Work laptop” was updated')).toBeVisible()
    expect(sent('PUT').at(-1)?.body).toEqual({
      name: 'Work laptop',
      updated_at: laptop.updated_at,
    })
  })

  test('removing the last one says that the password is enough then, and a refusal why', async () => {
    const error = 'Your company requires two-step sign-in.'
    await open({ 'DELETE /api/auth/passkeys/3': problem(403, { error }) })
    await button('Remove Laptop').click()
    await expect.element(dialog).toMatchTextContent('your password alone is enough')
    await button('Remove').click()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(error)
  })

  test('with an authenticator app, removing one says nothing of the password', async () => {
    await open({ 'DELETE /api/auth/passkeys/3': undefined }, [laptop], {
      confirmed_at: laptop.created_at,
    })
    await button('Remove Laptop').click()
    await expect.element(dialog).not.toMatchTextContent('your password alone')
    await button('Remove').click()
    await expect.element(page.getByText('The passkey “Laptop” was removed')).toBeVisible()
  })

  test('removing one long after the sign-in asks to sign in again', async () => {
    const left = stopLeaving()
    await open({ 'POST /api/auth/logout': undefined }, [laptop], { signed_in_recently: false })
    await button('Remove Laptop').click()
    await button('Sign in again').click()
    await expect.poll(() => left).toContain('/login')
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('adding one long after the sign-in asks for the password, and says when it is wrong', async () => {
    const message = 'This is not your current password'
    await open(
      {
        'POST /api/auth/passkeys/options': problem(400, {
          error: message,
          details: [{ path: ['currentPassword'], message }],
        }),
      },
      [],
      { signed_in_recently: false, passkeys: 0 },
    )
    await button('Add a passkey').click()
    await nameField.fill('Laptop')
    await dialog.getByLabelText('Current password *').fill('wrong')
    await button('Continue').click()
    await expect.element(dialog.getByText(message)).toBeVisible()
    await expect.element(nameField).toHaveValue('Laptop')
    expect(sent('POST').at(-1)?.body).toEqual({ currentPassword: 'wrong' })
  })

  test('a new one needs a name before the device is asked', async () => {
    await open({}, [])
    await button('Add a passkey').click()
    await nameField.fill(' ')
    await button('Continue').click()
    await expect.element(dialog.getByText('Enter a name')).toBeVisible()
    expect(sent('POST')).toEqual([])
  })

  test('people without a password are asked to sign in again', async () => {
    await open({}, [], { signed_in_recently: false, has_password: false, passkeys: 0 })
    await button('Add a passkey').click()
    await expect.element(page.getByRole('heading', { name: 'Sign in again first' })).toBeVisible()
  })

  test('a browser without passkeys has no button for them', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    await open()
    await expect.element(section).toMatchTextContent("This browser can't make passkeys here")
    expect(button('Add a passkey').query()).toBeNull()
  })
})

test('two-step sign-in by passkey alone is on, and an app is offered', async () => {
  await open()
  const factor = page.getByRole('region', { name: 'Two-step sign-in' })
  await expect.element(factor).toMatchTextContent('By passkey: your password alone')
  await expect.element(button('Set up an app')).toBeVisible()
})

test('while two-step sign-in is required, a passkey can be added in place of an app', async () => {
  await openBackOffice(
    '/profile',
    { 'GET /api/auth/second-factor': { ...status, passkeys: 0, required: true } },
    { ...own, second_factor_missing: true },
  )
  await button('Add a passkey').click()
  await expect.element(nameField).toBeVisible()
})
