import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { freePort } from '#db/fixtures/free-port.ts'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'

/** The API addresses that the page calls from now on. */
function calls(page: Page) {
  const urls: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) urls.push(request.url())
  })
  return urls
}

async function apply(page: Page) {
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Ostergard')
  await page.getByLabel('Email').fill('mira@example.org')
  await page.getByRole('textbox', { name: 'Motivation letter' }).click()
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.insertText(words(430))
  const buffer = Buffer.from(await resumeFile('mira.pdf').arrayBuffer())
  await page.getByLabel('Resume').setInputFiles({ name: 'mira.pdf', mimeType: '', buffer })
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
}

const port = await freePort()
const elsewhere = `http://127.0.0.1:${port}/api`

describe.each([
  ['a path', { API_BASE: '/careers/v1/' }, '/careers/v1'],
  [
    'another origin',
    { API_BASE: elsewhere, PORT: String(port), PUBLIC_URL: `http://localhost:${port}` },
    elsewhere,
  ],
  ['its default below BASE_PATH', { BASE_PATH: '/careers' }, '/careers/api'],
] as const)('API_BASE with %s', (_, env, base) => {
  const journey = startJourney(env)
  const address = () => String(new URL(base, journey.url))

  test('sign-in and every call of the back office go there', async () => {
    const page = await journey.open('/backoffice/jobs')
    const urls = calls(page)
    await signInOn(page)
    await page.getByRole('link', { name: 'Calibration Technician' }).first().waitFor()
    expect(page.url()).toBe(`${journey.url}/backoffice/jobs`)
    expect(urls.length).toBeGreaterThan(1)
    expect(urls.filter((url) => !url.startsWith(`${address()}/`))).toEqual([])
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(`${journey.url}/login`)
  })

  test('an application is sent there, and its private page is one click away', async () => {
    const page = await journey.open('/jobs/1/apply')
    const urls = calls(page)
    await apply(page)
    expect(urls).toContain(`${address()}/applications/submit`)
    expect(urls.filter((url) => !url.startsWith(`${address()}/`))).toEqual([])
    await page.goto(`${journey.url}/application`)
    await page.getByRole('heading', { name: 'Calibration Technician' }).waitFor()
  })
})
