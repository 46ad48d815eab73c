import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { toHtml, type Values } from '#api/website/blocks/contract/block.ts'
import type { BlockName, BlockPicture } from '#api/website/blocks/contract/kinds.ts'
import { openText, putCaret } from '#scripts/testing/components/page-text.ts'
import { src } from '#scripts/testing/fixtures/blocks.ts'
import {
  addEntry,
  chooseBlock,
  deleteBlock,
  duplicateBlock,
  finishAddress,
  insertBlock,
  insertHtml,
  moveBlock,
  moveEntry,
  removeEntry,
  setAddress,
  setChoice,
  setPicture,
  setTone,
  setWidth,
} from './commands.ts'
import { currentBlock } from './current.ts'
import { choosePart, readText, unfinished } from './page-text.ts'
import { closeSlash, slashOf } from './slash.ts'
import { addColumn, addRow, removeColumn, removeRow, toggleHead } from './table.ts'

const entries = (name: BlockName, ...several: Values[]) =>
  toHtml({ name, values: {}, entries: several })
const numbers = (...several: string[]) =>
  entries('numbers', ...several.map((title) => ({ title, text: `of ${title}` })))
const button = (text: string, href: string, more: Values = {}) =>
  toHtml({ name: 'button', values: { link: { text, href }, ...more }, entries: [] })
const table = (head: boolean, ...rows: string[][]) =>
  toHtml({ name: 'table', values: { table: { head, rows } }, entries: [] })
const picture: BlockPicture = { src, alt: 'A loaf', width: 800, height: 600, caption: '' }

describe('a block', () => {
  test('gets width and tone, also while it is chosen, and stays chosen', () => {
    const editor = openText(`<p>One</p>${button('Go', '/jobs')}`)
    putCaret(editor, 'Go|')
    expect(setWidth(editor, 'full')).toBe(true)
    chooseBlock(editor)
    expect(setTone(editor, 'brand')).toBe(true)
    expect(currentBlock(editor.state)?.isChosen).toBe(true)
    expect(readText(editor)).toBe(
      `<p>One</p>${button('Go', '/jobs', { width: 'full', tone: 'brand' })}`,
    )
    setWidth(editor, 'text')
    setTone(editor, 'paper')
    expect(readText(editor)).toBe(`<p>One</p>${button('Go', '/jobs')}`)
    putCaret(editor, 'One|')
    expect(setWidth(editor, 'full')).toBe(false)
  })

  test('is moved, doubled and deleted, and each comes back with one Undo', () => {
    const html = `<p>One</p>${numbers('1')}<p>Two</p>`
    const editor = openText(html)
    putCaret(editor, 'of 1|')
    for (const [act, stored] of [
      [() => moveBlock(editor, -1), `${numbers('1')}<p>One</p><p>Two</p>`],
      [() => duplicateBlock(editor), `<p>One</p>${numbers('1')}${numbers('1')}<p>Two</p>`],
      [() => deleteBlock(editor), '<p>One</p><p>Two</p>'],
    ] as const) {
      putCaret(editor, 'of 1|')
      expect(act()).toBe(true)
      expect(readText(editor)).toBe(stored)
      editor.commands.undo()
      expect(readText(editor)).toBe(html)
    }
  })

  test('gets addresses that its kind may have; another says so', () => {
    const editor = openText(button('Go', '/jobs'))
    putCaret(editor, 'Go|')
    setAddress(editor, 'example.com')
    expect(readText(editor)).toBe(button('Go', 'https://example.com'))
    setAddress(editor, 'javascript:alert(1)')
    expect(unfinished(editor).map(({ sentence }) => sentence)).toEqual([
      'Button: Enter an address such as https://example.com or /jobs',
    ])
    expect(editor.view.dom.innerHTML).not.toContain('javascript:')
  })

  test('gets an address as it is typed, spelled as stored when it is whole, undone at once', () => {
    const editor = openText(button('Go', '/jobs'))
    putCaret(editor, 'Go|')
    const held = () => currentBlock(editor.state)?.parts[0]?.value
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => now.mockRestore())
    let scrolls = false
    editor.on('transaction', ({ transaction }) => {
      scrolls ||= transaction.scrolledIntoView
    })
    for (const typed of ['e', 'ex', 'ex.org/a', 'ex.org/a ', 'ex.org/a b']) {
      setAddress(editor, typed)
      expect(held()).toEqual({ text: 'Go', href: typed })
    }
    expect(readText(editor)).toBe(button('Go', 'https://ex.org/a%20b'))
    finishAddress(editor)
    expect(held()).toEqual({ text: 'Go', href: 'https://ex.org/a%20b' })
    expect(scrolls).toBe(false)
    editor.commands.undo()
    expect(held()).toEqual({ text: 'Go', href: '/jobs' })
    setAddress(editor, ' javascript:a ')
    finishAddress(editor)
    expect(held()).toEqual({ text: 'Go', href: 'javascript:a' })
  })

  test('gets and loses pictures', () => {
    const quote = (picture?: BlockPicture) =>
      toHtml({ name: 'quote', values: { text: 'Bread', picture }, entries: [] })
    const editor = openText(quote())
    putCaret(editor, 'Bread|')
    setPicture(editor, picture)
    expect(readText(editor)).toBe(quote(picture))
    setPicture(editor, undefined)
    expect(readText(editor)).toBe(quote())
  })

  test('is added with the caret in its first part, in place of an empty line', async () => {
    const editor = openText('<p>One</p><p></p><p>Two</p>')
    editor.commands.setTextSelection(6)
    editor.view.focus()
    insertBlock(editor, 'numbers')
    await userEvent.keyboard('1{Enter}of 1')
    expect(readText(editor)).toBe(`<p>One</p>${numbers('1')}<p>Two</p>`)
    insertBlock(editor, 'divider', 0)
    await userEvent.keyboard('x')
    expect(readText(editor)).toBe(
      `${toHtml({ name: 'divider', values: {}, entries: [] })}<p>x</p><p>One</p>${numbers('1')}<p>Two</p>`,
    )
  })

  test('that stands on a starter page is added with it', async () => {
    const editor = openText('<p>One</p>')
    putCaret(editor, 'One|')
    insertHtml(editor, `<h2>Two</h2>${numbers('1', '2')}`)
    await userEvent.keyboard('x')
    expect(readText(editor)).toBe(`<p>One</p><h2>Two</h2>${numbers('1', '2')}<p>x</p>`)
  })

  test('keeps the caret in the empty part that it lacks', async () => {
    const editor = openText('<p>One</p>')
    putCaret(editor, 'One|')
    insertBlock(editor, 'image')
    expect(unfinished(editor)[0]?.sentence).toBe('Full-width image: Image is required')
    choosePart(editor, unfinished(editor)[0]!.pos)
    expect(currentBlock(editor.state)?.field?.part.kind).toBe('picture')
    setPicture(editor, picture)
    expect(unfinished(editor)).toEqual([])
    expect(readText(editor)).toBe(
      `<p>One</p>${toHtml({ name: 'image', values: { picture }, entries: [] })}`,
    )
  })
})

describe('entries', () => {
  test('are added, moved and removed; the caret goes along', () => {
    const editor = openText(numbers('1', '2'))
    putCaret(editor, 'of 1|')
    expect(moveEntry(editor, 1)).toBe(true)
    expect(readText(editor)).toBe(numbers('2', '1'))
    expect(currentBlock(editor.state)?.entry?.index).toBe(1)
    expect(moveEntry(editor, 1)).toBe(false)
    expect(addEntry(editor, { title: '3', text: 'of 3' })).toBe(true)
    expect(readText(editor)).toBe(numbers('2', '1', '3'))
    expect(removeEntry(editor)).toBe(true)
    expect(readText(editor)).toBe(numbers('2', '1'))
    expect(removeEntry(editor)).toBe(true)
    expect(removeEntry(editor)).toBe(false)
  })

  test('have choices of their own', () => {
    const benefit = (icon: string, title: string) => ({ icon, title })
    const editor = openText(entries('benefits', benefit('heart', 'Tea'), benefit('heart', 'Cake')))
    putCaret(editor, 'Cake|')
    setChoice(editor, 'icon', 'coffee')
    expect(readText(editor)).toBe(
      entries('benefits', benefit('heart', 'Tea'), benefit('coffee', 'Cake')),
    )
  })
})

test('rows and columns of a table are added and removed, and its first row is a head or not', () => {
  const editor = openText(table(true, ['A', 'B'], ['1', '2']))
  const expectTable = (head: boolean, ...rows: string[][]) => {
    editor.state.doc.check()
    expect(readText(editor)).toBe(table(head, ...rows))
  }
  putCaret(editor, '1|')
  addRow(editor, 'below')
  expectTable(true, ['A', 'B'], ['1', '2'], ['', ''])
  removeRow(editor)
  expectTable(true, ['A', 'B'], ['1', '2'])
  putCaret(editor, 'A|')
  addRow(editor, 'above')
  expectTable(true, ['A', 'B'], ['', ''], ['1', '2'])
  removeRow(editor)
  putCaret(editor, 'B|')
  addColumn(editor, 'before')
  expectTable(true, ['A', '', 'B'], ['1', '', '2'])
  editor.view.dispatch(editor.state.tr.insertText('x'))
  expectTable(true, ['A', 'x', 'B'], ['1', '', '2'])
  removeColumn(editor)
  expectTable(true, ['A', 'B'], ['1', '2'])
  putCaret(editor, 'B|')
  addColumn(editor, 'after')
  editor.view.dispatch(editor.state.tr.insertText('y'))
  expectTable(true, ['A', 'B', 'y'], ['1', '2', ''])
  toggleHead(editor)
  expectTable(false, ['A', 'B', 'y'], ['1', '2', ''])
  toggleHead(editor)
  putCaret(editor, 'A|')
  removeRow(editor)
  expectTable(false, ['1', '2', ''])
  expect(removeRow(editor)).toBe(false)
  toggleHead(editor)
  expectTable(true, ['1', '2', ''])
  putCaret(editor, '2|')
  addRow(editor, 'below')
  expectTable(true, ['1', '2', ''], ['', '', ''])
})

describe('a slash', () => {
  test('in an empty line opens the menu, and is one if nothing is chosen', async () => {
    const editor = openText('<p>One</p>')
    putCaret(editor, 'One|')
    await userEvent.keyboard('/')
    expect(slashOf(editor.state)).toBeUndefined()
    await userEvent.keyboard('{Enter}/')
    expect(slashOf(editor.state)).toEqual({ pos: 6, mayBlocks: true })
    closeSlash(editor, true)
    expect(slashOf(editor.state)).toBeUndefined()
    expect(readText(editor)).toBe('<p>One/</p><p>/</p>')
  })

  test('in the rich text of a block offers no blocks', async () => {
    const editor = openText(entries('faq', { title: 'When?', text: '<p>Now</p>' }))
    putCaret(editor, 'Now|')
    await userEvent.keyboard('{Enter}/')
    expect(slashOf(editor.state)?.mayBlocks).toBe(false)
    closeSlash(editor)
    editor.commands.toggleBulletList()
    await userEvent.keyboard('Tea')
    expect(readText(editor)).toBe(
      entries('faq', { title: 'When?', text: '<p>Now</p><ul><li><p>Tea</p></li></ul>' }),
    )
  })

  test('on a chosen block opens it in a line below', async () => {
    const editor = openText(numbers('1'))
    putCaret(editor, 'of 1|')
    await userEvent.keyboard('{Escape}/')
    expect(slashOf(editor.state)?.mayBlocks).toBe(true)
    insertBlock(editor, 'divider')
    expect(readText(editor)).toMatch(`${numbers('1')}<section data-block="divider">`)
  })
})

test('pictures that are pasted into a gallery are its entries, in one Undo', async () => {
  const waiting: XMLHttpRequest[] = []
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    waiting.push(this)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const gallery = toHtml({ name: 'gallery', values: {}, entries: [{ picture }] })
  const editor = openText(gallery)
  choosePart(editor, 3)
  chooseBlock(editor)
  const clipboardData = new DataTransfer()
  for (const name of ['a.jpg', 'b.jpg'])
    clipboardData.items.add(new File(['pixels'], name, { type: 'image/jpeg' }))
  editor.view.dom.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  )
  // One is sent after the other.
  for (const digit of ['1', '2']) {
    await expect.poll(() => waiting.length).toBe(1)
    const request = waiting.pop()!
    const url = src.replace('0123', `${digit}123`)
    Object.defineProperty(request, 'status', { value: 201 })
    Object.defineProperty(request, 'response', {
      value: { name: 'x', url, alt: '', decorative: true, width: 8, height: 6, warning: null },
    })
    request.dispatchEvent(new ProgressEvent('load'))
  }
  await expect.poll(() => unfinished(editor)).toEqual([])
  expect(
    [...editor.view.dom.querySelectorAll('img')].map((one) => one.getAttribute('src')![7]),
  ).toEqual(['0', '1', '2'])
  editor.commands.undo()
  expect(readText(editor)).toBe(gallery)
})

test('tools for text leave captions and parts of blocks as they are', () => {
  const figure = `<figure><img src="${src}" alt="" /><figcaption>Caption</figcaption></figure>`
  const html = `<p>One</p>${figure}${numbers('1')}<ul><li><p>Two</p></li></ul>`
  const editor = openText(html)
  for (const place of ['Caption|', 'of 1|']) {
    putCaret(editor, place)
    editor.commands.setHeading({ level: 2 })
    editor.commands.toggleBulletList()
    editor.chain().unsetAllMarks().clearNodes().run()
    expect(readText(editor)).toBe(html)
  }
  putCaret(editor, 'Two|')
  editor.commands.setHeading({ level: 2 })
  expect(readText(editor)).toBe(`<p>One</p>${figure}${numbers('1')}<h2>Two</h2>`)
  editor.commands.undo()
  editor.commands.selectAll()
  editor.commands.setHeading({ level: 3 })
  expect(readText(editor)).toMatch(`<h3>One</h3>${figure}${numbers('1')}<ul>`)
})
