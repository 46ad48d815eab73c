import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '#scripts/testing/axe.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { administrator } from '#scripts/testing/serve.ts'

const journey = startJourney()
const as = { as: administrator }
const total = () => Number(journey.rows('SELECT count(*) AS n FROM applications')[0]?.n)
const selected = (page: Page) => page.locator('[role="row"][aria-selected="true"]')
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

test('the list is one tab stop; keys move, select, decide and open', async () => {
  const page = await journey.open('/backoffice/applications', as)
  const rows = page.getByRole('row')
  await rows.first().waitFor()
  const stops = page.locator('#application-rows :is(a, button, input):not([tabindex="-1"])')
  expect(await stops.count()).toBe(1)
  const names = await page.locator('[data-row]').allTextContents()
  for (const [key, at] of [
    ['j', 0],
    ['ArrowDown', 1],
    ['j', 2],
    ['k', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page)).toBe(names[at])
  }
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  expect(await selected(page).count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  expect(await selected(page).count()).toBe(4)
  await page.keyboard.press('ArrowLeft')
  expect(await focused(page)).toBe(`Select ${names[3]}`)
  expect(await stops.count()).toBe(1)
  await page.keyboard.press('Control+a')
  expect(await selected(page).count()).toBe(await rows.count())
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe(`Select ${names[4]}`)
  expect(await axeViolations(page)).toEqual([])
  // From the box past the name: the first status that is not the current one.
  await page.locator('[data-row]').nth(4).focus()
  const buttons = rows.nth(4).getByRole('group').getByRole('button')
  expect(await buttons.count()).toBe(4)
  const enabled = buttons.and(page.locator(':enabled'))
  const first = await enabled.first().getAttribute('aria-label')
  for (let moves = 0; (await focused(page)) !== first && moves < 5; moves++)
    await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe(first)
  await page.locator('[data-row]').first().focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('heading', { name: names[0]?.replace('Unread ', '') ?? '', level: 1 })
    .waitFor()
  await page.goBack()
  const opened = page.getByRole('row').first()
  await opened.waitFor()
  await expect.poll(() => opened.getAttribute('data-unread')).toBe(null)
  await opened.locator('[data-row]').click()
  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Mark as unread' }).click()
  await page.getByText('Marked as unread').waitFor()
  await page.getByRole('link', { name: 'Back to Applications' }).click()
  await expect.poll(() => opened.getAttribute('data-unread')).toBe('true')
})

test('boxes select a range, all that match, and another filter clears them', async () => {
  const page = await journey.open('/backoffice/applications', as)
  const boxes = page.locator('#application-rows').getByRole('checkbox')
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  expect(await selected(page).count()).toBe(4)
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByText('4 selected').waitFor()
  await boxes.nth(2).click()
  await bar.getByText('3 selected').waitFor()
  const sorted = page.waitForResponse(/sort=name/)
  await page.getByLabel('Sort by').selectOption('name')
  await sorted
  // Rows that move lose the focus.
  await page.locator('#application-rows[aria-busy="false"]').waitFor()
  await bar.getByText('3 selected').waitFor()
  await boxes.first().focus()
  await page.keyboard.press('Control+a')
  if (total() > 50)
    await bar.getByRole('button', { name: `Select all ${total()} that match` }).click()
  await bar.getByText(`${total()} selected`).waitFor()
  await page.getByRole('navigation', { name: 'Status' }).getByText('Pending').click()
  await page
    .getByText('Selection cleared, because the filters changed')
    .waitFor({ state: 'attached' })
  expect(await bar.count()).toBe(0)
})

test('a filter is saved, shown, renamed and deleted; unread can be marked as read', async () => {
  const page = await journey.open('/backoffice/applications?status=pending', as)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByLabel('Unread', { exact: true }).check()
  await page.waitForURL('**unread=true**')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved filters' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Save these filters as').fill('To do')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Rename To do' }).click()
  await dialog.getByLabel('New name of To do').fill('To read')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await dialog.getByRole('link', { name: 'To read' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear All Filters' }).first().click()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await dialog.getByRole('link', { name: 'To read' }).click()
  await page.waitForURL('**?status=pending&unread=true')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('heading', { name: 'No applications match these filters' }).waitFor()
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await dialog.getByRole('button', { name: 'Delete To read' }).click()
  await dialog.getByText('You have no saved filters yet.').waitFor()
})
