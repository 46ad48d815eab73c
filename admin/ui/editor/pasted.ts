import type { AnyExtension, Mark } from '@tiptap/core'

/** What says in a style what we have a mark for; word processors use little else. */
const styleOf: Record<string, RegExp> = {
  bold: /font-weight:\s*(?:bold|[6-9]00)/i,
  italic: /font-style:\s*italic/i,
  underline: /text-decoration[^;]*underline/i,
  strike: /text-decoration[^;]*line-through/i,
}

/** Google Docs wraps all that is copied from it in a bold that is none. */
const noBold = {
  tag: 'b[data-style*="font-weight:normal"], b[data-style*="font-weight: normal"]',
  skip: true as const,
  priority: 60,
}

const cleanTag = (tag: string) =>
  tag.replace(/\sstyle\s*=/gi, ' data-style=').replace(/\son\w+\s*=/gi, ' data-on=')

/**
 * Pasted HTML with its styles out of the browser's sight, which under the policy of the site would
 * neither apply nor tell them, but report each. Rows of tables become paragraphs.
 */
export const preparePasted = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, cleanTag)
    .replace(/<(\/?)(?:table|thead|tbody|tfoot|tr)\b/gi, '<$1div')
    .replace(/<t[dh]\b/gi, '<span')
    .replace(/<\/t[dh]\b/gi, ' </span')

/** Lets a mark of the kit understand what `preparePasted` leaves of a style. */
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
      return extension.name === 'bold' ? [noBold, ...rules] : rules
    },
  })
}
