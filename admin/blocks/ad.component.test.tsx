import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { requests, type StubbedRequest } from '#scripts/testing/components/api.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { paste } from '#scripts/testing/components/paste.ts'
import { job } from '#scripts/testing/components/rows.ts'
import { noSuggestions } from '../jobs/queries.ts'

const table = (head: boolean, ...rows: string[][]) =>
  toHtml({ name: 'table', values: { table: { head, rows } }, entries: [] })

const text = page.getByRole('textbox', { name: /Job Description/ })
const tool = page
  .getByRole('toolbar', { name: /Job Description/ })
  .getByRole('button', { name: 'Table' })
const choice = (name: string) => page.getByRole('menuitemradio', { name })

async function open(description: string) {
  await openBackOffice('/jobs/1/edit', {
    'GET /api/jobs/1': { ...job, description },
    'GET /api/jobs': [job],
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/appearance/published': { look: 'quiet' },
    'GET /api/settings': [],
    'PUT /api/jobs/1': ({ body }: StubbedRequest) => ({ ...job, ...(body as object) }),
  })
  await expect.element(tool).toBeVisible()
}

async function saved() {
  await page.getByRole('button', { name: 'Update Job' }).click()
  await expect.poll(() => requests.some(({ method }) => method === 'PUT')).toBe(true)
  return (requests.findLast(({ method }) => method === 'PUT')!.body as { description: string })
    .description
}

test('a table of a job ad is written in place, and gets rows by its menu', async () => {
  await open(`<p>One</p>${table(true, ['Shift', 'Pay'], ['Early', '20'])}`)
  await text.getByText('20').click()
  await userEvent.keyboard('{End} / h')
  await tool.click()
  await choice('Row below').click()
  await userEvent.keyboard('25')
  expect(await saved()).toBe(
    `<p>One</p>${table(true, ['Shift', 'Pay'], ['Early', '20 / h'], ['', '25'])}`,
  )
})

test('a pasted table becomes one in a job ad, other blocks stay text', async () => {
  await open('<p>One</p>')
  await text.getByText('One').click()
  await userEvent.keyboard('{End}{Enter}')
  paste(
    text.element(),
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table><blockquote>Tea</blockquote>',
  )
  expect(await saved()).toBe(`<p>One</p>${table(false, ['a', 'b'], ['c', 'd'])}<p>Tea</p>`)
})

test('a wide table in the text of a job scrolls by itself, with lines between its rows', async () => {
  await page.viewport(390, 844)
  await open(table(true, ...[1, 2].map(() => Array.from({ length: 8 }, (_, n) => `Column ${n}`))))
  const section = text.element().querySelector('section[data-block="table"]')!
  expect(section.scrollWidth).toBeGreaterThan(section.clientWidth)
  expect(getComputedStyle(section).overflowX).toBe('auto')
  expect(getComputedStyle(section.querySelector('td')!).borderBlockEndStyle).toBe('solid')
  expect(document.documentElement.scrollWidth).toBe(390)
})
