import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { editor as words } from '#api/core/words/contract/en.ts'
import { axeViolations } from '#scripts/testing/components/axe.ts'
import RichTextEditor from './RichTextEditor.tsx'

const text = () => document.querySelector('[role=textbox]')!.innerHTML
const tools = () =>
  [...document.querySelectorAll<HTMLElement>('[data-tool]')].filter((tool) =>
    tool.checkVisibility(),
  )
const rows = () => new Set(tools().map((tool) => tool.getBoundingClientRect().top)).size
const focused = () => (document.activeElement as HTMLElement).dataset.tool

function Editor() {
  const [value, setValue] = useState('<p>One</p>')
  return (
    <main>
      <h1>An editor</h1>
      <RichTextEditor label="Text" words={words} value={value} onChange={setValue} />
    </main>
  )
}

async function show(width: number) {
  await page.viewport(width, 900)
  await render(<Editor />)
  await expect.element(page.getByRole('toolbar')).toBeVisible()
}

test.each([320, 390, 480, 560, 640, 768, 1440])(
  'all tools are in one row, %i px',
  async (width) => {
    await show(width)
    expect(rows()).toBe(1)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(await axeViolations()).toEqual([])
  },
)

test('More shows the rest of the tools on a phone, by keyboard too', async () => {
  await show(390)
  expect(tools().map((tool) => tool.dataset.tool)).toEqual([
    'Text style',
    'Bold',
    'Italic',
    'Underline',
    'Numbered list',
    'Bullet list',
    'Link',
    'More',
  ])
  await userEvent.tab()
  await userEvent.keyboard('{End}')
  expect(focused()).toBe('More')
  await userEvent.keyboard('{Enter}{End}')
  expect(focused()).toBe('Redo')
  expect(rows()).toBe(2)
  expect(await axeViolations()).toEqual([])
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(focused()).toBe('Align')
  await userEvent.click(page.getByRole('button', { name: 'More' }))
  expect(rows()).toBe(1)
})

test('a menu changes the style of a text and shows it, by keyboard', async () => {
  await show(1440)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const choice = (name: string) => page.getByRole('menuitemradio', { name })
  await expect.element(choice('Paragraph')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(text()).toBe('<h2>One</h2>')
  await expect.element(page.getByRole('textbox')).toHaveFocus()
  await userEvent.click(page.getByRole('button', { name: 'Text style' }))
  await expect.element(choice('Heading 2')).toHaveAttribute('aria-checked', 'true')
  // Choosing what is in effect changes nothing.
  await userEvent.keyboard('{Enter}')
  expect(text()).toBe('<h2>One</h2>')
  await userEvent.click(page.getByRole('button', { name: 'Align' }))
  await userEvent.click(choice('Center'))
  expect(text()).toContain('align-center')
  await userEvent.click(page.getByRole('button', { name: 'Align' }))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})
