import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { describe as describeBlock, toHtml } from '#api/website/blocks/contract/block.ts'
import { type BlockName, blockNames, kindOf } from '#api/website/blocks/contract/kinds.ts'
import { requests } from '#scripts/testing/components/api.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import { openBackOffice } from '#scripts/testing/components/back-office.tsx'
import { paste } from '#scripts/testing/components/paste.ts'
import { listedPage, page as pageRow } from '#scripts/testing/components/rows.ts'
import { filled } from '#scripts/testing/fixtures/blocks.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const text = page.getByRole('main').getByRole('textbox', { name: /Content/ })
const sections = () =>
  [...text.element().querySelectorAll<HTMLElement>('section[data-block]')].map(
    ({ dataset }) => dataset.block,
  )

async function openPage(content: string) {
  const saved = { ...pageRow, content }
  await openBackOffice('/pages/2/edit', {
    'GET /api/pages': [listedPage],
    'GET /api/pages/2': saved,
    'GET /api/pages/unlinked': [],
    'GET /api/pages/unfinished': [],
    'PUT /api/pages/2': saved,
  })
  await expect.element(page.getByRole('toolbar', { name: /Content/ })).toBeVisible()
}

/** What Update Page sends. */
async function saved() {
  await button('Update Page').click()
  await expect.poll(() => requests.some(({ method }) => method === 'PUT')).toBe(true)
  return requests.findLast(({ method }) => method === 'PUT')?.body as { content: string }
}

describe.each(blockNames)('the block %s', (name: BlockName) => {
  const block = filled(name, 'Tea & cake')
  const html = toHtml(block)

  test('is shown, says what it is, is filled in again by its form, and stays as it is', async () => {
    await openPage(`<p>Before</p>${html}<p>After</p>`)
    expect(sections()).toEqual([name])
    await text.getByText('Before').click()
    await userEvent.keyboard('{End}{ArrowDown}')
    const group = page.getByRole('group', { name: describeBlock(block) })
    await expect.element(group.getByRole('toolbar')).toBeVisible()
    expect(await axeViolations()).toEqual([])
    if (name !== 'table' && !kindOf(name).isRule) {
      await userEvent.keyboard('{Enter}')
      await expect.element(dialog.getByRole('button', { name: 'Save block' })).toBeVisible()
      expect(await axeViolations()).toEqual([])
      await dialog.getByRole('button', { name: 'Save block' }).click()
      await expect.element(dialog).not.toBeInTheDocument()
    }
    expect((await saved()).content).toBe(`<p>Before</p>${html}<p>After</p>`)
  })
})

test('a block is found, filled in, moved, doubled and deleted by keyboard alone', async () => {
  await openPage('<p>One</p><p>Two</p>')
  await text.getByText('One').click()
  await userEvent.keyboard('{End}{Enter}/')
  await expect.element(dialog.getByLabelText('Find a block')).toHaveFocus()
  await userEvent.keyboard('numb{Enter}')
  await expect.element(dialog.getByLabelText('Number')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Number is required')).toBeVisible()
  await expect.element(dialog.getByLabelText('Number')).toHaveFocus()
  await userEvent.keyboard('64{Tab}people{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(text).toHaveFocus()
  const group = page.getByRole('group', { name: 'Numbers, 1 number' })
  await userEvent.keyboard('{Backspace}')
  await expect.element(group.getByRole('toolbar')).toBeVisible()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.poll(() => text.element().lastElementChild?.textContent).toContain('64')
  await userEvent.keyboard('{Control>}d{/Control}')
  await expect.poll(sections).toEqual(['numbers', 'numbers'])
  await userEvent.keyboard('{Delete}')
  await expect.poll(sections).toEqual(['numbers'])
  const number = toHtml({
    name: 'numbers',
    values: {},
    entries: [{ title: '64', text: 'people' }],
  })
  expect((await saved()).content).toBe(`<p>One</p><p>Two</p>${number}`)
})

test('entries of a block are moved by keyboard, and the focus moves along', async () => {
  const names = () =>
    dialog
      .getByLabelText('Name')
      .elements()
      .map((one) => (one as HTMLInputElement).value)
  const people = ['Ada', 'Bo'].map((title) => ({ title }))
  await openPage(`<p>One</p>${toHtml({ name: 'people', values: {}, entries: people })}`)
  await text.getByText('One').click()
  await userEvent.keyboard('{End}{ArrowDown}{Enter}')
  const move = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect.element(move('Move person 1 down')).toBeVisible()
  move('Move person 1 down').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['Bo', 'Ada'])
  await expect.element(move('Move person 2 down')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(move('Move person 2 down')).toHaveFocus()
  expect(names()).toEqual(['Bo', 'Ada'])
})

test('an address that a block may not have is refused under its field', async () => {
  await openPage('<p>One</p>')
  await text.getByText('One').click()
  await userEvent.keyboard('{End}{Enter}/')
  await expect.element(dialog.getByLabelText('Find a block')).toHaveFocus()
  await userEvent.keyboard('button{Enter}')
  await dialog.getByLabelText('Button text').fill('Go')
  await dialog.getByLabelText('Link address').fill('javascript:alert(1)')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(dialog.getByText('Enter an address such as https://example.com or /jobs'))
    .toBeVisible()
  await expect.element(dialog.getByLabelText('Link address')).toHaveFocus()
  await dialog.getByLabelText('Link address').fill('/jobs')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(sections).toEqual(['button'])
})

test.each([
  ['heading', '<h1>Bread</h1>'],
  ['heading 2', '<h2>Bread</h2>'],
  ['list', '<ol><li><p>Bread</p></li></ol>'],
  ['bullet', '<ul><li><p>Bread</p></li></ul>'],
])('/%s makes the line what it is called', async (name, stored) => {
  await openPage('<p>One</p>')
  await text.getByText('One').click()
  await userEvent.keyboard('{End}{Enter}/')
  await expect.element(dialog.getByLabelText('Find a block')).toHaveFocus()
  await userEvent.keyboard(`${name}{Enter}`)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('Bread')
  expect((await saved()).content).toBe(`<p>One</p>${stored}`)
})

test('a slash that is no command is text, and a starter page is inserted whole', async () => {
  await openPage('<p>One</p>')
  await text.getByText('One').click()
  await userEvent.keyboard('{End}{Enter}/')
  await expect.element(dialog.getByLabelText('Find a block')).toHaveFocus()
  expect(await axeViolations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => text.element().textContent).toBe('One/')
  await button('Block').click()
  await dialog.getByRole('button', { name: 'How we hire page' }).click()
  await expect.poll(sections).toEqual(['process', 'faq', 'jobs'])
})

const quote = (text: string, title?: string) =>
  toHtml({ name: 'quote', values: { text, title }, entries: [] })
const faq = (...entries: { title: string; text: string }[]) =>
  toHtml({ name: 'faq', values: {}, entries })
const divider = toHtml({ name: 'divider', values: {}, entries: [] })

describe('what other programs copy becomes the nearest block', () => {
  test.each([
    ['a line', '<p>a</p><hr><p>b</p>', `<p>a</p>${divider}<p>b</p>`],
    [
      'a quote of Notion',
      '<blockquote class="">Bread is<br>patience.</blockquote>',
      quote('Bread is\npatience.'),
    ],
    [
      'a quote with its source, wrapped at 72 columns',
      '<blockquote><p>Bread\n is <b>patience</b>.</p><p>Tea too.</p><footer>— Ada</footer></blockquote>',
      quote('Bread is patience.\nTea too.', 'Ada'),
    ],
    [
      'quotes of Word, each line a paragraph',
      "<p class=MsoQuote><i><span lang=EN-GB>Bread<o:p></o:p></span></i></p>\n<p class=MsoQuote style='margin:0'>Tea</p><p class=MsoNormal>Yours</p>",
      `${quote('Bread\nTea')}<p>Yours</p>`,
    ],
    [
      'a line of Google Docs',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr">a</p><p><hr /></p><p dir="ltr">b</p></b>',
      `<p>a</p>${divider}<p>b</p>`,
    ],
    [
      'details in a row',
      '<details open><summary>When?</summary><p>At <b>six</b>.</p><ul><li>Daily</li></ul></details>\n<details><summary>Where?</summary>Here</details>',
      faq(
        { title: 'When?', text: '<p>At <strong>six</strong>.</p><ul><li><p>Daily</p></li></ul>' },
        { title: 'Where?', text: '<p>Here</p>' },
      ),
    ],
    [
      'a quote with a list, which a quote has not, stays text',
      '<blockquote><p>a</p><ul><li>b</li></ul></blockquote>',
      '<p>a</p><ul><li><p>b</p></li></ul>',
    ],
    [
      'details without an answer stay text',
      '<details><summary>When?</summary></details>',
      '<p>When?</p>',
    ],
    [
      'a player, as a link to what it plays',
      '<p>a</p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" width="560"></iframe>',
      '<p>a</p><p><a href="https://www.youtube.com/embed/dQw4w9WgXcQ" rel="noopener noreferrer">https://www.youtube.com/embed/dQw4w9WgXcQ</a></p>',
    ],
  ])('%s', async (_name, html, stored) => {
    await openPage('')
    await text.click()
    paste(text.element(), html)
    expect((await saved()).content).toBe(stored)
  })

  test('a block pasted into a list stands between its parts', async () => {
    await openPage('<ul><li><p>One</p></li><li><p>Two</p></li></ul>')
    await text.getByText('One').click()
    await userEvent.keyboard('{End}')
    paste(text.element(), divider)
    expect((await saved()).content).toBe(
      `<ul><li><p>One</p></li></ul>${divider}<ul><li><p></p></li><li><p>Two</p></li></ul>`,
    )
  })
})
