import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { z } from 'zod'
import type { signedInRow } from '#api/accounts/users/contract/row.ts'
import { held, problem, requests, serverError, stubApi } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { stopLeaving } from '#scripts/testing/components/leaving.ts'
import { own } from '#scripts/testing/components/rows.ts'
import BackOffice from '../BackOffice.tsx'
import { api, checked } from '../lib/api/api.ts'
import { keepSession, takeDestination, takeHint } from '../lib/session.ts'
import Login from './Login.tsx'

const email = page.getByLabelText('Email')
const password = page.getByRole('textbox', { name: 'Password' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const signedIn = { token: 'token', user: own } satisfies z.infer<typeof signedInRow>

async function enter() {
  await render(<Login />)
  await email.fill(own.email)
  await password.fill('a password')
  await userEvent.keyboard('{Enter}')
}

describe('The sign-in form', () => {
  test('its first field has the focus, unless another element has it', async () => {
    await render(<Login />)
    await expect.element(email).toHaveFocus()
    await render(
      <>
        {/* biome-ignore lint/a11y/noAutofocus: the person was faster than the script */}
        <input aria-label="Search" autoFocus />
        <Login />
      </>,
    )
    await expect.element(page.getByLabelText('Search')).toHaveFocus()
  })

  test('an incomplete sign-in shows what is missing and sends nothing', async () => {
    await render(<Login />)
    await button('Sign in').click()
    await expect.element(page.getByText('Email is required')).toBeVisible()
    await expect.element(page.getByText('Password is required')).toBeVisible()
    await expect.element(email).toHaveFocus()
    await email.fill('somebody')
    await button('Sign in').click()
    await expect
      .element(page.getByText('Enter an email address like name@example.com'))
      .toBeVisible()
    expect(requests).toEqual([])
  })

  test('a refused sign-in shows the reason, keeps the email and focuses the password', async () => {
    stubApi({ 'POST /api/auth/login': problem(401, { error: 'Invalid email or password' }) })
    await enter()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Invalid email or password')
    await expect.element(email).toHaveValue(own.email)
    await expect.element(password).toHaveFocus()
  })

  test('sign-in reads Signing in... and opens the back office 100 ms after the response', async () => {
    const destinations = stopLeaving()
    const { stub, release } = held(signedIn)
    stubApi({ 'POST /api/auth/login': stub })
    await enter()
    await expect.element(button('Signing in...')).toBeVisible()
    const setTimeout = vi.spyOn(window, 'setTimeout')
    onTestFinished(() => setTimeout.mockRestore())
    release()
    await expect.poll(() => destinations).toEqual(['/backoffice'])
    expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), 100)
    expect(localStorage.token).toBe('token')
  })

  test('a signed-in user is led to the back office', async () => {
    const destinations = stopLeaving()
    keepSession('token', own)
    await render(<Login />)
    await expect.poll(() => destinations).toEqual(['/backoffice'])
  })
})

describe('A passkey', () => {
  const asked = (more: object) => problem(401, { error: 'Enter it', second_factor: true, ...more })
  const details = [{ path: ['code'], message: 'Enter it' }]
  const withPasskey = 'Use a passkey'

  test('is offered below the form, and a refusal keeps what was typed', async () => {
    stubApi({
      'POST /api/auth/login/passkey/options': problem(429, { error: 'Too many sign-in attempts.' }),
    })
    await render(<Login />)
    await email.fill(own.email)
    await password.fill('a password')
    await button(withPasskey).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Too many sign-in attempts.')
    await expect.element(email).toHaveValue(own.email)
    await expect.element(password).toHaveValue('a password')
  })

  test('is not offered by a browser without passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    stubApi({ 'POST /api/auth/login': asked({ passkey: true }) })
    await render(<Login />)
    await email.fill(own.email)
    await password.fill('a password')
    expect(button(withPasskey).query()).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Two-step sign-in' })).toHaveFocus()
    expect(button(withPasskey).query()).toBeNull()
    await button('Start over').click()
    await expect.element(email).toBeVisible()
  })

  test('is the second step of people without an app, with its button focused', async () => {
    stubApi({ 'POST /api/auth/login': asked({ passkey: true }) })
    await enter()
    await expect.element(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible()
    await expect.element(button(withPasskey)).toHaveFocus()
    expect(page.getByLabelText('Code').query()).toBeNull()
    expect(page.getByRole('alert').query()).toBeNull()
  })

  test('is offered beside the code of people with both, and not of those with an app only', async () => {
    stubApi({ 'POST /api/auth/login': asked({ passkey: true, details }) })
    await enter()
    await expect.element(page.getByLabelText('Code')).toHaveFocus()
    await expect.element(button(withPasskey)).toBeVisible()
    stubApi({ 'POST /api/auth/login': asked({ details }) })
    await button('Start over').click()
    await email.fill(own.email)
    await password.fill('a password')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByLabelText('Code')).toHaveFocus()
    expect(button(withPasskey).query()).toBeNull()
  })
})

describe('The session', () => {
  const dashboard = {
    'GET /api/dashboard': serverError,
    'GET /api/setup': serverError,
    'GET /api/applications/stats': serverError,
  }

  test('a failed check keeps the session, and Retry checks it again', async () => {
    let isReachable = false
    await openBackOffice('/dashboard', {
      ...dashboard,
      'GET /api/auth/profile': () => (isReachable ? own : 'offline'),
    })
    const notice = page.getByText("Can't reach the server. We'll keep trying.")
    await expect.element(notice).toBeVisible()
    await expect.element(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
    expect(localStorage.token).toBe('token')
    const retry = page.getByRole('status').getByRole('button', { name: 'Retry' })
    retry.element().addEventListener('click', () => {
      isReachable = true
    })
    await retry.click()
    await expect.element(notice).not.toBeInTheDocument()
  })

  test('a refused call leads to the sign-in also when the token is gone', async () => {
    const destinations = stopLeaving()
    await openBackOffice('/dashboard', dashboard)
    await expect.element(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible()
    localStorage.removeItem('token')
    stubApi({ 'GET /api/tags': problem(401, { error: 'Please sign in' }) })
    await expect(checked(api.tags.$get())).rejects.toThrow('Please sign in')
    await expect.poll(() => destinations).toContain('/login')
    expect(takeHint()).toBe("You've been signed out. Sign in to continue.")
    expect(takeDestination()).toBe('/backoffice/dashboard')
  })
})

describe('Without storage on the device', () => {
  const sentence =
    'Your browser blocks site data for this website, and signing in needs it. Allow site data in the browser’s settings, then reload this page.'

  /** As browsers do with site data switched off; only for `run`, since later hooks empty it. */
  async function withoutStorage(run: () => Promise<void>) {
    const block = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    const blocked = (['localStorage', 'sessionStorage', 'indexedDB'] as const).map((name) =>
      vi.spyOn(window, name, 'get').mockImplementation(block),
    )
    try {
      await run()
    } finally {
      for (const spy of blocked) spy.mockRestore()
    }
  }

  test('the sign-in says so in place of its form', () =>
    withoutStorage(async () => {
      await render(<Login />)
      await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
      expect(email.query()).toBeNull()
    }))

  test('the back office says so in place of an empty page', () =>
    withoutStorage(async () => {
      await render(<BackOffice />)
      await expect.element(page.getByRole('alert')).toHaveTextContent(sentence)
    }))
})

describe('The sign-in with the company', () => {
  const arrive = (hash: string) => history.replaceState(null, '', `${location.pathname}${hash}`)

  test('is one button above the fields, only where it is set up', async () => {
    const { rerender } = await render(<Login />)
    await expect.element(email).toBeVisible()
    expect(page.getByRole('link', { name: /^Sign in with/ }).elements()).toEqual([])
    await rerender(<Login company="Acme" />)
    const link = page.getByRole('link', { name: 'Sign in with Acme' })
    await expect.element(link).toHaveAttribute('href', '/api/auth/oidc/start')
    const [above, below] = [link.element(), email.element()].map(
      (element) => element.getBoundingClientRect().top,
    )
    expect(above).toBeLessThan(below!)
  })

  test('back from the provider, the session begins and the destination opens', async () => {
    const destinations = stopLeaving()
    stubApi({ 'POST /api/auth/oidc/token': signedIn })
    sessionStorage.setItem('intendedDestination', '/backoffice/jobs?page=2')
    arrive('#company')
    await render(<Login company="Acme" />)
    await expect.poll(() => destinations).toEqual(['/backoffice/jobs?page=2'])
    expect(localStorage.token).toBe('token')
    expect(location.hash).toBe('')
  })

  test('a failure is a sentence above the form, and gone after a reload', async () => {
    arrive('#company=waiting')
    const { unmount } = await render(<Login company="Acme" />)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/^Your account at Acme is not connected to a person here yet/)
    await expect.element(email).toBeVisible()
    await unmount()
    await render(<Login company="Acme" />)
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  test('text in the address is never shown', async () => {
    arrive('#company=<b>Call this number</b>')
    await render(<Login company="Acme" />)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent("The sign-in with Acme didn't work. Try again.")
  })

  test('a passkey as the second step goes to the company session, after a sentence that is true', async () => {
    const error = 'Sign in with your passkey.'
    const asked = problem(401, { error, second_factor: true, passkey: true })
    stubApi({
      'POST /api/auth/oidc/token': asked,
      'POST /api/auth/login/passkey/options': problem(429, { error: 'Too many attempts.' }),
    })
    arrive('#company')
    await render(<Login company="Acme" />)
    await expect.element(page.getByText(/^You have signed in with Acme\./)).toBeVisible()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts.')
    await expect.element(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  })

  test('a second step of their own is asked for, and a wrong code keeps asking', async () => {
    const destinations = stopLeaving()
    const asks = (message: string) =>
      problem(401, { error: message, second_factor: true, details: [{ path: ['code'], message }] })
    stubApi({ 'POST /api/auth/oidc/token': asks('Enter the code') })
    arrive('#company')
    await render(<Login company="Acme" />)
    const code = page.getByLabelText('Code', { exact: true })
    await expect.element(code).toHaveFocus()
    expect(page.getByText('Enter the code', { exact: true }).elements()).toEqual([])
    stubApi({ 'POST /api/auth/oidc/token': asks('This code is not right') })
    await code.fill('000000')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('This code is not right')).toBeVisible()
    stubApi({ 'POST /api/auth/oidc/token': signedIn })
    await code.fill('123456')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => destinations).toEqual(['/backoffice'])
    expect(requests.at(-1)?.body).toEqual({ code: '123456' })
  })
})
