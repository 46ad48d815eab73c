import { once } from 'node:events'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
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

const isFocused = (field: Locator) =>
  field.evaluate((element) => document.activeElement === element)

/** Fills in all required fields. */
async function write(page: Page, email: string) {
  await page.getByText('0/400 characters').waitFor()
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Østergård')
  await page.getByLabel('Email').fill(email)
  const letter = page.getByRole('textbox', { name: 'Motivation letter' })
  await letter.click()
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.insertText(words(430))
  // Sent before its editor had taken over, a letter would be another one after a reload.
  await letter.and(page.locator('[contenteditable]')).waitFor()
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

/**
 * A TCP proxy that, when told to, cuts a connection when the response to a sent application arrives
 * on it. Other responses pass: without the form's scripts, nothing would be sent.
 */
async function losingProxy(url: string) {
  const server = createServer((client) => {
    const upstream = connect({ host: 'localhost', port: Number(new URL(url).port) })
    // A browser sends nothing else on a connection before the response is there.
    let hasSent = false
    client.on('data', (data) => {
      hasSent ||= proxy.losesAnswers && data.includes('POST /api/applications/submit')
      upstream.write(data)
    })
    client.on('end', () => upstream.end())
    upstream.on('data', (data) => (hasSent ? client.resetAndDestroy() : client.write(data)))
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

  test('creates another application when the text changed after a lost response', async () => {
    const email = 'changed-text@example.org'
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.route('**/api/applications/submit', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit(page).click()
    await page.getByRole('heading', { name: 'Application Error' }).waitFor()
    await page.unroute('**/api/applications/submit')
    await page.getByLabel('Phone').fill('12')
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
    await expect.poll(() => isFocused(box)).toBe(true)
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
      await expect.poll(() => isFocused(resume)).toBe(true)
      expect(sentBy(email)).toBe(0)
      await store()
      await resume.setInputFiles(path)
      await page.getByText('Chosen: cv.pdf').waitFor()
      await expect.poll(() => resume.getAttribute('aria-invalid')).toBe('false')
      await submit(page).click()
      await thanked(page)
      expect(sentBy(email)).toBe(1)
    },
  )
})
