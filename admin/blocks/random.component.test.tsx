import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { blockNames } from '#api/website/blocks/contract/kinds.ts'
import { isPageText } from '#api/website/blocks/contract/page-text.ts'
import { openText } from '#scripts/testing/components/page-text.ts'
import { allBlocks } from '#scripts/testing/fixtures/blocks.ts'
import {
  addEntry,
  deleteBlock,
  duplicateBlock,
  insertBlock,
  moveBlock,
  moveEntry,
  removeEntry,
  setAddress,
  setPicture,
  setTone,
  setWidth,
} from './nodes/commands.ts'
import { blockIn } from './nodes/convert.ts'
import { nameOf } from './nodes/kinds-of-nodes.ts'
import { documentOf, readText, unfinished } from './nodes/page-text.ts'
import { addColumn, addRow, removeColumn, removeRow, toggleHead } from './nodes/table.ts'

const press =
  (key: string, more: KeyboardEventInit = {}) =>
  (editor: Editor) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
    editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event) || undefined)
  }
const type = (text: string) => (editor: Editor) => {
  const { view } = editor
  const { from, to } = view.state.selection
  const make = () => view.state.tr.insertText(text, from, to)
  if (
    view.state.selection instanceof TextSelection &&
    view.state.selection.$from.parent.inlineContent
  )
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, make)))
      view.dispatch(make())
}
const paste = (html: string) => (editor: Editor) => void editor.view.pasteHTML(html)
const everything = allBlocks('Tea')

const acts: [string, (editor: Editor) => unknown][] = [
  ['Enter', press('Enter')],
  ['Shift+Enter', press('Enter', { shiftKey: true })],
  ['Ctrl+Enter', press('Enter', { ctrlKey: true })],
  ['Backspace', press('Backspace')],
  ['Delete', press('Delete')],
  ['Escape', press('Escape')],
  ['Tab', press('Tab')],
  ['Alt+Up', press('ArrowUp', { altKey: true })],
  ['Alt+Down', press('ArrowDown', { altKey: true })],
  ['Down', press('ArrowDown')],
  ['Ctrl+D', press('d', { ctrlKey: true })],
  ['Ctrl+Z', press('z', { ctrlKey: true })],
  ['Ctrl+Shift+Z', press('z', { ctrlKey: true, shiftKey: true })],
  ['type', type('ab')],
  ['paste text', paste('<p>One <b>two</b></p><ul><li>three</li></ul>')],
  [
    'paste table',
    paste('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'),
  ],
  ['paste block', paste('<section data-block="divider"><hr /></section>')],
  ['bold', (editor) => editor.commands.toggleBold()],
  ['heading', (editor) => editor.commands.setHeading({ level: 2 })],
  ['list', (editor) => editor.commands.toggleBulletList()],
  ['clear', (editor) => editor.chain().unsetAllMarks().clearNodes().run()],
  ['align', (editor) => editor.chain().updateAttributes('paragraph', { align: 'center' }).run()],
  ['link', (editor) => editor.commands.setMark('link', { href: 'https://example.com/' })],
  ['move', (editor) => moveBlock(editor, 1)],
  ['duplicate', duplicateBlock],
  ['delete', deleteBlock],
  ['wide', (editor) => setWidth(editor, 'wide')],
  ['tone', (editor) => setTone(editor, 'brand')],
  ['address', (editor) => setAddress(editor, '/jobs')],
  ['no picture', (editor) => setPicture(editor, undefined)],
  ['add entry', (editor) => addEntry(editor)],
  ['remove entry', removeEntry],
  ['move entry', (editor) => moveEntry(editor, -1)],
  ['row above', (editor) => addRow(editor, 'above')],
  ['row below', (editor) => addRow(editor, 'below')],
  ['remove row', removeRow],
  ['column before', (editor) => addColumn(editor, 'before')],
  ['column after', (editor) => addColumn(editor, 'after')],
  ['remove column', removeColumn],
  ['head', toggleHead],
  ...blockNames.map((name): [string, (editor: Editor) => unknown] => [
    `insert ${name}`,
    (editor) => insertBlock(editor, name),
  ]),
]

function select(editor: Editor, from: number, to: number, isNode: boolean) {
  const { doc, tr } = editor.state
  const at = (part: number) => Math.floor(part * doc.content.size)
  const node = doc.nodeAt(at(from))
  if (isNode && node && NodeSelection.isSelectable(node))
    return editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, at(from))))
  const $from = Selection.near(doc.resolve(at(from))).$from
  const $to = Selection.near(doc.resolve(at(to))).$to
  editor.view.dispatch(tr.setSelection(TextSelection.between($from, $to)))
}

const blocksIn = (document: Node) =>
  document.children.flatMap((node) => (nameOf(node) ? [toHtml(blockIn(node))] : []))

const part = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const step = fc.record({
  from: part,
  to: fc.option(part, { nil: undefined, freq: 2 }),
  isNode: fc.boolean(),
  act: fc.constantFrom(...acts),
})

test('whatever is done, the document is whole, its text is of the form, and Undo brings all back', () => {
  const html = `<h2>Tea</h2><p>One</p>${everything}<ul><li>Two</li></ul>`
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const editor = openText(html)
      try {
        for (const { from, to, isNode, act } of steps) {
          select(editor, from, to ?? from, isNode)
          act[1](editor)
          editor.state.doc.check()
          const text = readText(editor)
          if (!isPageText(text)) throw new Error(`${act[0]}: ${text}`)
          if (!unfinished(editor).length)
            expect(blocksIn(documentOf(text, editor.schema))).toEqual(blocksIn(editor.state.doc))
        }
        while (editor.can().undo()) editor.commands.undo()
        expect(readText(editor)).toBe(html)
      } finally {
        editor.destroy()
      }
    }),
    {
      numRuns: 40,
    },
  )
})
