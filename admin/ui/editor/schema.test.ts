import { getSchema } from '@tiptap/core'
import type { DOMOutputSpec, Mark, Node } from '@tiptap/pm/model'
import { describe, expect, it } from 'vitest'
import { escapeHtml, textToHtml } from '#api/core/http/contract/text.ts'
import { alignments, tones } from '#api/core/rich-text/contract/tones.ts'
import { sanitize } from '#api/core/rich-text/rich-text.ts'
import { positionOf } from './content.ts'
import { extensions } from './schema.ts'

const full = getSchema(extensions('full'))

/** Serializes a DOMOutputSpec without a DOM. */
function wrap(spec: DOMOutputSpec | undefined, inner: string): string {
  if (!Array.isArray(spec)) throw new Error('expected [tag, attributes, hole]')
  const [tag, second] = spec as [string, unknown]
  const attributes = typeof second === 'object' ? Object.entries(second as object) : []
  const written = attributes
    .filter(([, value]) => value != null)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
  return tag === 'br' ? '<br />' : `<${tag}${written.join('')}>${inner}</${tag}>`
}

function html(node: Node): string {
  if (node.isText)
    return [...node.marks].reduceRight(
      (inner, mark: Mark) => wrap(mark.type.spec.toDOM?.(mark, true), inner),
      escapeHtml(node.text ?? '').replaceAll('&quot;', '"'),
    )
  const inner = node.children.map(html).join('')
  return node.type.name === 'doc' ? inner : wrap(node.type.spec.toDOM?.(node), inner)
}

const text = (...marks: object[]) => ({ type: 'text', text: 'a "b" & <c>', marks })
const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
const item = (...content: object[]) => ({ type: 'listItem', content })

const blocks: Record<string, object> = {
  'a paragraph': paragraph(text(), { type: 'hardBreak' }, text()),
  ...Object.fromEntries(
    [1, 2, 3].map((level) => [
      `heading ${level}`,
      { type: 'heading', attrs: { level, align: 'center' }, content: [text()] },
    ]),
  ),
  ...Object.fromEntries(
    ['bold', 'italic', 'underline', 'strike'].map((type) => [type, paragraph(text({ type }))]),
  ),
  ...Object.fromEntries(
    tones.flatMap((tone) =>
      ['tone', 'mark'].map((type) => [
        `${type} ${tone}`,
        paragraph(text({ type, attrs: { tone } })),
      ]),
    ),
  ),
  ...Object.fromEntries(
    alignments.map((align) => [`aligned ${align}`, { ...paragraph(text()), attrs: { align } }]),
  ),
  'a numbered list that starts at 4': {
    type: 'orderedList',
    attrs: { start: 4, type: 'a' },
    content: [item(paragraph(text()), { type: 'bulletList', content: [item(paragraph(text()))] })],
  },
  'a colored link': paragraph(
    text(
      { type: 'link', attrs: { href: 'https://example.com/?a=1&b=%22' } },
      { type: 'bold' },
      { type: 'tone', attrs: { tone: 'red' } },
      { type: 'mark', attrs: { tone: 'blue' } },
    ),
  ),
}

describe('editor schema', () => {
  it.each(Object.entries(blocks))("%s passes the server's sanitizer unchanged", (_, block) => {
    const document = full.nodeFromJSON({ type: 'doc', content: [block] })
    document.check()
    const written = html(document)
    expect(written).toContain('a "b" &amp; &lt;c&gt;')
    expect(sanitize(written)).toBe(written)
  })

  it('a letter allows only what its toolbar can produce', () => {
    const letter = getSchema(extensions('letter'))
    expect(Object.keys(letter.marks).sort()).toEqual(['bold', 'italic', 'link', 'underline'])
    expect(Object.keys(letter.nodes)).not.toContain('heading')
    expect(letter.nodes.paragraph?.spec.attrs?.align).toBeUndefined()
  })
})

describe('positionOf', () => {
  const typed = 'First line\nsecond\n\nThird'
  const document = full.nodeFromJSON({
    type: 'doc',
    content: [
      paragraph(
        { type: 'text', text: 'First line' },
        { type: 'hardBreak' },
        { type: 'text', text: 'second' },
      ),
      paragraph({ type: 'text', text: 'Third' }),
    ],
  })

  it('the test document has the same text as the text area', () => {
    expect(html(document).replaceAll('<br />', '<br>')).toBe(textToHtml(typed))
  })

  it.each([0, 5, 10, 11, 17, 19, 21, 24])(
    'offset %i is before the same text in the document',
    (offset) => {
      const rest = document.textBetween(
        positionOf(document, offset),
        document.content.size,
        '\n\n',
        '\n',
      )
      expect(rest).toBe(typed.slice(offset))
    },
  )

  it('an offset past the end is the end of the document', () => {
    expect(positionOf(document, 99)).toBe(document.content.size - 1)
    expect(positionOf(document, Number.POSITIVE_INFINITY)).toBe(document.content.size - 1)
  })
})
