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

/**
 * Renames the style attributes of pasted HTML to `data-style`: the Content-Security-Policy would
 * block and report each of them, and hide their values. Table rows become paragraphs, frames links.
 */
export const preparePasted = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(player, '<p><a href="$1">$1</a></p>')
    // Google Docs puts a line into a paragraph.
    .replace(/<p\b[^>]*>\s*(<hr\b[^>]*>)\s*<\/p>/gi, '$1')
    .replace(/<[a-z][^>]*>/gi, cleanTag)
    .replace(/<(\/?)(?:table|thead|tbody|tfoot|tr)\b/gi, '<$1div')
    .replace(/<t[dh]\b/gi, '<span')
    .replace(/<\/t[dh]\b/gi, ' </span')

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
