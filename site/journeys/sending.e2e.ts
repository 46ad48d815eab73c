import { once } from 'node:events'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const upload = async (fixture: string, name = fixture) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(await resumeFile(fixture).arrayBuffer()),
})
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' })
const thanked = (page: Page) =>
  page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()

/** Fills in all required fields. */
async function write(page: Page, email: string) {
  await page.getByText('0/400 characters').waitFor()
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Østergård')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Motivation letter' }).click()
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.insertText(words(430))
  await page.getByLabel('Resume').setInputFiles(await upload('mira.pdf'))
}

async function everythingIsThere(page: Page, email: string) {
  expect(await page.getByLabel('First name').inputValue()).toBe('Mira')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByText('430/400 characters').waitFor()
  await page.getByText('Chosen: mira.pdf').waitFor()
  const files = await page
    .getByLabel('Resume')
    .evaluate((input) => (input as HTMLInputElement).files?.length)
  expect(files).toBe(1)
}

/** A TCP proxy that, when told to, cuts connections on which a response arrives. */
async function losingProxy(url: string) {
  const server = createServer((client) => {
    const upstream = connect({ host: 'localhost', port: Number(new URL(url).port) })
    client.pipe(upstream)
    upstream.on('data', (data) =>
      proxy.losesAnswers ? client.resetAndDestroy() : client.write(data),
    )
    upstream.on('end', () => client.end())
    for (const socket of [client, upstream])
      socket.on('error', () => {}).on('close', () => [client, upstream].map((s) => s.destroy()))
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const proxy = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    losesAnswers: false,
    close: () => server.close(),
  }
  return proxy
}

describe('Sending an application', () => {
  const journey = startJourney()
  const sentBy = (email: string) =>
    journey.rows(`SELECT id FROM applications WHERE email = '${email}'`).length

  test('shows progress, and a double click sends only one', async () => {
    const email = 'double@example.org'
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.route('**/api/applications/submit', async (route) => {
      await new Promise((next) => setTimeout(next, 700))
      await route.continue()
    })
    await submit(page).dblclick()
    const busy = page.getByRole('button', { name: 'Submitting...' })
    await busy.click({ force: true })
    await page.getByRole('progressbar', { name: 'Upload of your application' }).waitFor()
    await thanked(page)
    expect(sentBy(email)).toBe(1)
  })

  test('reports a lost connection, keeps everything, and succeeds the second time', async () => {
    const email = 'line@example.org'
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.route('**/api/applications/submit', (route) => route.abort())
    await submit(page).click()
    const box = page.getByRole('alert')
    await box.getByRole('heading', { name: 'Application Error' }).waitFor()
    await box.getByText('The connection to the server was lost').waitFor()
    expect(await box.textContent()).not.toContain('check your input')
    expect(await box.evaluate((element) => document.activeElement === element)).toBe(true)
    await everythingIsThere(page, email)
    await page.unroute('**/api/applications/submit')
    await submit(page).click()
    await thanked(page)
    expect(sentBy(email)).toBe(1)
  })

  test('reports a failure when the response is not from Foyer', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, 'proxy@example.org')
    await page.route('**/api/applications/submit', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    )
    await submit(page).click()
    const box = page.getByRole('alert')
    await box.getByRole('heading', { name: 'Application Error' }).waitFor()
    const sentence = "We couldn't send it. Nothing you typed is lost. Try again in a minute."
    await box.getByText(sentence, { exact: true }).waitFor()
    await everythingIsThere(page, 'proxy@example.org')
  })

  test('creates one application when only the response was lost', async () => {
    const email = 'lost@example.org'
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.route('**/api/applications/submit', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit(page).click()
    await page.getByRole('heading', { name: 'Application Error' }).waitFor()
    expect(sentBy(email)).toBe(1)
    await page.unroute('**/api/applications/submit')
    await submit(page).click()
    await thanked(page)
    expect(sentBy(email)).toBe(1)
  })

  test('creates one application when the response was lost and the page reloaded', async () => {
    const email = 'lost-reload@example.org'
    const proxy = await losingProxy(journey.url)
    const page = await journey.open('/healthz')
    await page.goto(`${proxy.url}/jobs/1/apply#apply`)
    await write(page, email)
    proxy.losesAnswers = true
    await submit(page).click()
    await page.getByRole('heading', { name: 'Application Error' }).waitFor()
    expect(sentBy(email)).toBe(1)
    proxy.losesAnswers = false
    await page.reload()
    await page.getByText('430/400 characters').waitFor()
    await page.getByLabel('Resume').setInputFiles(await upload('mira.pdf'))
    await submit(page).click()
    await thanked(page)
    expect(sentBy(email)).toBe(1)
    proxy.close()
  })

  test.each([
    ['the text', async (page: Page) => page.getByLabel('Phone').fill('12')],
    [
      'the file',
      async (page: Page) => page.getByLabel('Resume').setInputFiles(await upload('mira.docx')),
    ],
  ])('creates another application when %s changed after a lost response', async (_, change) => {
    const email = `changed-${Math.random()}@example.org`
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.route('**/api/applications/submit', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit(page).click()
    await page.getByRole('heading', { name: 'Application Error' }).waitFor()
    await page.unroute('**/api/applications/submit')
    await change(page)
    await submit(page).click()
    await thanked(page)
    expect(sentBy(email)).toBe(2)
  })

  test('reports a job closed in the meantime and keeps letter and file until it reopens', async () => {
    const email = 'closed@example.org'
    const page = await journey.open('/jobs/2/apply#apply')
    await write(page, email)
    journey.rows('UPDATE jobs SET is_active = 0 WHERE id = 2 RETURNING id')
    await submit(page).click()
    const box = page.getByRole('alert')
    await box
      .getByText(
        'This position has just closed, so your application was not sent. Copy what you want to keep; it stays on this page until you leave.',
        { exact: true },
      )
      .waitFor()
    expect(await box.evaluate((element) => document.activeElement === element)).toBe(true)
    await everythingIsThere(page, email)
    expect(sentBy(email)).toBe(0)
    // The cache checks for changes by others once a second.
    const reloaded = async () => (await page.reload())?.status()
    await expect.poll(reloaded).toBe(410)
    journey.rows('UPDATE jobs SET is_active = 1 WHERE id = 2 RETURNING id')
    await expect.poll(reloaded).toBe(200)
    await page.getByLabel('First name').scrollIntoViewIfNeeded()
    await page.getByText('430/400 characters').waitFor()
    await everythingIsThere(page, email)
    await submit(page).click()
    await thanked(page)
    expect(sentBy(email)).toBe(1)
  })

  test('shows an error at the field when the file does not match its extension', async () => {
    const email = 'odt@example.org'
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.getByLabel('Resume').setInputFiles(await upload('mira.odt', 'mira.docx'))
    await submit(page).click()
    await page.getByRole('alert').getByText('One thing needs your attention: Resume').waitFor()
    const resume = page.getByLabel('Resume')
    expect(await resume.evaluate((input) => document.activeElement === input)).toBe(true)
    expect(await resume.getAttribute('aria-invalid')).toBe('true')
    await resume.setInputFiles(await upload('mira.pdf'))
    expect(await resume.getAttribute('aria-invalid')).toBe('false')
    await submit(page).click()
    await thanked(page)
    expect(sentBy(email)).toBe(1)
  })

  test.each([
    ['changed', (path: string) => appendFile(path, ' ')],
    ['removed', (path: string) => rm(path)],
  ])(
    'names a file that was %s after it was chosen, and takes it once it is chosen again',
    async (what, change) => {
      const email = `${what}@example.org`
      const path = join(journey.folder, 'cv.pdf')
      const store = async () => writeFile(path, await resumeFile('mira.pdf').bytes())
      await store()
      const page = await journey.open('/jobs/1/apply#apply')
      await write(page, email)
      await page.getByLabel('Resume').setInputFiles(path)
      await page.getByText('Chosen: cv.pdf').waitFor()
      await change(path)
      await submit(page).click()
      await page.getByText('cv.pdf has changed since you chose it; choose it again').waitFor()
      const resume = page.getByLabel('Resume')
      expect(await resume.getAttribute('aria-invalid')).toBe('true')
      expect(await resume.evaluate((input) => document.activeElement === input)).toBe(true)
      expect(sentBy(email)).toBe(0)
      await store()
      await resume.setInputFiles(path)
      await page.getByText('Chosen: cv.pdf').waitFor()
      expect(await resume.getAttribute('aria-invalid')).toBe('false')
      await submit(page).click()
      await thanked(page)
      expect(sentBy(email)).toBe(1)
    },
  )

  test('deletes the draft once it is sent', async () => {
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, 'draft@example.org')
    await submit(page).click()
    await thanked(page)
    await page.goto(`${journey.url}/jobs/1/apply#apply`)
    await page.getByText('0/400 characters').waitFor()
    expect(await page.getByLabel('First name').inputValue()).toBe('')
  })
})
