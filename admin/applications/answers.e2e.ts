import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'

const as = { as: administrator }
const job = 3
const questions = [
  { kind: 'single_choice', label: 'When could you start?', options: ['At once', 'Later'] },
  { kind: 'multiple_choice', label: 'Which shifts?', options: ['Days', 'Nights', 'Weekends'] },
  { kind: 'yes_no', label: 'Do you drive?', required: true },
  { kind: 'long_text', label: 'What did you build last?' },
  { kind: 'number', label: 'Years in the trade' },
  { kind: 'date', label: 'Available from' },
  { kind: 'file', label: 'Certificate' },
]
const certificate = 'scripts/testing/fixtures/resumes/mira.pdf'
const dialog = (page: Page) => page.getByRole('dialog')
const showing = (page: Page, count: number) =>
  page.getByText(`Showing ${count} application${count === 1 ? '' : 's'}`, { exact: true }).waitFor()
const openFilters = (page: Page) =>
  page.getByRole('button', { name: 'Filter', exact: true }).click()
const chip = (page: Page, value: string) =>
  page.getByRole('button', { name: `Remove filter: ${value}`, exact: true })

describe("Answers to a job's questions", () => {
  const journey = startJourney()
  let ids: number[] = []

  async function send(method: string, path: string, json: object) {
    const { token } = await signIn(journey.url)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(json)
    const response = await fetch(`${journey.url}/api${path}`, { method, headers, body })
    expect(response.ok).toBe(true)
    return (await response.json()) as { questions: { id: number }[] }
  }

  beforeAll(async () => {
    const modes = { letter: 'off', resume: 'off' }
    ids = (await send('PUT', `/jobs/${job}`, { ...modes, questions })).questions.map(({ id }) => id)
    const [start, shifts, drive] = ids as [number, number, number]
    const enter = (first_name: string, answers: object) => {
      const person = { first_name, last_name: 'Okafor', email: 'ada@example.org' }
      return send('POST', '/applications/manual', { job_id: job, ...person, answers })
    }
    await enter('Ada', { [start]: 'At once', [shifts]: ['Days', 'Nights'], [drive]: true })
    await enter('Ben', { [start]: 'At once', [shifts]: ['Nights'], [drive]: false })
    await enter('Cleo', { [start]: 'Later', [drive]: true })
  })

  test('the manual form takes an answer to each question, and none must be given', async () => {
    const page = await journey.open(`/backoffice/applications?job_id=${job}&new=1`, as)
    const form = dialog(page)
    await form.getByText('Visitors are not asked for a letter.').waitFor()
    await form.getByLabel('First name').fill('Dora')
    await form.getByLabel('Last name').fill('Answers')
    await form.getByLabel('Email').fill('dora@example.org')
    await form.getByLabel('When could you start?').selectOption('At once')
    await form.getByLabel('Weekends').check()
    await form.getByLabel('Days').check()
    await form.getByLabel('What did you build last?').fill('A boat.\nThen a shed.')
    await form.getByLabel('Years in the trade').fill('many')
    await form.getByLabel('Available from').fill('2027-02-28')
    const path = join(journey.folder, 'certificate.pdf')
    await copyFile(certificate, path)
    await form.getByLabel('Certificate').setInputFiles(path)
    const create = form.getByRole('button', { name: 'Create Application' })
    await create.click()
    const years = form.getByLabel('Years in the trade')
    await expect.poll(() => years.evaluate((field) => document.activeElement === field)).toBe(true)
    await expect.poll(() => years.getAttribute('aria-invalid')).toBe('true')
    expect(await axeViolations(page)).toEqual([])
    await years.fill('12.5')
    await rm(path)
    await create.click()
    const changed = 'certificate.pdf has changed since you chose it; choose it again'
    await form.getByText(changed).waitFor()
    await form.getByLabel('Certificate').setInputFiles(certificate)
    await form.getByText(changed).waitFor({ state: 'detached' })
    await create.click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'View Dora Answers' }).waitFor()
  })

  test('the list is filtered by answers, which stay in the URL, tabs and Next', async () => {
    const page = await journey.open('/backoffice/applications', as)
    await openFilters(page)
    await page.getByLabel('Job', { exact: true }).selectOption(String(job))
    await page.getByLabel('When could you start?').selectOption('At once')
    await showing(page, 3)
    await page.getByLabel('Which shifts?').selectOption('Nights')
    await showing(page, 2)
    const [start, shifts, drive] = ids
    const parameters = new URL(page.url()).searchParams
    expect(parameters.get(`answer_${start}`)).toBe('At once')
    expect(parameters.get(`answer_${shifts}`)).toBe('Nights')
    expect(await axeViolations(page)).toEqual([])

    await page.reload()
    await showing(page, 2)
    expect(await page.getByLabel('Which shifts?').inputValue()).toBe('Nights')
    await page.getByRole('navigation', { name: 'Status' }).getByText('Pending').click()
    await showing(page, 2)
    await page.getByRole('link', { name: 'View Ben Okafor' }).click()
    await page.getByRole('link', { name: 'Next application' }).click()
    await page.getByRole('heading', { name: 'Ada Okafor' }).waitFor()
    await page.getByRole('link', { name: 'Back to Applications' }).click()
    await chip(page, 'Nights').click()
    await showing(page, 3)
    await openFilters(page)
    await page.getByLabel('Do you drive?').selectOption('Yes')
    await showing(page, 1)
    expect(new URL(page.url()).searchParams.get(`answer_${drive}`)).toBe('yes')
    await chip(page, 'Yes').waitFor()
    await page.getByLabel('Job', { exact: true }).selectOption('2')
    await expect.poll(() => page.url()).not.toContain('answer_')
  })

  test('an answer whose option was renamed or removed can still be filtered by', async () => {
    const renamed = [
      ['At once', 'Next month'],
      ['Days', 'Weekends'],
    ]
    await send('PUT', `/jobs/${job}`, {
      questions: questions.map((question, at) => ({
        ...question,
        id: ids[at],
        ...(renamed[at] && { options: renamed[at] }),
      })),
    })
    const page = await journey.open(`/backoffice/applications?job_id=${job}`, as)
    const start = page.getByLabel('When could you start?')
    await openFilters(page)
    const former = start.locator('optgroup[label="No longer offered"] > option')
    await expect.poll(() => former.allTextContents()).toEqual(['Later'])
    expect(await start.locator('option').allTextContents()).toEqual([
      'Any answer',
      'At once',
      'Next month',
      'Later',
    ])
    expect(await page.getByLabel('Do you drive?').locator('optgroup').count()).toBe(0)
    await start.selectOption('Later')
    await showing(page, 1)
    await page.getByRole('link', { name: 'View Cleo Okafor' }).waitFor()
    await page.getByLabel('Which shifts?').selectOption('Nights')
    await showing(page, 0)
    // The menu is above the chips.
    await page.keyboard.press('Escape')
    await chip(page, 'Later').click()
    await showing(page, 2)
    expect(await axeViolations(page)).toEqual([])
  })
})
