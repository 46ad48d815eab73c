import { Extension } from '@tiptap/core'
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { NodeSelection, Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { preparePastedTables } from '../../ui/editor/pasted.ts'
import { depthOf } from './current.ts'
import { cutAcross } from './cut.ts'
import { entriesOf, isPart, nameOf } from './kinds-of-nodes.ts'

const isRich = (node: Node) => node.type.name.startsWith('part_rich') || entriesOf(node)

/** The part, cell or column that a position is in. */
const holderOf = ($pos: ResolvedPos): Node | undefined => {
  const depth = depthOf(
    $pos,
    (node) => isPart(node) || entriesOf(node) || /^table(?:Head)?Cell$/.test(node.type.name),
  )
  return depth === undefined ? undefined : $pos.node(depth)
}

/** The text of nodes, a line for each paragraph. */
const linesOf = (content: Fragment) =>
  content.textBetween(0, content.size, '\n', ({ type }) => (type.name === 'hardBreak' ? '\n' : ''))

/** What a part of one line, or of several, takes of something pasted. */
function inlineFor(parent: Node, content: Fragment): Node[] {
  const { schema, contentMatch } = parent.type
  const text = linesOf(content).trim()
  const mayBreak = contentMatch.matchType(schema.nodes.hardBreak!)
  const lines = mayBreak ? text.split('\n') : [text.replace(/\s+/g, ' ')]
  return lines.flatMap((line, at) => [
    ...(at ? [schema.nodes.hardBreak!.create()] : []),
    ...(line ? [schema.text(line)] : []),
  ])
}

/** Whether nodes hold a block, or what else rich text in a block may not hold. */
function hasMore(content: Fragment, holder: Node): boolean {
  const mayPictures = Boolean(entriesOf(holder))
  let found = false
  content.descendants((node) => {
    const isPicture = /^(?:figure|pictureUpload)$/.test(node.type.name)
    found ||= nameOf(node) !== undefined || (isPicture && !mayPictures)
    return !found
  })
  return found
}

/** Nodes of a slice that are whole, for a place between the elements of the document. */
function wholeNodes(slice: Slice, top: Node): Fragment {
  const nodes: Node[] = []
  slice.content.forEach((node) => {
    if (node.isInline) nodes.push(top.type.schema.nodes.paragraph!.create(null, node))
    else nodes.push(node)
  })
  return Fragment.from(nodes)
}

/**
 * Puts a slice into the part that the position is in, as that part can hold it; below the block what no
 * part can hold. Undefined outside of blocks.
 */
function insertInPart(tr: Transaction, at: number, slice: Slice): Transaction | undefined {
  const $at = tr.doc.resolve(at)
  const holder = holderOf($at)
  if (!holder) return undefined
  if (hasMore(slice.content, holder)) {
    const end = $at.after(1)
    const nodes = wholeNodes(slice, tr.doc)
    tr.insert(end, nodes)
    return tr.setSelection(Selection.near(tr.doc.resolve(end + nodes.size), -1)).scrollIntoView()
  }
  if (isRich(holder)) return undefined
  const nodes = inlineFor($at.parent, slice.content)
  const size = nodes.reduce((sum, node) => sum + node.nodeSize, 0)
  if (!$at.parent.isTextblock) return tr
  tr.insert(at, nodes)
  return tr.setSelection(TextSelection.create(tr.doc, at + size)).scrollIntoView()
}

/** What is copied of parts is their text: the rest of their block would be empty. */
function copied(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice
  const nodes: Node[] = []
  const take = (node: Node, opensLeft: number, opensRight: number) => {
    const isBlock = nameOf(node) !== undefined
    if (isBlock && opensLeft <= 0 && opensRight <= 0) return void nodes.push(node)
    if (!isBlock && !entriesOf(node) && !isPart(node) && !/^(?:list_|table)/.test(node.type.name))
      return void nodes.push(node)
    if (node.isTextblock) {
      const paragraph = node.type.schema.nodes.paragraph!
      if (node.content.size) nodes.push(paragraph.create(null, node.content))
      return
    }
    for (const [at, child] of node.children.entries())
      take(child, at === 0 ? opensLeft - 1 : 0, at === node.childCount - 1 ? opensRight - 1 : 0)
  }
  let isPartial = false
  content.forEach((node, _, at) => {
    const left = at === 0 ? openStart : 0
    const right = at === content.childCount - 1 ? openEnd : 0
    isPartial ||= nameOf(node) !== undefined && (left > 0 || right > 0)
    take(node, left, right)
  })
  if (!isPartial) return slice
  const depthAt = (node: Node | undefined): number =>
    node?.isTextblock
      ? 1
      : node && !node.isAtom && !nameOf(node)
        ? 1 + depthAt(node.firstChild ?? undefined)
        : 0
  return new Slice(
    Fragment.from(nodes),
    Math.min(openStart, depthAt(nodes[0])),
    Math.min(openEnd, nodes.at(-1)?.isTextblock ? 1 : 0),
  )
}

function paste(view: EditorView, slice: Slice): boolean {
  if (!slice.size) return false
  const { selection } = view.state
  const cut = cutAcross(view.state)
  const tr = cut ?? view.state.tr
  if (!cut && !selection.empty && selection instanceof TextSelection && holderOf(selection.$from))
    tr.deleteSelection()
  if (selection instanceof NodeSelection) return false
  const inPart = insertInPart(tr, tr.selection.from, slice)
  if (!inPart && !cut) return false
  view.dispatch(
    (inPart ?? tr.replaceSelection(slice)).setMeta('paste', true).setMeta('uiEvent', 'paste'),
  )
  return true
}

/** Where a block may be dropped: before or after the element that the pointer is in. */
function gapAt(view: EditorView, event: DragEvent): number | undefined {
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!at) return undefined
  const $at = view.state.doc.resolve(at.inside >= 0 ? at.inside : at.pos)
  const index = $at.depth ? $at.index(0) : $at.index()
  const start = $at.depth ? $at.before(1) : $at.pos
  const node = view.state.doc.maybeChild(index)
  if (!node) return $at.pos
  const dom = view.nodeDOM(start) as HTMLElement | null
  const box = dom?.getBoundingClientRect?.()
  const isBelow = box ? event.clientY > box.top + box.height / 2 : false
  return isBelow ? start + node.nodeSize : start
}

function drop(view: EditorView, event: DragEvent, slice: Slice, isMoved: boolean): boolean {
  if (!slice.size) return false
  const { state } = view
  const isBlocks = slice.content.content.some((node) => nameOf(node))
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (!at) return false
  const { tr } = state
  const gap = isBlocks ? gapAt(view, event) : undefined
  const holder = isBlocks ? undefined : holderOf(state.doc.resolve(at.pos))
  if (gap === undefined && !holder) return false
  const dragged = (view.dragging as { node?: NodeSelection } | null)?.node
  if (isMoved && dragged) dragged.replace(tr)
  else if (isMoved) cutDragged(view, tr)
  event.preventDefault()
  if (gap !== undefined) {
    const to = tr.mapping.map(gap)
    tr.insert(to, slice.content)
    const only = slice.content.childCount === 1 && slice.content.firstChild
    if (only && nameOf(only)) tr.setSelection(NodeSelection.create(tr.doc, to))
  } else {
    const to = tr.mapping.map(at.pos)
    if (!insertInPart(tr, to, slice)) tr.replaceRange(to, to, slice)
  }
  view.dispatch(tr.setMeta('uiEvent', 'drop'))
  view.focus()
  return true
}

/** Takes out of the text what is dragged away. */
function cutDragged({ state }: EditorView, tr: Transaction) {
  const cut = cutAcross(state)
  for (const step of cut?.steps ?? []) tr.step(step)
  if (!cut) tr.deleteSelection()
}

/** Pasting, copying and dropping in pages of blocks. */
export const BlockPasting = Extension.create({
  name: 'blockPasting',
  priority: 1100,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        transformPastedHTML: preparePastedTables,
        transformCopied: copied,
        handlePaste: (view, _, slice) => paste(view, slice),
        handleDrop: (view, event, slice, isMoved) => drop(view, event as DragEvent, slice, isMoved),
      },
    }),
  ],
})
