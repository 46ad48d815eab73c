import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator, signIn } from '#scripts/testing/serve.ts'
import { smallTargets } from '#scripts/testing/target-size.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

const breads = { options: ['Rye', 'Wheat', 'Spelt'] }
const questions = [
  { kind: 'short_text', label: 'Where did you bake?', required: true, help: 'Town and bakery.' },
  { kind: 'long_text', label: 'What would you change first?' },
  { kind: 'single_choice', label: 'Which flour?', required: true, ...breads },
  { kind: 'multiple_choice', label: 'Which loaves?', ...breads },
  { kind: 'yes_no', label: 'Do you drive?' },
  { kind: 'number', label: 'Years of baking' },
  { kind: 'date', label: 'First day' },
  { kind: 'file', label: 'Certificate', required: true },
]

const pdf = resumeFile('mira.pdf')
const file = async () => ({
  name: 'certificate.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await pdf.arrayBuffer()),
})
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' }).click()

/** Waits until the form's script runs. */
const ready = (page: Page) => page.locator('#application[novalidate]').waitFor()

async function fill(page: Page) {
  for (const [label, value] of Object.entries({
    'First name': 'Mira',
    'Last name': 'Ostergard',
    Email: 'mira@example.org',
    'Where did you bake?': 'In Aarhus',
    'What would you change first?': 'The oven.\n\nThen the shop.',
    'Years of baking': '12.5',
    'First day': '2027-02-01',
  }))
    await page.getByLabel(label).fill(value)
  await page.getByRole('group', { name: 'Which flour?' }).getByLabel('Spelt').check()
  for (const loaf of ['Rye', 'Wheat'])
    await page.getByRole('group', { name: 'Which loaves?' }).getByLabel(loaf).check()
  await page.getByRole('group', { name: 'Do you drive?' }).getByLabel('No', { exact: true }).check()
}

/** That the form has what `fill` puts in, files aside. */
async function expectFilled(page: Page) {
  const checked = await page
    .locator('input:checked')
    .evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ value }) => value))
  expect(checked).toEqual(['Spelt', 'Rye', 'Wheat', 'no'])
  expect(await page.getByLabel('Where did you bake?').inputValue()).toBe('In Aarhus')
  expect(await page.getByLabel('What would you change first?').inputValue()).toBe(
    'The oven.\n\nThen the shop.',
  )
  expect(await page.getByLabel('First day').inputValue()).toBe('2027-02-01')
}

const values = [
  'In Aarhus',
  'The oven.\n\nThen the shop.',
  'Spelt',
  ['Rye', 'Wheat'],
  false,
  12.5,
  '2027-02-01',
  'certificate.pdf',
]

describe('A job with questions', () => {
  const journey = startJourney()
  const call = async (method: string, path: string, json?: object) => {
    const { token } = await signIn(journey.url, administrator)
    const response = await fetch(`${journey.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json && { body: JSON.stringify(json) }),
    })
    return response.json()
  }
  const newJob = () =>
    call('POST', '/jobs', {
      title: 'Baker',
      description: '<p>Bake bread.</p>',
      questions,
      letter: 'off',
      resume: 'optional',
    })
  const answersOf = async (job: { id: number }) => {
    const [row] = await call('GET', `/applications?job_id=${job.id}`)
    const { answers } = await call('GET', `/applications/${row?.id}`)
    return answers.map(({ value }: { value: unknown }) => value)
  }

  test('is answered without JavaScript, also after its questions changed', async () => {
    const job = await newJob()
    const page = await journey.open(`/jobs/${job.id}/apply`, { javaScriptEnabled: false })
    expect(await page.getByLabel('Motivation letter').count()).toBe(0)
    await page.getByText('Resume (optional)').waitFor()
    await fill(page)
    await page.getByLabel('Certificate').setInputFiles({ ...(await file()), name: 'a.png' })
    const [, second] = job.questions
    await call('PUT', `/jobs/${job.id}`, {
      questions: job.questions.filter((question: object) => question !== second),
    })
    await submit(page)
    const box = page.getByRole('alert').filter({ hasText: 'A question was removed' })
    expect(await box.textContent()).toContain('The oven.')
    await page.getByText('The file must be a PDF, DOC or DOCX file').waitFor()
    expect(await page.locator('input:checked').count()).toBe(4)
    expect(await page.getByLabel('First day').inputValue()).toBe('2027-02-01')
    await page.getByLabel('Certificate').setInputFiles(await file())
    await submit(page)
    await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
    expect(await answersOf(job)).toEqual(values.filter((_, at) => at !== 1))
  })

  test('shows the answers when it closes while someone writes without JavaScript', async () => {
    const job = await newJob()
    const page = await journey.open(`/jobs/${job.id}/apply`, { javaScriptEnabled: false })
    await fill(page)
    await page.getByLabel('Certificate').setInputFiles(await file())
    await call('POST', `/jobs/${job.id}/deactivate`)
    await submit(page)
    await page.getByRole('heading', { name: 'Your answers' }).waitFor()
    const kept = await page.locator('pre').allTextContents()
    expect(kept).toContain('The oven.\n\nThen the shop.')
    expect(kept).toContain('In Aarhus')
  })

  test('is answered with JavaScript, across a reload', async () => {
    const job = await newJob()
    const page = await journey.open(`/jobs/${job.id}/apply#apply`, { reducedMotion: 'reduce' })
    await ready(page)
    await page.getByLabel('Years of baking').fill('many')
    await submit(page)
    const summary = page.getByRole('alert').filter({ hasText: 'need your attention' })
    await expect
      .poll(() => summary.getByRole('link').allTextContents())
      .toEqual([
        'First name',
        'Last name',
        'Email',
        'Where did you bake?',
        'Which flour?',
        'Years of baking',
        'Certificate',
      ])
    await page.getByText('Enter a number in digits, without commas or spaces').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await invalidHtml(await page.content())).toEqual([])
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await smallTargets(page)).toEqual([])
    }
    await summary.getByRole('link', { name: 'Which flour?' }).click()
    await page.keyboard.press('Space')
    await page.getByText('Choose an answer').waitFor({ state: 'hidden' })
    await fill(page)
    await page.reload()
    await page.getByLabel('Certificate').scrollIntoViewIfNeeded()
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mira')
    await expectFilled(page)
    await page.getByLabel('Certificate').setInputFiles({ ...(await file()), name: 'a.odt' })
    await page.getByText('The file must be a PDF, DOC or DOCX file. Save it as PDF').waitFor()
    await page.getByLabel('Certificate').setInputFiles(await file())
    await submit(page)
    await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
    expect(await answersOf(job)).toEqual(values)
  })

  test('tells a candidate whose page is older than its questions to reload, and keeps the answers', async () => {
    const job = await newJob()
    const page = await journey.open(`/jobs/${job.id}/apply#apply`)
    await ready(page)
    await fill(page)
    await page.getByLabel('Certificate').setInputFiles(await file())
    const [, second] = job.questions
    const added = { kind: 'yes_no', label: 'Do you like early mornings?', required: true }
    const left = job.questions.filter((question: object) => question !== second)
    await call('PUT', `/jobs/${job.id}`, { questions: [...left, added] })
    await submit(page)
    await page.getByText('The questions of this form have changed. Reload the page').waitFor()
    await page.reload()
    await page.getByLabel('Certificate').scrollIntoViewIfNeeded()
    const box = page.getByRole('alert').filter({ hasText: 'A question was removed' })
    await box.waitFor()
    expect(await box.textContent()).toContain('The oven.')
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Mira')
    expect(await page.getByLabel('Where did you bake?').inputValue()).toBe('In Aarhus')
    const mornings = page.getByRole('group', { name: 'Do you like early mornings?' })
    await mornings.getByLabel('Yes').check()
    await submit(page)
    await page.getByRole('heading', { name: 'Application Submitted Successfully!' }).waitFor()
    expect(await answersOf(job)).toEqual([...values.filter((_, at) => at !== 1), true])
  })
})
