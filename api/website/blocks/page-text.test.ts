import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleText } from '#api/core/http/contract/text.ts'
import { sanitizeWithPictures } from '#api/core/rich-text/rich-text.ts'
import { companyPages } from '#db/demo/company.ts'
import { cpuTime, expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { filled, src } from '#scripts/testing/fixtures/blocks.ts'
import { markup } from '#scripts/testing/fixtures/markup.ts'
import storedPages from '#scripts/testing/fixtures/stored-pages.json' with { type: 'json' }
import { describe as describeBlock, emptyBlock, problemOf, toHtml } from './contract/block.ts'
import { type BlockTable, blockNames, kindOf } from './contract/kinds.ts'
import { blockCount, isAdText, isPageText, piecesOf } from './contract/page-text.ts'
import { patterns } from './contract/patterns.ts'
import { sanitizeAd, sanitizePage } from './page-text.ts'

const words = 'Tea & <coffee> "daily"'
const all = blockNames.map((name) => toHtml(filled(name, words)))

describe.each(blockNames)('the block %s', (name) => {
  const html = toHtml(filled(name, words))

  it('is stored as it is spelled, and is of the form that browsers trust', () => {
    expect(sanitizePage(html)).toBe(html)
    expect(isPageText(html)).toBe(true)
    expect(piecesOf(`<p>a</p>${html}<p>b</p>`).map(({ block }) => block)).toEqual([
      undefined,
      name,
      undefined,
    ])
    expect(describeBlock(filled(name, words))).toContain(kindOf(name).label)
  })

  it('keeps no script, handler, style or frame', () => {
    const hostile = html
      .replace('<section', '<section onclick="stolen()" style="position:fixed" class="x" id="y"')
      .replaceAll('<p', '<p onmouseover="stolen()"')
      .replaceAll('<img ', '<img onerror="stolen()" srcset="https://evil.example/a.png 1x" ')
      .replace(
        '</section>',
        '<script>stolen()</script><iframe src="//evil.example"></iframe></section>',
      )
    expect(sanitizePage(hostile)).toBe(html)
  })

  it('keeps a width and a tone, of which the first are not written', () => {
    const { values, ...block } = filled(name, words)
    const wide = toHtml({ ...block, values: { ...values, width: 'wide', tone: 'brand' } })
    expect(wide).toContain(' data-width="wide" data-tone="brand">')
    expect(sanitizePage(wide)).toBe(wide)
    expect(isPageText(wide)).toBe(true)
    expect(toHtml({ ...block, values: { ...values, width: 'text', tone: 'paper' } })).toBe(html)
    const first = html.replace(/(<section[^>]*)>/, '$1 data-tone="paper" data-width="text">')
    expect(sanitizePage(first)).toBe(html)
    expect(sanitizePage(first.replace('paper', 'neon'))).toBe(html)
  })

  it('becomes text when something would be lost', () => {
    const more = html.replace('</section>', '<h2>More to say</h2></section>')
    const stored = sanitizePage(more)
    expect(blockCount(stored)).toBe(0)
    expect(stored).toContain('More to say')
    expect(visibleText(stored)).toContain(visibleText(html))
  })
})

it('a page of all blocks is stored as it is, and text around them as ever', () => {
  const page = `<p>Before</p>${all.join('<p>Between</p>')}<h2>After</h2>`
  expect(sanitizePage(page)).toBe(page)
  const wrapped = `<!doctype html><body><main><div><p>Before</p>${all[0]}</div></main></body>`
  expect(sanitizePage(wrapped)).toBe(`<p>Before</p>${all[0]}`)
})

it('a text without blocks is what it was', () => {
  for (const html of ['<p>Hello</p>', 'Hello', '<div>a</div><div>b</div>', '<section>x</section>'])
    expect(sanitizePage(html)).toBe(sanitizeWithPictures(html))
})

it.each([
  ['an unknown block', '<section data-block="marquee"><p>Text</p></section>', '<p>Text</p>'],
  [
    'a block in a block',
    `<section data-block="columns"><div><p>One</p></div><div>${toHtml(filled('button', 'Go'))}</div></section>`,
    '<section data-block="columns"><div><p>One</p></div><div><p><a href="https://vimeo.com/76979871" rel="noopener noreferrer">Go</a></p></div></section>',
  ],
  [
    'a video of another website',
    `<section data-block="video"><figure><img src="${src}" alt="" /></figure><p data-part="video"><a href="https://evil.example/v" rel="x">Film</a></p></section>`,
    `<figure><img src="${src}" alt="" /></figure><p><a href="https://evil.example/v" rel="noopener noreferrer">Film</a></p>`,
  ],
  [
    'a script as address',
    '<section data-block="button"><p data-part="link"><a href="javascript:alert(1)">Go</a></p></section>',
    '<p><a>Go</a></p>',
  ],
  [
    'a picture of elsewhere',
    '<section data-block="image"><figure><img src="https://evil.example/a.png" alt="x"></figure></section>',
    '',
  ],
  [
    'an icon of no set',
    '<section data-block="benefits"><ul><li data-icon="x&quot;onclick=&quot;a"><p data-part="title"><strong>Tea</strong></p></li></ul></section>',
    '<section data-block="benefits"><ul><li data-icon="heart"><p data-part="title"><strong>Tea</strong></p></li></ul></section>',
  ],
])('%s', (_, given, stored) => {
  expect(sanitizePage(given)).toBe(stored)
  expect(isPageText(stored)).toBe(true)
})

it.each(Object.entries(storedPages))('a page stored before stays byte for byte: %s', (_, html) => {
  expect(sanitizePage(html)).toBe(html)
  expect(isPageText(html)).toBe(true)
})

const table = (content: string) => `<section data-block="table"><table>${content}</table></section>`

it.each([
  [
    'a head without scope, body or style',
    '<tr style="height:1px"><th scope="col">Level</th><th>Pay</th></tr><tr><td colspan="1">1</td><td>a &lt; b</td></tr>',
    '<thead><tr><th>Level</th><th>Pay</th></tr></thead><tbody><tr><td>1</td><td>a &lt; b</td></tr></tbody>',
  ],
  [
    'rows of different lengths',
    '<tr><td>1</td></tr><tr><td>2</td><td>3</td></tr>',
    '<tbody><tr><td>1</td><td></td></tr><tr><td>2</td><td>3</td></tr></tbody>',
  ],
  [
    'paragraphs and lists in a cell, as lines',
    '<tr><td><p>1</p><p><b>2</b></p></td><td><ul><li>3</li><li>4</li></ul></td></tr>',
    '<tbody><tr><td>1<br /><strong>2</strong></td><td>3<br />4</td></tr></tbody>',
  ],
  [
    'a script in a cell',
    '<tr><td onclick="x()">1<script>stolen()</script></td><td><a href="javascript:x()">2</a></td></tr>',
    '<tbody><tr><td>1</td><td><a>2</a></td></tr></tbody>',
  ],
  [
    'an empty head',
    '<thead></thead><tbody><tr><td>1</td></tr></tbody>',
    '<tbody><tr><td>1</td></tr></tbody>',
  ],
  [
    'a cell over several columns, followed by empty ones',
    '<tr><td colspan="2">1</td><td>2</td></tr><tr><td colspan="1000">3</td></tr>',
    '<tbody><tr><td>1</td><td></td><td>2</td></tr><tr><td>3</td><td></td><td></td></tr></tbody>',
  ],
  [
    'cells with what the sanitizer swallows, next to others',
    '<tr><td><b>1</b></td><td>2<xmp>x</td><td><i>3</i>\uFDD3</td></tr><tr><td><b></b></td></tr>',
    '<tbody><tr><td><strong>1</strong></td><td>2</td></tr></tbody>',
  ],
  ['only a head', '<thead><tr><td>1</td></tr></thead>', '<thead><tr><th>1</th></tr></thead>'],
])('a table is stored in one spelling: %s', (_, given, stored) => {
  expect(sanitizePage(table(given))).toBe(table(stored))
  expect(sanitizePage(table(stored))).toBe(table(stored))
  expect(isPageText(table(stored))).toBe(true)
})

const tableOf = (rows: number, columns: number): BlockTable => ({
  head: false,
  rows: Array.from({ length: rows }, () => Array.from({ length: columns }, () => '1')),
})

it('a table has at most 12 columns and 200 rows; a larger one is stored as lines', () => {
  const stored = (rows: number, columns: number) =>
    sanitizePage(toHtml({ name: 'table', values: { table: tableOf(rows, columns) }, entries: [] }))
  expect(blockCount(stored(200, 12))).toBe(1)
  expect(stored(2, 13)).toBe(`<p>${'1 '.repeat(13)}</p>`.repeat(2))
  expect(blockCount(stored(201, 1))).toBe(0)
  const [part] = kindOf('table').parts
  expect(problemOf(part!, tableOf(2, 13))).toBe('A table has at most 12 columns')
  expect(problemOf(part!, tableOf(201, 1))).toBe('A table has at most 200 rows')
  expect(problemOf(part!, emptyBlock('table').values.table)).toBe('Table is required')
})

it('the largest tables of marked text take about as long as paragraphs of it', async () => {
  const cells = Array.from({ length: 2400 }, () => '<strong>x</strong>')
  const rows = Array.from({ length: 200 }, (_, at) => cells.slice(at * 12, at * 12 + 12))
  const tables = toHtml({
    name: 'table',
    values: { table: { head: false, rows } },
    entries: [],
  }).repeat(3)
  const paragraphs = cells
    .map((cell) => `<p>${cell}</p>`)
    .join('')
    .repeat(3)
  expect(sanitizePage(tables)).toBe(tables)
  const ofParagraphs = await cpuTime(0, () => sanitizePage(paragraphs))
  await expectCpuBelow(3 * ofParagraphs, () => sanitizePage(tables))
})

it('a job ad keeps tables and images, and of any other block its text', () => {
  const picture = `<figure><img src="${src}" alt="" /></figure>`
  const tableHtml = toHtml(filled('table', words))
  const stored = sanitizeAd(`<p>Before</p>${tableHtml}${picture}${toHtml(filled('people', 'Ada'))}`)
  expect(stored).toContain(`<p>Before</p>${tableHtml}${picture}`)
  expect(blockCount(stored)).toBe(1)
  expect(visibleText(stored)).toContain('Ada')
  expect(isAdText(stored)).toBe(true)
  expect(isAdText(toHtml(filled('divider', '')))).toBe(false)
})

it('blocks nested 50 deep, and 10,000 of them, take no longer than text', async () => {
  const deep = `${'<section data-block="columns"><div>'.repeat(50)}<p>End</p>${'</div></section>'.repeat(50)}`
  const many = '<section data-block="divider"><hr /></section>'.repeat(10_000)
  await expectCpuBelow(2000, () => {
    expect(visibleText(sanitizePage(deep))).toBe('End')
    expect(sanitizePage(many.slice(0, 200 * 1024))).toContain('<hr />')
  })
})

it('whatever is sent, what is stored is of the form, and stays as it is', () => {
  const tag = fc.oneof(
    markup,
    fc.constantFrom(
      ...all,
      '<div>',
      '</section>',
      '</div>',
      '<section data-block="people">',
      '<ul><li>',
      'text',
    ),
  )
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 8 }), (parts) => {
      const stored = sanitizePage(parts.join(''))
      expect(isPageText(stored)).toBe(true)
      expect(sanitizePage(stored)).toBe(stored)
    }),
    { numRuns: 300 },
  )
})

it.each(patterns)('the starter page $label is stored as it is', ({ html }) => {
  expect(sanitizePage(html)).toBe(html)
})

it.each(companyPages)('the demo page $slug is stored as it is', ({ content }) => {
  expect(sanitizePage(content)).toBe(content)
})
