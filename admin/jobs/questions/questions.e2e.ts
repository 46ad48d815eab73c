import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { adText } from '../../journeys/steps.ts'
import { kindLabel, type QuestionKind } from './questions.ts'

const as = { as: administrator }
const kinds = Object.keys(kindLabel) as QuestionKind[]
const card = (page: Page, number: number) =>
  page.getByRole('group', { name: `Question ${number}`, exact: true })
const section = (page: Page) => page.locator('summary', { hasText: 'Letter, resume and questions' })
const option = (page: Page, question: number, number: number) =>
  card(page, question).getByRole('textbox', { name: `Option ${number}`, exact: true })
const labels = (page: Page) =>
  page
    .getByRole('group', { name: 'Questions' })
    .getByRole('textbox', { name: 'Question', exact: true })
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

async function press(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).focus()
  await page.keyboard.press('Enter')
}

async function paste(page: Page, text: string) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

describe('Question editor', () => {
  const journey = startJourney()
  const stored = (id: number) => {
    const [row] = journey.rows(
      `SELECT letter, letter_min, resume, questions FROM jobs WHERE id = ${id}`,
    )
    const questions = JSON.parse(String(row?.questions ?? '[]')) as Record<string, unknown>[]
    return { ...row, questions }
  }
  const save = async (page: Page) => {
    await page.getByRole('button', { name: 'Update Job' }).click()
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
  }

  test('questions of every kind are added, given options and reordered by keyboard and by drag', async () => {
    journey.rows('UPDATE jobs SET questions = NULL WHERE id = 2')
    const page = await journey.open('/backoffice/jobs/2/edit', as)
    await section(page).press('Enter')
    await page.getByLabel('Motivation letter').selectOption('Optional')
    await page.getByLabel('Minimum letter length').fill('120')
    await page.getByLabel('Resume').selectOption('Not asked for')
    for (const [index, kind] of kinds.entries()) {
      await press(page, 'Add question')
      // The label has the focus.
      await page.keyboard.type(`About ${kind}?`)
      await card(page, index + 1)
        .getByLabel('Answer type')
        .selectOption(kindLabel[kind])
    }
    await option(page, 3, 1).focus()
    await paste(page, '• Red\n• Green\n• Blue')
    await page.keyboard.press('Enter')
    await page.keyboard.type('red')
    await option(page, 4, 1).focus()
    await page.keyboard.type('Days')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Nights')
    // An empty option is not saved.
    await page.keyboard.press('Enter')

    await page.getByRole('button', { name: 'Update Job' }).press('Enter')
    const twice = option(page, 3, 4)
    await expect.poll(() => twice.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => twice.getAttribute('aria-invalid')).toBe('true')
    await card(page, 3).getByText('This option is there twice').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await twice.fill('White')

    await press(page, 'Move question 8 up')
    // The focus follows the question.
    await expect.poll(() => focusedName(page)).toBe('Move question 7 up')
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedName(page)).toBe('Move question 6 up')
    await press(page, 'Move question 1 down')
    await expect.poll(() => focusedName(page)).toBe('Move question 2 down')
    await page.getByText('Question moved to position 2 of 8').waitFor()
    await press(page, 'Remove question 1')
    await page.getByText('Answers you already have are kept.').waitFor()
    // The focus is on Undo.
    await page.keyboard.press('Enter')
    const order = ['long_text', 'short_text', 'single_choice', 'multiple_choice', 'yes_no']
    expect(await labels(page)).toEqual(
      [...order, 'file', 'number', 'date'].map((kind) => `About ${kind}?`),
    )
    await save(page)
    const { questions, ...modes } = stored(2)
    expect(modes).toEqual({ letter: 'optional', letter_min: 120, resume: 'off' })
    expect(questions.map(({ kind, options }) => [kind, options])).toEqual([
      ['long_text', null],
      ['short_text', null],
      ['single_choice', ['Red', 'Green', 'Blue', 'White']],
      ['multiple_choice', ['Days', 'Nights']],
      ...['yes_no', 'file', 'number', 'date'].map((kind) => [kind, null]),
    ])

    // A dragged question keeps its id and its options.
    const before = stored(2).questions
    await page.goto(`${journey.url}/backoffice/jobs/2/edit`)
    // The ad above grows when it has loaded.
    await adText(page, 'Job Description *').waitFor()
    const handle = card(page, 3).locator('[title="Drag to reorder"]')
    await handle.scrollIntoViewIfNeeded()
    const from = await handle.boundingBox()
    const above = await card(page, 2).boundingBox()
    if (!from || !above) throw new Error('No cards')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(above.x, above.y + 20, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => (await labels(page))[1]).toBe('About single_choice?')
    expect(await option(page, 2, 4).inputValue()).toBe('White')
    await save(page)
    const [first, second, third, ...rest] = before
    expect(stored(2).questions).toEqual([first, third, second, ...rest])
  })

  test('the form is previewed with unsaved questions, and nothing can be sent', async () => {
    const page = await journey.open('/backoffice/jobs/new', as)
    await section(page).press('Enter')
    await page.getByLabel('Resume').selectOption('Not asked for')
    await press(page, 'Add question')
    await page.keyboard.type('Which boats have you sailed?')
    const before = journey.rows('SELECT count(*) AS count FROM applications')
    await press(page, 'Preview form')
    const form = page.frameLocator('iframe[title="Application form"]')
    await form.getByRole('heading', { name: 'Apply for this position' }).waitFor()
    expect(await form.getByText('Resume').count()).toBe(0)
    await form.getByLabel('Which boats have you sailed?').fill('A dinghy')
    await page.keyboard.press('Enter')
    await form.getByText('This is a preview. Nothing was sent.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(journey.rows('SELECT count(*) AS count FROM applications')).toEqual(before)
    await form.getByLabel('Which boats have you sailed?').press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await labels(page)).toEqual(['Which boats have you sailed?'])
  })
})
