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

/**
 * Renames the style attributes of pasted HTML to `data-style`: the Content-Security-Policy would
 * block and report each of them, and hide their values. Table rows become lines, frames links.
 */
export const preparePasted = (html: string): string =>
  rowsAsLines(
    html
      .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
      .replace(player, '<p><a href="$1">$1</a></p>')
      // Google Docs puts a line into a paragraph.
      .replace(/<p\b[^>]*>\s*(<hr\b[^>]*>)\s*<\/p>/gi, '$1')
      .replace(/<[a-z][^>]*>/gi, cleanTag),
  )

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
