import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import type { mediaRow, uploadedRow } from '#api/website/media/contract/row.ts'
import { openText, putCaret } from '#scripts/testing/components/page-text.ts'
import { paste } from '#scripts/testing/components/paste.ts'
import { figureOf } from '../media/text/figure-attributes.ts'
import { insertAt } from '../media/text/paste-pictures.ts'
import { insertBlock } from './nodes/commands.ts'
import { readText } from './nodes/page-text.ts'
import { slashOf } from './nodes/slash.ts'

const numbers = toHtml({ name: 'numbers', values: {}, entries: [{ title: '64', text: 'people' }] })
const divider = toHtml({ name: 'divider', values: {}, entries: [] })
const url = `/media/${'a'.repeat(32)}/480.jpg`
const figure = `<figure><img src="${url}" alt="A loaf" width="480" height="320" /></figure>`

const picture = {
  id: 1,
  hash: 'a'.repeat(32),
  name: 'loaf.jpg',
  url,
  alt: 'A loaf',
  decorative: false,
  width: 480,
  height: 320,
  color: '#aa8866',
  transparent: false,
  focal: { x: 50, y: 50 },
  variants: [{ width: 480, height: 320, format: 'jpg', bytes: 100 }],
  slow_formats: 'made',
  used_on: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
} satisfies z.infer<typeof mediaRow>

let editor: Editor
const text = { element: () => editor.view.dom }
const hint = () => editor.view.dom.querySelector('p[data-hint]')?.getAttribute('data-hint')
const saved = () => {
  editor.state.doc.check()
  return readText(editor)
}

const atoms = { block: numbers, picture: figure } as const
type Atom = keyof typeof atoms

/** Opens a text that ends with it, and chooses it. */
function select(name: Atom, after = '') {
  const html = atoms[name]
  editor = openText(`<p>One</p>${html}${after}`)
  editor.view.focus()
  const at = editor.state.doc.firstChild!.nodeSize
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, at)))
  return html
}

const send = (method: string, values: object) =>
  (cdp() as unknown as { send(method: string, values: object): Promise<unknown> }).send(
    method,
    values,
  )
const compose = (typed: string) =>
  send('Input.imeSetComposition', {
    text: typed,
    selectionStart: typed.length,
    selectionEnd: typed.length,
  })

function pasteText(plain: string) {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', plain)
  text
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

function dropText(html: string) {
  const dataTransfer = new DataTransfer()
  dataTransfer.setData('text/html', html)
  const last = text.element().lastElementChild!.getBoundingClientRect()
  const at = { clientX: last.left + 20, clientY: last.bottom - 2 }
  text
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, ...at }))
}

const inputs: [string, string, () => unknown][] = [
  ['a sentence that is typed', '<p>Our workshop</p>', () => userEvent.keyboard('Our workshop')],
  [
    'a sentence in Japanese',
    '<p>日本</p>',
    async () => {
      // The key that the input method takes.
      const key = { windowsVirtualKeyCode: 229, key: 'Process', code: 'KeyN' }
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
      await compose('に')
      await compose('にほ')
      await compose('にほん')
      await send('Input.insertText', { text: '日本' })
    },
  ],
  ['an emoji that no key types', '<p>🍞</p>', () => send('Input.insertText', { text: '🍞' })],
  ['pasted text', '<p>a</p><p>b</p>', () => paste(text.element(), '<p>a</p><p>b</p>')],
  ['pasted plain text', '<p>plain</p>', () => pasteText('plain')],
  ['a pasted address', '<p>https://example.com</p>', () => pasteText('https://example.com')],
  ['a pasted block', numbers, () => paste(text.element(), numbers)],
  ['dropped text', '<p>dropped</p>', () => dropText('<p>dropped</p>')],
  ['a line break', '<p>x</p>', () => userEvent.keyboard('{Shift>}{Enter}{/Shift}x')],
  ['Control and Enter', '<p>x</p>', () => userEvent.keyboard('{Control>}{Enter}{/Control}x')],
]

describe.each(Object.keys(atoms) as Atom[])('a selected %s', (name) => {
  // Where text is dropped in a block, it is text of that part.
  test.each(name === 'block' ? inputs.filter(([one]) => one !== 'dropped text') : inputs)(
    'keeps its place, and %s goes below it',
    async (_, stored, input) => {
      const html = select(name)
      await input()
      expect(saved()).toBe(`<p>One</p>${html}${stored}`)
    },
  )

  test('is not joined with the text that follows it', async () => {
    const html = select(name, '<p>Two</p>')
    await userEvent.keyboard('x')
    expect(saved()).toBe(`<p>One</p>${html}<p>x</p><p>Two</p>`)
  })

  test('survives the tools for text', async () => {
    const html = select(name, '<p>Two</p>')
    await userEvent.keyboard('{Control>}b{/Control}{Control>}{Alt>}2{/Alt}{/Control}')
    editor.commands.toggleOrderedList()
    editor.commands.toggleBulletList()
    editor.chain().unsetAllMarks().clearNodes().run()
    expect(saved()).toBe(`<p>One</p>${html}<p>Two</p>`)
  })

  test('is deleted by Delete, comes back with Undo, and is still not overwritten', async () => {
    const html = select(name)
    await userEvent.keyboard('{Delete}')
    await expect.poll(() => text.element().textContent).toBe('One')
    await userEvent.keyboard('{Control>}z{/Control}x')
    expect(saved()).toBe(`<p>One</p>${html}<p>x</p>`)
  })

  test('is deleted by Backspace', async () => {
    select(name)
    await userEvent.keyboard('{Backspace}')
    expect(saved()).toBe('<p>One</p>')
  })

  test('is not overwritten after Redo', async () => {
    const html = select(name)
    await userEvent.keyboard('first{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
    await userEvent.keyboard(' x')
    expect(saved()).toMatch(`<p>One</p>${html}<p>first x</p>`)
  })
})

test('after a line is added, text goes into the line below it, which has a hint', async () => {
  editor = openText('<p>One</p><p>Two</p>')
  putCaret(editor, 'One|')
  await userEvent.keyboard('{Enter}/')
  expect(slashOf(editor.state)).toBeDefined()
  insertBlock(editor, 'divider')
  expect(hint()).toBe('Type / for blocks')
  await userEvent.keyboard('Our workshop')
  expect(hint()).toBeUndefined()
  expect(saved()).toBe(`<p>One</p>${divider}<p>Our workshop</p><p>Two</p>`)
})

test('a slash on a selected block adds one below it', async () => {
  select('block')
  await userEvent.keyboard('/')
  insertBlock(editor, 'divider')
  await userEvent.keyboard('x')
  expect(saved()).toBe(`<p>One</p>${numbers}${divider}<p>x</p>`)
})

test('Control and Enter in the line below a block stays there', async () => {
  select('block')
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}x')
  expect(saved()).toBe(`<p>One</p>${numbers}<p>x</p>`)
})

test('an empty page says how to add a block', () => {
  editor = openText('')
  expect(hint()).toBe('Type / for blocks')
})

test('after a picture is added, text goes into the line below it', async () => {
  editor = openText('<p>One</p>')
  putCaret(editor, 'One|')
  insertAt(editor, editor.state.selection.to, [figureOf(picture)])
  await userEvent.keyboard('After')
  expect(saved()).toBe(`<p>One</p>${figure}<p>After</p>`)
})

describe('while a pasted picture is uploaded', () => {
  /** Uploads wait for `finish`. */
  function holdUploads() {
    const waiting: XMLHttpRequest[] = []
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
      waiting.push(this)
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const finish = async (status = 201) => {
      await expect.poll(() => waiting.length).toBe(1)
      const request = waiting.pop()!
      const response = { ...picture, warning: null } as z.infer<typeof uploadedRow>
      Object.defineProperty(request, 'status', { value: status })
      Object.defineProperty(request, 'response', {
        value: status === 201 ? response : { error: 'The disk is full.' },
      })
      request.dispatchEvent(new ProgressEvent('load'))
    }
    return finish
  }

  function pasteFile() {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pixels'], 'loaf.jpg', { type: 'image/jpeg' }))
    const init = { clipboardData, bubbles: true, cancelable: true }
    text.element().dispatchEvent(new ClipboardEvent('paste', init))
  }

  test.each([
    ['at the end of a line', 'One|', '', '<p>One</p>', '<p>After</p><p>Two</p>'],
    ['in an empty line', 'One|', '{Enter}', '<p>One</p>', '<p>After</p><p>Two</p>'],
    ['inside a word', 'O|ne', '', '<p>O</p>', '<p>After</p><p>ne</p><p>Two</p>'],
  ])('new text stays below it: %s', async (_, caret, keys, before, after) => {
    const finish = holdUploads()
    editor = openText('<p>One</p><p>Two</p>')
    putCaret(editor, caret)
    if (keys) await userEvent.keyboard(keys)
    pasteFile()
    await userEvent.keyboard('Af')
    await finish()
    await expect.poll(() => text.element().querySelector('figure')).not.toBeNull()
    await userEvent.keyboard('ter')
    expect(saved()).toBe(`${before}${figure}${after}`)
  })

  test('a refused upload leaves the new text', async () => {
    const finish = holdUploads()
    editor = openText('<p>One</p>')
    putCaret(editor, 'One|')
    await userEvent.keyboard('{End}')
    pasteFile()
    await userEvent.keyboard('After')
    await finish(500)
    await expect.poll(() => text.element().querySelector('progress')).toBeNull()
    expect(saved()).toBe('<p>One</p><p>After</p>')
  })

  test('Undo removes the upload, and Redo adds the picture once it has arrived', async () => {
    const finish = holdUploads()
    editor = openText('<p>One</p>')
    putCaret(editor, 'One|')
    await userEvent.keyboard('{End}')
    pasteFile()
    await expect.poll(() => text.element().querySelector('progress')).not.toBeNull()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => text.element().querySelector('progress')).toBeNull()
    await finish()
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expect.poll(() => text.element().querySelector('figure')).not.toBeNull()
    await userEvent.keyboard('After')
    expect(saved()).toBe(`<p>One</p>${figure}<p>After</p>`)
  })
})

test('text after Arrow Down on the last block goes below it', async () => {
  select('block')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}x')
  expect(saved()).toBe(`<p>One</p>${numbers}<p>x</p>`)
})
