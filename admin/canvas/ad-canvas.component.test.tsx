import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { adText } from '#scripts/testing/components/ad-text.ts'
import { requests, type StubbedRequest } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { paste } from '#scripts/testing/components/paste.ts'
import { job } from '#scripts/testing/components/rows.ts'
import { type Job, noSuggestions } from '../jobs/queries.ts'

const table = (head: boolean, ...rows: string[][]) =>
  toHtml({ name: 'table', values: { table: { head, rows } }, entries: [] })

const description = adText('Job Description *')
const inside = () => (page.getByTitle('Page').element() as HTMLIFrameElement).contentDocument!
const toolbar = (field: string) =>
  page.getByRole('toolbar', { name: `Formatting: ${field}`, exact: true })
const tool = toolbar('Job Description *').getByRole('button', { name: 'Table' })
const choice = (name: string) => page.getByRole('menuitemradio', { name })

async function open(changed: Partial<Job>) {
  const row = { ...job, ...changed }
  await openBackOffice('/jobs/1/edit', {
    'GET /api/jobs/1': row,
    'GET /api/jobs': [row],
    'GET /api/jobs/suggestions': noSuggestions,
    'GET /api/appearance/published': { look: 'quiet' },
    'GET /api/settings': [],
    'PUT /api/jobs/1': ({ body }: StubbedRequest) => ({ ...row, ...(body as object) }),
  })
  await expect.element(tool).toBeVisible()
}

async function saved() {
  await page.getByRole('button', { name: 'Update Job' }).click()
  await expect.poll(() => requests.some(({ method }) => method === 'PUT')).toBe(true)
  return requests.findLast(({ method }) => method === 'PUT')!.body as Job
}

test('saving untouched texts changes no byte', async () => {
  const texts = {
    description: `<h2>One</h2><ul><li>bare</li></ul>${table(true, ['Shift'], ['Early'])}`,
    requirements: '<p>Two</p><ol><li><p>three</p></li></ol>',
  }
  await open(texts)
  await page.getByLabelText(/^Location/).fill('Cork')
  expect(await saved()).toMatchObject({ ...texts, location: 'Cork' })
})

test('a table is written in place, and gets rows by its menu', async () => {
  await open({ description: `<p>One</p>${table(true, ['Shift', 'Pay'], ['Early', '20'])}` })
  await description.getByText('20').click()
  await userEvent.keyboard('{End} / h')
  await tool.click()
  await choice('Row below').click()
  await userEvent.keyboard('25')
  expect((await saved()).description).toBe(
    `<p>One</p>${table(true, ['Shift', 'Pay'], ['Early', '20 / h'], ['', '25'])}`,
  )
})

test('a pasted table becomes one, other blocks stay text', async () => {
  await open({ description: '<p>One</p>' })
  await description.getByText('One').click()
  await userEvent.keyboard('{End}{Enter}')
  paste(
    inside().querySelector('.rich-text')!,
    '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table><blockquote>Tea</blockquote>',
  )
  expect((await saved()).description).toBe(
    `<p>One</p>${table(false, ['a', 'b'], ['c', 'd'])}<p>Tea</p>`,
  )
})

test('around the texts stands what is in the other fields, and can’t be reached', async () => {
  await open({ contact_name: 'Mira', contact_text: 'mira@example.com', location: 'Cork' })
  const facts = () => inside().querySelector('dl')?.textContent
  await expect.poll(facts).toContain('Cork')
  await page.getByLabelText('Job Title *').fill('Harbor Diver')
  await page.getByLabelText(/^Location/).fill('Lisbon')
  await page.getByLabelText(/^Salary range/).fill('Enough')
  await expect.poll(facts).toMatch(/Lisbon.*Enough/)
  expect(facts()).not.toContain('Cork')
  await expect.poll(() => inside().querySelector('h1')?.textContent).toBe('Harbor Diver')
  const contact = () => inside().querySelector('h3')?.parentElement
  await expect.poll(() => contact()?.textContent).toContain('mira@example.com')
  expect(inside().querySelector('header')?.inert).toBe(true)
  expect(inside().querySelector('section')?.inert).toBe(true)
  expect(await axeViolations()).toEqual([])
})

test('one toolbar serves both texts, which Tab and two buttons lead to', async () => {
  await open({ description: '<p>One</p>', requirements: '<p>Two</p>' })
  await page.getByRole('button', { name: 'Requirements (optional)' }).click()
  await expect.element(toolbar('Requirements')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}')
  await toolbar('Requirements').getByRole('button', { name: 'Bold' }).click()
  await page.getByRole('button', { name: 'Job Description *' }).click()
  await expect.element(toolbar('Job Description *')).toBeVisible()
  await userEvent.keyboard('{Control>}a{/Control}First{Tab}')
  await expect.element(toolbar('Requirements')).toBeVisible()
  // The editor selects again what was selected in it a moment after it has the focus.
  await expect.poll(() => inside().getSelection()?.toString()).toBe('Two')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  await expect.poll(() => inside().getSelection()?.isCollapsed).toBe(true)
  await userEvent.keyboard(', three')
  expect(await saved()).toMatchObject({
    description: '<p>First</p>',
    requirements: '<p><strong>Two, three</strong></p>',
  })
})

test('the caret stays in view above the buttons while a text grows', async () => {
  await open({ description: '<p>One</p>' })
  await description.getByText('One').click()
  const frame = page.getByTitle('Page').element() as HTMLIFrameElement
  // As in a low window, in which the page is not whole.
  scrollTo(0, 0)
  for (let lines = 0; lines < 20; lines++) await userEvent.keyboard('{End}{Enter}Next')
  const { bottom } = inside().getSelection()!.getRangeAt(0).getBoundingClientRect()
  const { top } = document.querySelector('[data-save-bar]')!.getBoundingClientRect()
  const shown = frame.getBoundingClientRect()
  const scale = shown.width / frame.offsetWidth
  expect(shown.top + bottom * scale).toBeLessThan(top)
})
