import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { resumeFile, words } from '#scripts/testing/fixtures/application-form.ts'
import { signInOn, startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const candidates = [
  { first: 'Mira', last: 'Østergård', file: 'mira.pdf' },
  { first: 'Dora', last: 'Nguyễn', file: 'mira.doc' },
  { first: 'Xaver', last: 'Meier', file: 'mira.docx' },
] as const

const job = 'Calibration Technician'
const letter = (first: string) => `My name is ${first}. ${words(430)}`
const bytesOf = async (file: string) => Buffer.from(await resumeFile(file).arrayBuffer())

async function apply(page: Page, { first, last, file }: (typeof candidates)[number]) {
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Email').fill(`${first.toLowerCase()}@example.org`)
  await page.getByLabel('Phone').fill('+45 12 34 56 78')
  await page.getByRole('textbox', { name: 'Motivation letter' }).click()
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.insertText(letter(first))
  await page
    .getByLabel('Resume')
    .setInputFiles({ name: file, mimeType: '', buffer: await bytesOf(file) })
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
}

const tile = (page: Page, status: string) =>
  page.getByRole('link', { name: new RegExp(`^${status}`) })
const figure = async (page: Page, status: string) =>
  Number(((await tile(page, status).textContent()) ?? '').replace(/\D/g, '') || Number.NaN)

describe('From application to decision', () => {
  const journey = startJourney({ RATE_LIMITS: 'on' })
  const counted = (where: string) =>
    journey.rows(`SELECT count(*) AS n FROM applications WHERE ${where}`)[0]?.n as number
  let before = { pending: 0, shortlisted: 0 }

  beforeAll(() => {
    before = {
      pending: counted("status = 'pending'"),
      shortlisted: counted("status = 'shortlisted'"),
    }
  })

  test('a visitor finds a job from the home page, reads it and applies with a PDF', async () => {
    const page = await journey.open('/')
    await page.getByRole('link', { name: 'View Open Positions' }).click()
    await page.getByRole('heading', { name: 'Open Positions', level: 1 }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: job }) })
      .getByRole('link', { name: /Apply Now/ })
      .click()
    await page.getByRole('heading', { name: job, level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Job Description' }).waitFor()
    await page.getByRole('link', { name: 'Apply Now' }).click()
    await apply(page, candidates[0])
    await page.getByText(`Thank you for applying for ${job}`).waitFor()
    expect(page.url()).toContain('/application/success?jobId=1&jobTitle=Calibration%20Technician')
    expect(await page.title()).toMatch(/^Application Submitted - Careers \| /)
  })

  test.each(candidates.slice(1))('another candidate applies with $file', async (candidate) => {
    const page = await journey.open('/jobs/1/apply#apply')
    await apply(page, candidate)
    expect(counted("status = 'pending'")).toBeGreaterThan(before.pending + 1)
  })

  test('a reviewer signs in and sees the number of pending applications', async () => {
    const page = await journey.open('/backoffice')
    await signInOn(page)
    await page.getByRole('heading', { name: 'Welcome back, Ada Halloran' }).waitFor()
    await expect.poll(() => figure(page, 'Pending')).toBe(before.pending + 3)
    await tile(page, 'Pending').click()
    await page.getByText(`Showing ${before.pending + 3} applications`).waitFor()
    expect(new URL(page.url()).search).toBe('?status=pending')
  })

  test.each(candidates)('the reviewer downloads $file unchanged', async (candidate) => {
    const page = await journey.open('/backoffice/applications', { as: administrator })
    await page.getByRole('link', { name: `View ${candidate.first} ${candidate.last}` }).click()
    await page.getByText(letter(candidate.first)).waitFor()
    const coming = page.waitForEvent('download')
    // The resume of the next application is rendered behind this one.
    await page
      .getByRole('region', { name: `${candidate.first} ${candidate.last}'s resume` })
      .getByRole('button', { name: 'Download Resume' })
      .click()
    const download = await coming
    const extension = candidate.file.split('.').pop()
    expect(download.suggestedFilename()).toBe(
      `resume-${candidate.first}-${candidate.last}.${extension}`,
    )
    expect(await readFile(await download.path())).toEqual(await bytesOf(candidate.file))
  })

  test('shortlisting one updates every count', async () => {
    const page = await journey.open('/backoffice/applications?status=pending', {
      as: administrator,
    })
    await page.getByRole('link', { name: 'View Mira Østergård' }).click()
    await page.getByRole('button', { name: 'Shortlisted', exact: true }).click()
    await page.getByRole('button', { name: 'Shortlisted (current)' }).waitFor()
    await page.getByRole('link', { name: 'Back to' }).click()
    await page.getByText(`Showing ${before.pending + 2} applications`).waitFor()
    expect(await page.getByRole('link', { name: 'Mira Østergård', exact: true }).count()).toBe(0)
    await page.getByRole('navigation', { name: 'Status' }).getByText('Shortlisted').click()
    await page.getByText(`Showing ${before.shortlisted + 1} applications`).waitFor()
    await page.getByRole('link', { name: 'Mira Østergård', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect.poll(() => figure(page, 'Shortlisted')).toBe(before.shortlisted + 1)
    expect(await figure(page, 'Pending')).toBe(before.pending + 2)
  })

  test('after kill -9 all data is still there and the reviewer still signed in', async () => {
    const page = await journey.open('/backoffice/applications/1', { as: administrator })
    await page.getByRole('button', { name: /current/ }).waitFor()
    await journey.restart()
    await page.goto(`${journey.url}/backoffice`)
    await expect.poll(() => figure(page, 'Shortlisted')).toBe(before.shortlisted + 1)
    expect(await figure(page, 'Pending')).toBe(before.pending + 2)
    await tile(page, 'Shortlisted').click()
    await page.getByText(`Showing ${before.shortlisted + 1} applications`).waitFor()
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: "Download Mira Østergård's resume" }).click()
    expect(await readFile(await (await coming).path())).toEqual(await bytesOf('mira.pdf'))
    await page.goto(`${journey.url}/jobs/1/apply`)
    await page.getByRole('heading', { name: job, level: 1 }).waitFor()
  })
})
