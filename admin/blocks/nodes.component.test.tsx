import { describe, expect, test } from 'vitest'
import { toHtml } from '#api/website/blocks/contract/block.ts'
import { blockNames } from '#api/website/blocks/contract/kinds.ts'
import { patterns } from '#api/website/blocks/contract/patterns.ts'
import { companyPages } from '#db/demo/company.ts'
import { openText } from '#scripts/testing/components/page-text.ts'
import { filled } from '#scripts/testing/fixtures/blocks.ts'
import { blockIn, nodeOf } from './nodes/convert.ts'
import { nameOf } from './nodes/kinds-of-nodes.ts'
import { readText, unfinished } from './nodes/page-text.ts'

describe.each(blockNames)('the block %s', (name) => {
  const html = toHtml(filled(name, 'Tea & <cake> "daily"'))
  test('is written as it was read, by its nodes and by the editor', () => {
    const editor = openText(`<p>Before</p>${html}<p>After</p>`)
    expect(editor.state.doc.children.map((node) => nameOf(node))).toEqual([
      undefined,
      name,
      undefined,
    ])
    editor.state.doc.check()
    expect(toHtml(blockIn(editor.state.doc.child(1)))).toBe(html)
    expect(toHtml(blockIn(nodeOf(filled(name, 'x'), editor.schema)))).toBe(
      toHtml(filled(name, 'x')),
    )
    expect(readText(editor)).toBe(`<p>Before</p>${html}<p>After</p>`)
    expect(unfinished(editor)).toEqual([])
  })
  test('is shown by exactly the stored markup', () => {
    const editor = openText(`<p>Before</p>${html}`)
    const shown = editor.view.dom
      .querySelector('section')!
      .outerHTML.replace(/ (?:role|aria-label|open|contenteditable|draggable)="[^"]*"/g, '')
      .replace(/<br class="ProseMirror-trailingBreak">/g, '')
      .replace(/<p data-note[^>]*>[^<]*<\/p>/, '')
      .replaceAll('<br>', '<br />')
      .replace(/<(img [^>]*|hr)>/g, '<$1 />')
    expect(shown).toBe(html)
  })
})
test.each([
  ...companyPages.map(({ slug, content }) => [slug, content]),
  ...patterns.map(({ label, html }) => [label, html]),
])('%s is unchanged', (_, html) => {
  expect(readText(openText(html!))).toBe(html)
})
