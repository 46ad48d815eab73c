import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'

const pdf = resumeFile('mira.pdf')
const upload = async () => ({
  name: 'mira.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await pdf.arrayBuffer()),
})
const keep = (page: Page) =>
  page.getByLabel('Keep what I enter and my files on this device for 30 days')
const day = 24 * 60 * 60_000

/** Types into the form and chooses a file. */
async function write(page: Page, email: string) {
  await page.getByText('0/400 characters').waitFor()
  await page.getByLabel('First name').fill('Mira')
  await page.getByLabel('Last name').fill('Østergård')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Motivation letter' }).click()
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.insertText(words(430))
  await page.getByLabel('Resume').setInputFiles(await upload())
  await page.getByText('Chosen: mira.pdf').waitFor()
  await expect.poll(() => stored(page)).toMatchObject({ files: 1, key: true })
}

/** What is on the device: files, and whether the tab's draft can read one. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('application-files', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('files')
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const counting = db.transaction('files').objectStore('files').count()
    const files = await new Promise<number>((resolve) => {
      counting.onsuccess = () => resolve(counting.result)
    })
    db.close()
    const inTab = sessionStorage.getItem('application-1') ?? ''
    return { files, key: inTab.includes('file_resume'), local: Object.keys(localStorage) }
  })

/** The chosen file, byte by byte. */
const chosen = (page: Page) =>
  page.getByLabel('Resume').evaluate(async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    return file ? { name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] } : null
  })

async function everythingIsThere(page: Page, email: string) {
  await page.getByText('430/400 characters').waitFor()
  await page.getByText('Chosen: mira.pdf, 47 KB').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  expect(await chosen(page)).toEqual({ name: 'mira.pdf', bytes: [...(await pdf.bytes())] })
}

async function nothingIsThere(page: Page) {
  await page.getByText('0/400 characters').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe('')
  expect(await chosen(page)).toBeNull()
}

const submit = async (page: Page) => {
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
}

describe('The draft of an application', () => {
  const journey = startJourney()

  test('is kept on the device for 30 days when the candidate asks for it', async () => {
    const email = 'kept@example.org'
    const page = await journey.open('/jobs/1/apply#apply', { closes: true })
    await write(page, email)
    expect(await keep(page).isChecked()).toBe(false)
    await keep(page).check()
    const context = page.context()
    await page.close()
    const later = await context.newPage()
    await later.clock.setFixedTime(Date.now() + 29 * day)
    await later.goto(`${journey.url}/jobs/1/apply#apply`)
    await everythingIsThere(later, email)
    expect(await keep(later).isChecked()).toBe(true)
    await later.close()
    const tooLate = await context.newPage()
    await tooLate.clock.setFixedTime(Date.now() + 65 * day)
    await tooLate.goto(`${journey.url}/jobs/1/apply#apply`)
    await nothingIsThere(tooLate)
    expect(await keep(tooLate).isChecked()).toBe(false)
    expect((await stored(tooLate)).local).toEqual([])
  })

  test('survives a reload with the chosen file; once it is sent, Back returns to an empty form', async () => {
    const email = 'back@example.org'
    const page = await journey.open('/jobs/1/apply#apply')
    await write(page, email)
    await page.reload()
    await everythingIsThere(page, email)
    const other = await page.context().newPage()
    await other.goto(`${journey.url}/jobs/1/apply#apply`)
    await nothingIsThere(other)
    expect((await stored(page)).local).toEqual([])
    await submit(page)
    const applications = `SELECT resume_size FROM applications WHERE email = '${email}'`
    expect(journey.rows(applications)).toEqual([{ resume_size: pdf.size }])
    await expect.poll(() => stored(page)).toEqual({ files: 0, key: false, local: [] })
    await page.goBack()
    await page.getByText('You sent this application.').waitFor()
    await nothingIsThere(page)
    for (const label of ['First name', 'Last name', 'Phone'])
      expect(await page.getByLabel(label).inputValue()).toBe('')
    await page.reload()
    await page.getByText('You sent this application.').waitFor()
    await nothingIsThere(page)
    expect(await page.evaluate(() => sessionStorage.getItem('application-1'))).toBeNull()
    await write(page, email)
    await submit(page)
    expect(journey.rows(applications)).toHaveLength(1)
    await page.goBack()
    await page.getByRole('link', { name: 'View your application' }).click()
    await page.getByRole('heading', { name: 'We have your application' }).waitFor()
  })
})
