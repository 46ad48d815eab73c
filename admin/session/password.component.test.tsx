import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { problem, requests, stubApi } from '#scripts/testing/components/api.ts'
import { stopLeaving } from '#scripts/testing/components/leaving.ts'
import { own } from '#scripts/testing/components/rows.ts'
import { keepSession } from '../lib/session.ts'
import ChoosePassword from './ChoosePassword.tsx'
import ForgotPassword from './ForgotPassword.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

describe('Requesting a password link', () => {
  const email = page.getByLabelText('Email')

  test('an address is required', async () => {
    await render(<ForgotPassword />)
    await button('Send the link').click()
    await expect.element(page.getByText('Email is required')).toBeVisible()
    await expect.element(email).toHaveFocus()
    expect(requests).toEqual([])
  })

  test('the reply names the address, and leads back to the sign-in', async () => {
    stubApi({ 'POST /api/auth/forgot-password': undefined })
    await render(<ForgotPassword />)
    await email.fill(' nobody@example.com ')
    await button('Send the link').click()
    await expect.element(heading('Check your email')).toBeVisible()
    await expect.element(page.getByText('nobody@example.com')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Back to sign-in' }))
      .toHaveAttribute('href', '/login')
    expect(requests.map(({ body }) => body)).toEqual([{ email: 'nobody@example.com' }])
  })

  test('an unreachable server shows an error and keeps the email', async () => {
    stubApi({ 'POST /api/auth/forgot-password': 'offline' })
    await render(<ForgotPassword />)
    await email.fill(own.email)
    await button('Send the link').click()
    await expect.element(page.getByRole('alert')).toMatchTextContent("Couldn't send the link.")
    await expect.element(email).toHaveValue(own.email)
  })
})

describe('Choosing a password', () => {
  const password = page.getByRole('textbox', { name: 'New password' })

  const openLink = (fragment = '#token=secret') => {
    history.replaceState(null, '', `/reset-password${fragment}`)
    return render(<ChoosePassword />)
  }

  test.each(['', '#token=', '#x=1'])('a link that ends in “%s” is incomplete', async (fragment) => {
    await openLink(fragment)
    await expect.element(heading("This link doesn't work")).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent('This link is incomplete.')
    await expect
      .element(page.getByRole('link', { name: 'Request a new link' }))
      .toHaveAttribute('href', '/forgot-password')
  })

  test('a short password is refused before anything is sent, a common one by the server', async () => {
    const message = 'Many people use this password.'
    const details = [{ path: ['newPassword'], message }]
    stubApi({ 'POST /api/auth/reset-password': problem(400, { error: message, details }) })
    await openLink()
    await password.fill('too short')
    await button('Save password').click()
    await expect.element(page.getByText(/Use at least 12 characters/).first()).toBeVisible()
    await expect.element(password).toHaveFocus()
    expect(requests).toEqual([])
    await password.fill('1qaz2wsx3edc')
    await button('Save password').click()
    await expect.element(page.getByText(message, { exact: false })).toBeVisible()
    await button('Show password').click()
    await expect.element(password).toHaveAttribute('type', 'text')
  })

  test('a used link says so', async () => {
    const message = 'This link has expired or was used already.'
    stubApi({
      'POST /api/auth/reset-password': problem(400, {
        error: message,
        details: [{ path: ['token'], message }],
      }),
    })
    await openLink()
    await password.fill('three green bottles')
    await button('Save password').click()
    await expect.element(page.getByText(message)).toBeVisible()
  })

  test('a new password ends the session of this browser and leads to the sign-in', async () => {
    const destinations = stopLeaving()
    stubApi({ 'POST /api/auth/reset-password': undefined })
    keepSession('token', own)
    await openLink()
    await password.fill('three green bottles')
    await button('Save password').click()
    await expect.poll(() => destinations).toEqual(['/login'])
    expect(localStorage.token).toBeUndefined()
    expect(requests.map(({ body }) => body)).toEqual([
      { token: 'secret', newPassword: 'three green bottles' },
    ])
  })
})
