import './tooltip.ts'
import { Trash } from 'lucide-react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { editor as words } from '#api/core/words/contract/en.ts'
import RichTextEditor from '../editor/RichTextEditor.tsx'

const tooltip = () => document.querySelector<HTMLElement>('[popover="manual"][aria-hidden="true"]')
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function expectTooltip(text: string) {
  await expect.poll(() => tooltip()?.textContent).toBe(text)
  const { left, top, right, bottom } = tooltip()!.getBoundingClientRect()
  expect(Math.min(left, top, innerWidth - right, innerHeight - bottom)).toBeGreaterThanOrEqual(0)
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  expect(middle).toBe(tooltip())
}
const expectNone = () => expect.poll(tooltip).toBe(null)

const names = ['Notes on Mira', 'Delete the application of Mira']

/** The first at the left edge, the last at the right edge of the window. */
const Icons = () => (
  <main style={{ display: 'flex', justifyContent: 'space-between', paddingBlockEnd: '20rem' }}>
    {names.map((name) => (
      <button key={name} type="button" aria-label={name}>
        <Trash aria-hidden />
      </button>
    ))}
    <button type="button">Text</button>
  </main>
)

beforeEach(() => userEvent.unhover(document.body))

describe('Tooltips', () => {
  test.each([390, 1440])('icon buttons show their name on hover, inside %i px', async (width) => {
    await page.viewport(width, 900)
    await render(<Icons />)
    for (const name of names) {
      await button(name).hover()
      await expectTooltip(name)
      expect(button(name).element().getAttribute('title')).toBe(null)
      await userEvent.unhover(button(name))
      await expectNone()
    }
  })

  test('icon buttons show their name on keyboard focus, and Escape hides it only', async () => {
    await render(<Icons />)
    // Tab goes on from where the last test left it: from here, to the first one.
    await userEvent.click(page.getByRole('main'))
    await userEvent.tab()
    await expectTooltip('Notes on Mira')
    await userEvent.tab()
    await expectTooltip('Delete the application of Mira')
    await userEvent.keyboard('{Escape}')
    await expectNone()
    expect(document.activeElement).toBe(button('Delete the application of Mira').element())
  })

  test('a tooltip stays while the pointer is on it', async () => {
    await render(<Icons />)
    await button('Notes on Mira').hover()
    await expectTooltip('Notes on Mira')
    await userEvent.hover(tooltip()!)
    await expectTooltip('Notes on Mira')
    await userEvent.hover(button('Text'))
    await expectNone()
  })

  test('touch and hold shows the name without activating the button', async () => {
    const onClick = vi.fn()
    await render(
      <button type="button" aria-label="Notes on Mira" onClick={onClick}>
        <Trash aria-hidden />
      </button>,
    )
    const held = button('Notes on Mira').element() as HTMLButtonElement
    held.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))
    await expect.poll(() => tooltip()?.textContent).toBe('Notes on Mira')
    // What the browser sends when the finger is lifted.
    held.click()
    expect(onClick).not.toHaveBeenCalled()
    expect(tooltip()?.textContent).toBe('Notes on Mira')
    held.click()
    expect(onClick).toHaveBeenCalledOnce()
    await expectNone()
  })

  test('Escape hides a tooltip in a dialog, and closes the dialog the next time', async () => {
    await render(
      <dialog ref={(dialog) => dialog?.showModal()} style={{ width: '30rem' }}>
        <RichTextEditor label="Text" words={words} value="" onChange={() => {}} />
      </dialog>,
    )
    await button('Bold').hover()
    await expectTooltip('Bold (Ctrl+B)')
    await userEvent.keyboard('{Escape}')
    await expectNone()
    expect(page.getByRole('dialog').query()).not.toBe(null)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  test.each([
    [390, 'More'],
    [1440, 'Redo (Ctrl+Shift+Z)'],
  ])('toolbar buttons show name and shortcut, %i px', async (width, last) => {
    await page.viewport(width, 900)
    await render(<RichTextEditor label="Text" words={words} value="" onChange={() => {}} />)
    await expect.element(button('Bold')).toBeVisible()
    await userEvent.tab()
    await expectTooltip('Text style')
    await userEvent.keyboard('{ArrowRight}')
    await expectTooltip('Bold (Ctrl+B)')
    await userEvent.keyboard('{End}')
    await expect.poll(() => document.activeElement?.ariaLabel).not.toBe('Bold')
    await expectTooltip(last)
  })
})

describe('Required editors', () => {
  test.each([true, false])('the editor has aria-required %s', async (required) => {
    await render(
      <RichTextEditor
        label="Text"
        words={words}
        value=""
        onChange={() => {}}
        required={required}
      />,
    )
    await expect
      .element(page.getByRole('textbox', { name: 'Text' }))
      .toHaveAttribute('aria-required', String(required))
  })
})
