import { afterAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { oidcProvider } from '#scripts/testing/oidc/provider.ts'

const provider = await oidcProvider()

describe('Sign-in with the company', () => {
  const journey = startJourney({
    ...provider.env,
    OIDC_LABEL: 'Acme',
    OIDC_DOMAINS: 'example.org',
    BASE_PATH: '/careers',
  })
  afterAll(() => provider.stop())

  test('leads back to the requested screen, with the session of every sign-in', async () => {
    const { email } = await journey.createStaff(['manage_jobs'])
    await provider.next({ sub: 'nia', claims: { email, email_verified: true } })
    const page = await journey.open('/backoffice/jobs?q=a')
    await page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
    const { pathname, search, hash } = new URL(page.url())
    expect(pathname + search + hash).toBe('/careers/backoffice/jobs?q=a')
    const stored = () => page.evaluate(() => [localStorage.token, localStorage.user])
    const [token, user] = await stored()
    expect(token).toMatch(/^foyer_/)
    expect(JSON.parse(user)).toMatchObject({ email })
    expect(
      (await page.context().cookies(`${journey.url}/api/auth/oidc`)).map(({ name }) => name),
    ).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
  })

  test('a person who is not known waits', async () => {
    await provider.next({ sub: 'w-1', claims: { email: 'wes@other.example', name: 'Wes West' } })
    const page = await journey.open('/login')
    await page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await page
      .getByRole('alert')
      .getByText(/^Your account at Acme is not connected/)
      .waitFor()
    expect(new URL(page.url()).href).toBe(`${journey.url}/login`)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to your account' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('while the provider is away, the sign-in says so and takes passwords', async () => {
    await provider.stop()
    await journey.restart()
    const page = await journey.open('/login')
    await page.getByRole('link', { name: 'Sign in with Acme' }).click()
    await page.getByRole('alert').getByText("Can't reach the sign-in of Acme.").waitFor()
    await page.getByLabel('Email').waitFor()
  })
})
