import type { AnyExtension, Mark } from '@tiptap/core'

/** Inline styles that stand for a mark; word processors use these instead of elements. */
const styleOf: Record<string, RegExp> = {
  bold: /font-weight:\s*(?:bold|[6-9]00)/i,
  italic: /font-style:\s*italic/i,
  underline: /text-decoration[^;]*underline/i,
  strike: /text-decoration[^;]*line-through/i,
}

/** Google Docs wraps everything copied from it in a `<b>` with a normal font weight. */
const notBold = {
  tag: 'b[data-style*="font-weight:normal"], b[data-style*="font-weight: normal"]',
  skip: true as const,
  priority: 60,
}

/** A player or a map: what it shows is not in the text, its address is. */
const player = /<(?:iframe|embed)\b[^>]*\ssrc\s*=\s*["']?(https:\/\/[^\s"'<>]+)[^>]*>/gi

const cleanTag = (tag: string) =>
  tag.replace(/\sstyle\s*=/gi, ' data-style=').replace(/\son\w+\s*=/gi, ' data-on=')

const isRow = /^(?:table|caption|thead|tbody|tfoot|tr)$/
const isCell = /^t[dh]$/
/** What would end the line of a row. */
const isBlock = /^(?:p|div|h[1-6]|[uod]l|li|d[td]|blockquote|pre|section|article|center|hr)$/

/** Table rows as lines, whatever is in their cells; a table in a cell is text of its line. */
function rowsAsLines(html: string): string {
  let tables = 0
  let inCell = false
  return html.replace(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi, (tag, slash: string, name: string) => {
    const element = name.toLowerCase()
    const isOpen = !slash
    if (element === 'table' && isOpen) tables++
    const isInner = tables > 1
    if (element === 'table' && !isOpen) tables = Math.max(0, tables - 1)
    if (isInner)
      return isRow.test(element) || isCell.test(element) || isBlock.test(element) ? ' ' : tag
    if (isCell.test(element)) {
      inCell = isOpen
      return isOpen ? tag.replace(name, 'span') : ' </span>'
    }
    if (isRow.test(element)) {
      inCell = false
      return tag.replace(name, 'div')
    }
    return inCell && isBlock.test(element) ? (isOpen ? '' : ' ') : tag
  })
}

/** Rows and columns beyond which a table is text. */
const maxRows = 200
const maxColumns = 12

/** Whether a table is one of data: those that lay out a mail or a page have one row or one column. */
function isDataTable(table: string): boolean {
  const rows = table.split(/<tr\b/i).slice(1)
  const columns = Math.max(0, ...rows.map((row) => row.match(/<t[dh]\b/gi)?.length ?? 0))
  if (/<table\b/i.test(table.slice(1)) || rows.length < 2 || columns < 2) return false
  return rows.length <= maxRows && columns <= maxColumns
}

/** The block that holds a table of this editor, of any size. */
const isOwn = /<section\b[^>]*\sdata-block\s*=\s*["']?table\b[^>]*>\s*$/i

/** Rows as lines, except for those of tables with data and of this editor. */
function withDataTables(html: string): string {
  const pieces: string[] = []
  let start = 0
  let open = 0
  for (const { 0: tag, 1: slash, index } of html.matchAll(/<(\/?)table\b[^>]*>/gi)) {
    if (!slash && open++ === 0) {
      pieces.push(rowsAsLines(html.slice(start, index)))
      start = index
    }
    if (!slash || open === 0 || --open > 0) continue
    const table = html.slice(start, index + tag.length)
    const isKept = isOwn.test(html.slice(0, start)) || isDataTable(table)
    pieces.push(isKept ? table : rowsAsLines(table))
    start = index + tag.length
  }
  return [...pieces, rowsAsLines(html.slice(start))].join('')
}

/**
 * Renames the style attributes of pasted HTML to `data-style`: the Content-Security-Policy would
 * block and report each of them, and hide their values. Table rows become lines, frames links.
 */
export const preparePasted = (html: string): string => rowsAsLines(prepared(html))

/** The same where a table may be one: only tables that lay something out become lines. */
export const preparePastedTables = (html: string): string => withDataTables(prepared(html))

const prepared = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(player, '<p><a href="$1">$1</a></p>')
    // Google Docs puts a line into a paragraph.
    .replace(/<p\b[^>]*>\s*(<hr\b[^>]*>)\s*<\/p>/gi, '$1')
    .replace(/<[a-z][^>]*>/gi, cleanTag)

/** Makes a mark of the StarterKit read the `data-style` left by `preparePasted`. */
export function readsStyle(extension: AnyExtension): AnyExtension {
  const style = styleOf[extension.name]
  if (!style) return extension
  return (extension as Mark).extend({
    parseHTML() {
      const styled = {
        tag: 'span[data-style]',
        consuming: false,
        getAttrs: ({ dataset }: HTMLElement) => (style.test(dataset.style ?? '') ? null : false),
      }
      const rules = [...(this.parent?.() ?? []), styled]
      return extension.name === 'bold' ? [notBold, ...rules] : rules
    },
  })
}
