import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { describe } from '#api/website/blocks/contract/block.ts'
import { blockIn } from './convert.ts'
import { blockPos } from './current.ts'
import { entriesOf, heldPart, type NodePart, nameOf, partAt } from './kinds-of-nodes.ts'

type Named = { from: number; to: number; attributes: Record<string, string> }

const known = new WeakMap<Node, Named[]>()

const named = (from: number, to: number, attributes: Named['attributes']): Named => ({
  from,
  to,
  attributes,
})

/** What an empty part asks for, in the block’s own positions. */
function hints(holder: Node, start: number): Named[] {
  const found: Named[] = []
  const add = (node: Node, at: number, part: NodePart) => {
    const isEmpty = part.kind === 'picture' ? !node.attrs.src : node.content.size === 0
    const isCaption = part.kind === 'picture' && part.caption && node.content.size === 0
    if (!isEmpty && !isCaption) return
    const label = node.attrs.upload
      ? 'Uploading…'
      : part.required
        ? part.label
        : `${part.label} (optional)`
    const attributes = {
      ...(isEmpty && { 'data-empty': '', 'data-hint': label }),
      ...(isEmpty && part.required && { 'data-required': '' }),
      ...(isCaption && { 'data-no-caption': 'Caption (optional)' }),
    }
    found.push(named(at, at + node.nodeSize, attributes))
  }
  const isBlankLine = (node: Node) =>
    node.childCount === 1 && node.firstChild!.isTextblock && node.firstChild!.content.size === 0
  holder.forEach((child, offset, at) => {
    const part = partAt(holder, at)
    if (!part) return
    if (part.kind !== 'rich') {
      add(child, start + offset, part)
      return
    }
    if (!isBlankLine(child)) return
    const line = start + offset + 1
    found.push(named(line, line + 2, { 'data-hint': part.label }))
  })
  const several = entriesOf(holder)
  const held = several && heldPart(several)
  if (held && isBlankLine(holder)) found.push(named(start, start + 2, { 'data-hint': held.label }))
  return found
}

/** Name and hints of a block, with positions from its start. */
function namesOf(block: Node): Named[] {
  const before = known.get(block)
  if (before) return before
  const name = { role: 'group', 'aria-label': describe(blockIn(block)) }
  const found = [named(0, block.nodeSize, name), ...hints(block, 1)]
  block.descendants((node, offset) => {
    if (!entriesOf(node)) return
    found.push(...hints(node, offset + 2))
    return false
  })
  known.set(block, found)
  return found
}

/** The list comes from the server: it can’t be written in. */
function jobsNote(): HTMLElement {
  const note = document.createElement('p')
  note.setAttribute('data-note', '')
  note.contentEditable = 'false'
  note.textContent = 'Open jobs are listed here.'
  return note
}

function decorations(state: EditorState): DecorationSet {
  const all: Decoration[] = []
  const current = blockPos(state)
  state.doc.forEach((node, start) => {
    const name = nameOf(node)
    if (!name) return
    if (name === 'jobs') all.push(Decoration.widget(start + 1, jobsNote, { side: -1, key: 'jobs' }))
    for (const { from, to, attributes } of namesOf(node))
      all.push(Decoration.node(start + from, start + to, attributes))
    if (start === current)
      all.push(Decoration.node(start, start + node.nodeSize, { 'data-current': '' }))
  })
  return DecorationSet.create(state.doc, all)
}

/**
 * Blocks as named groups, and what their empty parts ask for: `data-empty`, `data-hint`,
 * `data-required`; `data-current` on the block with the caret. The canvas shows optional parts that
 * are empty only there.
 */
export const BlockNames = Extension.create({
  name: 'blockNames',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_, state) => decorations(state),
        apply: (tr, before, _, state) =>
          tr.docChanged || tr.selectionSet ? decorations(state) : before,
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
      },
    }),
  ],
})
