import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { kindOf } from '#api/website/blocks/contract/kinds.ts'
import { depthOf } from './current.ts'

export const isCell = (node: Node) => /^table(?:Head)?Cell$/.test(node.type.name)

type Place = {
  table: Node
  pos: number
  rows: { node: Node; pos: number }[]
  row: number
  column: number
}

/** The table that the caret is in, with its rows. */
function tableAt({ selection: { $from } }: EditorState): Place | undefined {
  const depth = depthOf($from, isCell)
  if (depth === undefined) return undefined
  const { table, pos, rows } = placeOf($from.node(depth - 3), $from.before(depth - 3))
  const row = rows.findIndex((one) => one.pos === $from.before(depth - 1))
  return { table, pos, rows, row, column: $from.index(depth - 1) }
}

function placeOf(table: Node, pos: number): Pick<Place, 'table' | 'pos' | 'rows'> {
  const rows: Place['rows'] = []
  table.forEach((part, partOffset) => {
    part.forEach((node, offset) => {
      rows.push({ node, pos: pos + 2 + partOffset + offset })
    })
  })
  return { table, pos, rows }
}

function cellPos({ rows }: Pick<Place, 'rows'>, row: number, column: number): number | undefined {
  const found = rows[row]
  if (!found || column < 0 || column >= found.node.childCount) return undefined
  let at = found.pos + 1
  for (let index = 0; index < column; index++) at += found.node.child(index).nodeSize
  return at
}

const limits = () => {
  const [part] = kindOf('table').parts
  if (part?.kind !== 'table') throw new Error('The block table has a table.')
  return part
}

const emptyRow = (like: Node) => {
  const { schema } = like.type
  const cells = like.children.map(() => schema.nodes.tableCell!.create())
  return schema.nodes.tableRow!.create(null, cells)
}

const caretIn = (tr: Transaction, at: number) =>
  tr.setSelection(Selection.near(tr.doc.resolve(at + 1))).scrollIntoView()

/**
 * To the cell after or before, of which all is selected, or to the one below, with a new row after the
 * last. Undefined outside of tables, and beyond their ends, where Tab leaves the text.
 */
export function nextCell(
  state: EditorState,
  where: 'after' | 'before' | 'below',
): Transaction | undefined {
  const place = tableAt(state)
  if (!place) return undefined
  const { row, column, rows } = place
  const width = rows[row]!.node.childCount
  if (where === 'below') {
    const at = cellPos(place, row + 1, column)
    return at === undefined ? rowInserted(state, place, row + 1, column) : caretIn(state.tr, at)
  }
  const index = row * width + column + (where === 'after' ? 1 : -1)
  const at = index < 0 ? undefined : cellPos(place, Math.floor(index / width), index % width)
  if (at === undefined) return undefined
  const { tr } = state
  const { size } = tr.doc.nodeAt(at)!.content
  return tr.setSelection(TextSelection.create(tr.doc, at + 1, at + 1 + size)).scrollIntoView()
}

/** A new row before the one with this number, with the caret in it. */
function rowInserted(state: EditorState, place: Place, row: number, column: number) {
  const { rows, table, pos } = place
  if (rows.length >= limits().maxRows) return undefined
  const { tr } = state
  const node = emptyRow(rows[0]!.node)
  const hasHead = table.firstChild!.type.name === 'tableHead'
  const isBodyless = hasHead && table.childCount === 1
  if (isBodyless) {
    const end = pos + table.nodeSize - 1
    tr.insert(end, state.schema.nodes.tableBody!.create(null, node))
    return caretIn(tr, end + 2 + column * 2)
  }
  // A head has one row: above it is the first of the body.
  const at = Math.max(row, hasHead ? 1 : 0)
  const start = rows[at]?.pos ?? rows.at(-1)!.pos + rows.at(-1)!.node.nodeSize
  tr.insert(start, node)
  return caretIn(tr, start + 1 + column * 2)
}

function run(editor: Editor, make: (place: Place) => Transaction | undefined): boolean {
  const place = tableAt(editor.state)
  const tr = place && make(place)
  if (!tr) return false
  editor.view.dispatch(tr)
  return true
}

/** Adds a row above or below the caret’s; false if there are as many as may be. */
export const addRow = (editor: Editor, where: 'above' | 'below') =>
  run(editor, (place) =>
    rowInserted(editor.state, place, place.row + (where === 'below' ? 1 : 0), place.column),
  )

/** Removes the caret’s row; false for the only one. */
export const removeRow = (editor: Editor) =>
  run(editor, ({ rows, row, column, pos }) => {
    const removed = rows[row]
    if (rows.length < 2 || !removed) return undefined
    const { tr } = editor.state
    const $row = tr.doc.resolve(removed.pos)
    // Without its only row, the head or body goes.
    if ($row.parent.childCount === 1) tr.delete($row.before(), $row.after())
    else tr.delete(removed.pos, removed.pos + removed.node.nodeSize)
    const left = placeOf(tr.doc.nodeAt(pos)!, pos)
    const at = cellPos(left, Math.min(row, left.rows.length - 1), column)
    return at === undefined ? tr : caretIn(tr, at)
  })

/** Adds a column before or after the caret’s; false if there are as many as may be. */
export const addColumn = (editor: Editor, where: 'before' | 'after') =>
  run(editor, (place) => {
    const { rows, row, column } = place
    if (rows[row]!.node.childCount >= limits().maxColumns) return undefined
    const { tr } = editor.state
    const to = column + (where === 'after' ? 1 : 0)
    for (const [index, { node, pos }] of [...rows.entries()].reverse()) {
      const at = cellPos(place, index, to) ?? pos + node.nodeSize - 1
      tr.insert(at, node.firstChild!.type.create())
    }
    const shift = rows.slice(0, row).length * 2
    const at = (cellPos(place, row, to) ?? rows[row]!.pos + rows[row]!.node.nodeSize - 1) + shift
    return caretIn(tr, at)
  })

/** Removes the caret’s column; false for the only one. */
export const removeColumn = (editor: Editor) =>
  run(editor, (place) => {
    const { rows, row, column } = place
    if (rows[row]!.node.childCount < 2) return undefined
    const { tr } = editor.state
    for (const [index, { node }] of [...rows.entries()].reverse()) {
      const at = cellPos(place, index, column)
      if (at !== undefined) tr.delete(at, at + node.child(column).nodeSize)
    }
    return caretIn(tr, tr.mapping.map(rows[row]!.pos + 1))
  })

/** Makes the first row a head, or a row like the others. */
export const toggleHead = (editor: Editor) =>
  run(editor, ({ table, pos, rows }) => {
    const { schema, tr, selection } = editor.state
    const { tableHead, tableHeadRow, tableHeadCell, tableBody, tableRow, tableCell } = schema.nodes
    const hasHead = table.firstChild!.type.name === 'tableHead'
    const as = (row: Node, rowType = tableRow!, cellType = tableCell!) =>
      rowType.create(
        null,
        row.children.map((cell) => cellType.create(null, cell.content)),
      )
    const all = rows.map(({ node }) => node)
    const [first, ...rest] = all
    const content = hasHead
      ? [
          tableBody!.create(
            null,
            all.map((row) => as(row)),
          ),
        ]
      : [
          tableHead!.create(null, as(first!, tableHeadRow!, tableHeadCell!)),
          ...(rest.length ? [tableBody!.create(null, rest)] : []),
        ]
    tr.replaceWith(pos + 1, pos + table.nodeSize - 1, content)
    return tr.setSelection(
      Selection.near(tr.doc.resolve(Math.min(selection.from, tr.doc.content.size))),
    )
  })
