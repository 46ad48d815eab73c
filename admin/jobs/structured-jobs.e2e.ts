import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'
import { write } from '../journeys/steps.ts'

const as = { as: administrator }

/** Presses `key` on the element, as somebody without a mouse does. */
async function press(element: Locator, key = 'Enter') {
  await element.focus()
  await element.press(key)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const isFocused = (field: Locator) => field.evaluate((it) => it === document.activeElement)

async function open(page: Page, section: string) {
  const summary = page.locator('summary').filter({ has: page.getByText(section, { exact: true }) })
  const isOpen = await summary.evaluate((it) => (it.parentElement as HTMLDetailsElement).open)
  if (!isOpen) await press(summary)
}

async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(text)
}

describe('Structured jobs', () => {
  const journey = startJourney()

  async function begin(title: string) {
    const page = await journey.open('/backoffice/jobs/new', as)
    await type(page, 'Job Title *', title)
    await write(page, 'Job Description *', 'Work with us.')
    await open(page, 'Where')
    return page
  }
  async function workplace(page: Page, name: string) {
    const radios = page.getByRole('group', { name: 'Workplace' })
    await radios.getByLabel('Not stated').focus()
    for (let moves = 0; !(await radios.getByLabel(name).isChecked()) && moves < 4; moves++)
      await page.keyboard.press('ArrowDown')
  }
  async function create(page: Page) {
    await press(button(page, 'Create Job'))
    await page.getByRole('heading', { name: 'Jobs Management' }).waitFor()
  }
  const published = async (title: string) => {
    const jobs = await (await fetch(`${journey.url}/api/jobs/active`)).json()
    return (jobs as { title: string }[]).find((job) => job.title === title)
  }

  test('a job on site, with pay, gets its currency from earlier jobs, and is duplicated inactive', async () => {
    const page = await begin('Baker')
    await workplace(page, 'On site')
    await press(button(page, 'Add a place'))
    expect(await isFocused(page.getByLabel('Town or city'))).toBe(true)
    await page.keyboard.type('Port Ellery')
    await open(page, 'Pay')
    await type(page, 'From', '31,000')
    await type(page, 'To', '29,000')
    await press(button(page, 'Create Job'))
    await page.locator('#pay_max-error', { hasText: 'less than the lowest pay' }).waitFor()
    await expect.poll(() => isFocused(page.getByLabel('To', { exact: true }))).toBe(true)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('35,500')
    const salary = page.getByLabel('Salary range')
    await expect.poll(() => salary.getAttribute('placeholder')).toBe('€31,000–35,500 a year')
    await open(page, 'Team and type')
    await type(page, 'Team', 'Bakery')
    await press(page.getByLabel('Part time'), 'Space')
    await create(page)
    expect(await published('Baker')).toMatchObject({
      team: 'Bakery',
      employment_types: ['PART_TIME'],
      workplace: 'onsite',
      location_text: 'Port Ellery, Ireland',
      salary_text: '€31,000–35,500 a year',
    })

    await page.goto(`${journey.url}/backoffice/jobs?team=Bakery&place=Port+Ellery%2C+Ireland`)
    await page.getByText('Showing 1 job', { exact: true }).waitFor()
    await press(button(page, 'More actions for Baker'))
    await press(page.getByRole('menuitem', { name: 'Duplicate' }))
    await page.getByRole('heading', { name: 'Edit Job Opening' }).waitFor()
    expect(await page.getByLabel('Job Title *').inputValue()).toBe('Copy of Baker')
    expect(await page.getByLabel('Active', { exact: true }).isChecked()).toBe(false)
    expect(await page.getByLabel('Town or city').inputValue()).toBe('Port Ellery')
    await page.getByRole('link', { name: 'Back to Jobs' }).click()
    await page.getByText('Showing 2 jobs', { exact: true }).waitFor()
  })

  test('an error in the second place of a hybrid job is under its field, and nothing is lost', async () => {
    const page = await begin('Ferry planner')
    await workplace(page, 'Hybrid')
    await press(page.getByRole('button', { name: /The Slipway, Harbour Road/ }))
    await press(button(page, 'Add another place'))
    await page.keyboard.type('Lisbon')
    const country = page.getByRole('group', { name: 'Place 2' }).getByLabel('Country *')
    await country.selectOption('')
    // Closed sections with an error open.
    await open(page, 'Where')
    await press(page.locator('summary', { hasText: 'Where' }))
    await press(button(page, 'Create Job'))
    const error = page.locator('[id="places.1.country-error"]')
    await error.waitFor()
    expect(await error.textContent()).toContain('Choose a country')
    await expect.poll(() => isFocused(country)).toBe(true)
    expect(await page.locator('.error:not(:empty)').allTextContents()).toEqual([
      ' Choose a country',
    ])
    // Browsers forget the first letters when the next ones come late.
    await country.selectOption('Portugal')
    await create(page)
    expect(await published('Ferry planner')).toMatchObject({
      places: [
        { locality: 'Port Ellery', street: 'The Slipway, Harbour Road', country: 'IE' },
        { locality: 'Lisbon', street: null, country: 'PT' },
      ],
      location_text: 'Port Ellery, Ireland; Lisbon, Portugal · Hybrid',
      salary_text: null,
    })
  })
})
