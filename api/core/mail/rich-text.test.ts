import { expect, test } from 'vitest'
import { invalidHtml } from '#scripts/testing/valid-html.ts'
import { sanitize } from '../rich-text/rich-text.ts'
import { compose } from './layout.ts'
import { richTextAsText, richTextWithStyles } from './rich-text.ts'

const letter = sanitize(
  `<h2>Your interview</h2><p>Dear Mira,<br>we &lt;3 your letter.</p>
  <p>Please bring:</p><ol><li><p>your <strong>passport</strong></p><ul><li>or an ID card</li></ul></li><li>a pen</li></ol>
  <p class="align-center">See <a href="https://bread.test/way?a=1&amp;b=2">the way</a>, or write to
  <a href="mailto:hr@bread.test">hr@bread.test</a>.</p><p><span class="tone-red mark-yellow">Don’t be late.</span></p>`,
)

test('rich text as plain text keeps paragraphs, line breaks, lists and links', () => {
  expect(richTextAsText(letter)).toBe(`Your interview

Dear Mira,
we <3 your letter.

Please bring:

1. your passport
  - or an ID card
2. a pen

See the way (https://bread.test/way?a=1&b=2), or write to hr@bread.test.

Don’t be late.`)
})

test('a numbered list in a mail begins with its own number', () => {
  const html = sanitize('<ol start="3"><li>a</li><li>b</li></ol>')
  expect(richTextAsText(html)).toBe('3. a\n4. b')
  expect(richTextWithStyles(html)).toMatch(/^<ol start="3" class="ink" style="/)
})

test('only a heading that begins a mail has no space above', () => {
  const html = richTextWithStyles(sanitize('<h2>One</h2><p>Text</p><h2>Two</h2>'))
  expect(html.match(/<h2[^>]*margin:\d+/g)?.map((tag) => tag.slice(-9))).toEqual([
    ';margin:0',
    'margin:24',
  ])
})

test('a mail of rich text is valid HTML with inline styles', async () => {
  const { html, text } = compose({
    site: 'Bread',
    language: 'en',
    heading: null,
    title: 'Your interview',
    footer: 'Bread',
    sections: [{ html: letter }],
  })
  expect(await invalidHtml(html)).toEqual([])
  expect(text).toMatch(/^Your interview\n\nDear Mira/)
  expect(html).toContain('background:#fbf0c9')
  expect(html).toContain('text-align:center')
  expect(html).not.toContain('<h1')
})
