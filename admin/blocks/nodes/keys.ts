import { type Editor, Extension } from '@tiptap/core'
import { NodeSelection, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { chooseBlock, duplicateBlock, moveBlock } from './commands.ts'
import { currentBlock, depthOf, isBlockChosen } from './current.ts'
import { cutAcross, isBlank } from './cut.ts'
import { entriesOf, isPart, nameOf } from './kinds-of-nodes.ts'
import { goBelowBlock, goInto, goNext } from './next.ts'
import { isCell, nextCell } from './table.ts'

function run(editor: Editor, tr: Transaction | undefined): boolean {
  if (!tr) return false
  editor.view.dispatch(tr)
  return true
}

/** The part that the caret is in, or that is chosen: its node, and where it starts. */
function currentPart({ state }: Editor) {
  const { selection } = state
  if (selection instanceof NodeSelection)
    return isPart(selection.node) ? { node: selection.node, pos: selection.from } : undefined
  const depth = depthOf(selection.$from, isPart)
  if (depth === undefined) return undefined
  return { node: selection.$from.node(depth), pos: selection.$from.before(depth) }
}

/** Enter in several lines: a line break; after an empty one it leaves the part. */
function enterInLines(editor: Editor): boolean {
  const { state } = editor
  const { $from, $to } = state.selection
  const { nodeBefore } = $from
  const isAtEnd = $from.pos === $to.pos && $from.parentOffset === $from.parent.content.size
  if ($from.parent.content.size === 0) return run(editor, goNext(state))
  if (isAtEnd && nodeBefore?.type.name === 'hardBreak')
    return run(editor, goNext(state, state.tr.delete($from.pos - 1, $from.pos)))
  return insertBreak(editor)
}

/** Tiptap’s own refuses it inside isolating nodes. */
function insertBreak({ state, view }: Editor): boolean {
  const type = state.schema.nodes.hardBreak!
  if (!state.selection.$from.parent.type.contentMatch.matchType(type)) return false
  view.dispatch(state.tr.replaceSelectionWith(type.create()).scrollIntoView())
  return true
}

/** Enter in the empty last paragraph of rich text leaves it, as it leaves a list. */
function leaveRich(editor: Editor): boolean {
  const { state } = editor
  const { $from, empty } = state.selection
  const isEmptyLine = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  const holder = $from.node(-1)
  const isHolder = holder.type.name.startsWith('part_rich') || entriesOf(holder)
  if (!empty || !isEmptyLine || !isHolder || holder.childCount < 2) return false
  if ($from.index(-1) !== holder.childCount - 1) return false
  return run(editor, goNext(state, state.tr.delete($from.before(), $from.after())))
}

function enter(editor: Editor): boolean {
  const { state } = editor
  if (isBlockChosen(state)) return run(editor, goInto(state))
  const cut = cutAcross(state)
  if (cut) return run(editor, cut)
  const { $from } = state.selection
  if (isCell($from.parent)) return run(editor, nextCell(state, 'below'))
  const part = currentPart(editor)
  if (!part) return $from.depth > 1 && leaveRich(editor)
  const { name } = part.node.type
  if (name.startsWith('part_rich')) return leaveRich(editor)
  if (name.startsWith('part_lines')) return enterInLines(editor)
  return run(editor, goNext(state))
}

const clearPicture = ({ state }: Editor, at: number) => {
  const { tr } = state
  for (const [name, value] of Object.entries({ src: '', alt: '', width: null, height: null }))
    tr.setNodeAttribute(at, name, value)
  return tr.setSelection(NodeSelection.create(tr.doc, at))
}

/** What stands empty goes: the entry, or the whole block is chosen. */
function removeBlank(editor: Editor, by: -1 | 1): boolean {
  const { state } = editor
  const current = currentBlock(state)
  if (!current) return false
  if (isBlank(current.node)) return chooseBlock(editor)
  const { entry, several, entryCount } = current
  if (!entry || !several || !isBlank(entry.node) || entryCount <= several.min) return true
  const tr = state.tr.delete(entry.pos, entry.pos + entry.node.nodeSize)
  // There is no entry before the first or after the last.
  const bias = by < 0 && entry.index === 0 ? 1 : by > 0 && entry.index === entryCount - 1 ? -1 : by
  return run(editor, tr.setSelection(Selection.near(tr.doc.resolve(entry.pos), bias)))
}

/** From the edge of a text to the block beside it, which is chosen; an empty line goes. */
function chooseBeside(editor: Editor, by: -1 | 1): boolean {
  const { $from, empty } = editor.state.selection
  const isAtEdge = $from.parentOffset === (by < 0 ? 0 : $from.parent.content.size)
  if (!empty || $from.depth !== 1 || !isAtEdge) return false
  const edge = by < 0 ? $from.before() : $from.after()
  const $edge = editor.state.doc.resolve(edge)
  const other = by < 0 ? $edge.nodeBefore : $edge.nodeAfter
  if (!other || !nameOf(other)) return false
  const { tr } = editor.state
  const start = by < 0 ? edge - other.nodeSize : edge
  if ($from.parent.content.size === 0) tr.delete($from.before(), $from.after())
  const at = tr.mapping.map(start)
  return run(editor, tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView())
}

/**
 * Backspace and Delete in a block: they join no parts. True if there is nothing more to do, and
 * nothing for the browser, which would join them.
 */
function deleteAtEdge(editor: Editor, by: -1 | 1): boolean {
  const { state } = editor
  const cut = cutAcross(state)
  if (cut) return run(editor, cut)
  const { selection } = state
  const part = currentPart(editor)
  if (selection instanceof NodeSelection) {
    if (!part) return false
    return part.node.attrs.src
      ? run(editor, clearPicture(editor, part.pos))
      : removeBlank(editor, by)
  }
  const { $from, empty } = selection
  if (!empty) return false
  const depth = depthOf($from, (node) => isPart(node) || entriesOf(node) || isCell(node))
  if (depth === undefined) return chooseBeside(editor, by)
  const isAtEdge =
    by < 0
      ? Selection.atStart($from.node(depth)).from + $from.start(depth) === $from.pos
      : Selection.atEnd($from.node(depth)).to + $from.start(depth) === $from.pos
  if (!isAtEdge) return false
  // A list at the edge is still lifted.
  const inList = depthOf($from, ({ type }) => type.name === 'listItem')
  if (by < 0 && inList !== undefined && inList > depth) return false
  return removeBlank(editor, by)
}

/** Arrow keys from a chosen block: to the next block, or into the text beside it. */
function arrowFrom(editor: Editor, by: -1 | 1): boolean {
  const { state } = editor
  const { selection } = state
  if (!(selection instanceof NodeSelection) || !nameOf(selection.node)) return false
  const $at = by < 0 ? selection.$from : selection.$to
  const other = by < 0 ? $at.nodeBefore : $at.nodeAfter
  // It stays chosen: what is typed then goes below it.
  if (!other) return true
  const { tr } = state
  if (nameOf(other)) {
    const at = by < 0 ? $at.pos - other.nodeSize : $at.pos
    return run(editor, tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView())
  }
  return run(editor, tr.setSelection(Selection.near($at, by)).scrollIntoView())
}

function chooseWhole(editor: Editor): boolean {
  if (editor.view.composing || isBlockChosen(editor.state)) return false
  return chooseBlock(editor)
}

/** Replaces a selection across edges by text; false for any other selection. */
function typeAcross(view: EditorView, text: string): boolean {
  const cut = cutAcross(view.state)
  if (cut) view.dispatch(text ? cut.insertText(text) : cut)
  return Boolean(cut)
}

const isInsertion = /^insert(?:Text|ReplacementText|FromDictation|FromYank|Paragraph|LineBreak)$/

/** What emoji pickers, dictation and touch keyboards do, which press no key. */
function inputWithoutKey(editor: Editor, event: InputEvent): boolean {
  const { inputType, data, dataTransfer, isComposing } = event
  if (isComposing) return false
  if (isInsertion.test(inputType))
    return typeAcross(editor.view, data ?? dataTransfer?.getData('text/plain') ?? '')
  if (/^delete.*Backward$/.test(inputType)) return deleteAtEdge(editor, -1)
  return /^delete.*Forward$/.test(inputType) && deleteAtEdge(editor, 1)
}

/** The keys of blocks. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  // Before those of text, and before what keeps a chosen block.
  priority: 1100,
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      Enter: () => enter(editor),
      'Shift-Enter': () => {
        if (isBlockChosen(editor.state)) return false
        const cut = cutAcross(editor.state)
        if (cut) return run(editor, cut)
        return currentBlock(editor.state) ? insertBreak(editor) || enter(editor) : false
      },
      'Mod-Enter': () => {
        if (isBlockChosen(editor.state)) return false
        return run(editor, goBelowBlock(editor.state))
      },
      Backspace: () => deleteAtEdge(editor, -1),
      'Mod-Backspace': () => deleteAtEdge(editor, -1),
      'Alt-Backspace': () => deleteAtEdge(editor, -1),
      Delete: () => deleteAtEdge(editor, 1),
      'Mod-Delete': () => deleteAtEdge(editor, 1),
      'Alt-Delete': () => deleteAtEdge(editor, 1),
      Escape: () => chooseWhole(editor),
      ArrowUp: () => arrowFrom(editor, -1),
      ArrowLeft: () => arrowFrom(editor, -1),
      ArrowDown: () => arrowFrom(editor, 1),
      ArrowRight: () => arrowFrom(editor, 1),
      'Alt-ArrowUp': () => moveBlock(editor, -1),
      'Alt-ArrowDown': () => moveBlock(editor, 1),
      'Mod-d': () => duplicateBlock(editor),
      Tab: () => run(editor, nextCell(editor.state, 'after')),
      'Shift-Tab': () => run(editor, nextCell(editor.state, 'before')),
    }
  },
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          handleTextInput: (view, _from, _to, text) => typeAcross(view, text),
          handleDOMEvents: {
            beforeinput(_view, event) {
              if (!inputWithoutKey(editor, event)) return false
              event.preventDefault()
              return true
            },
            cut(view, event) {
              const cut = cutAcross(view.state)
              if (!cut || !event.clipboardData) return false
              const { dom, text } = view.serializeForClipboard(view.state.selection.content())
              event.clipboardData.clearData()
              event.clipboardData.setData('text/html', dom.innerHTML)
              event.clipboardData.setData('text/plain', text)
              event.preventDefault()
              view.dispatch(cut.setMeta('uiEvent', 'cut'))
              return true
            },
            compositionstart(view) {
              const cut = cutAcross(view.state)
              if (cut) view.dispatch(cut)
              return false
            },
          },
        },
      }),
    ]
  },
})
