import { describe, expect, test } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { type Block, toHtml } from '#api/website/blocks/contract/block.ts'
import { filled } from '#scripts/testing/fixtures/blocks.ts'
import { choicesOf } from './parts.ts'
import { renderedAd, renderedBlock } from './rendered.ts'

const shown = (block: Block) => renderedBlock(toHtml(block), en, 'en')
const person = (title: string) => shown({ name: 'people', values: {}, entries: [{ title }] })

describe('renderedBlock', () => {
  test.each([
    ['Ada Halloran', 'AH'],
    ['Dervla Ní Bhriain', 'DB'],
    ['Björk', 'B'],
    ['émile O’Neill-Ruiz', 'ÉO'],
    ['[Name]', 'N'],
    ['محمد علي', 'مع'],
    ['Tea &amp; <b>', 'TB'],
  ])('gives %s the initials %s instead of a portrait', (name, initials) => {
    expect(person(name)).toContain(`<li data-initials="${initials}"><p data-part="title">`)
  })

  test('gives nobody with a portrait, or without letters, initials', () => {
    expect(shown(filled('people', 'Ada'))).not.toContain('data-initials')
    expect(person('42')).toContain('<li><p')
  })

  const table = (head: boolean, ...rows: string[][]) =>
    shown({ name: 'table', values: { table: { head, rows } }, entries: [] })

  test('makes a table a region named by its columns, or by what it is', () => {
    expect(table(true, ['Pay &amp; &lt;more&gt;', '', '<strong>Time</strong>'])).toContain(
      '<section role="region" tabindex="0" aria-label="Table: Pay &amp; &lt;more&gt;, Time" data-block="table">',
    )
    expect(table(false, ['1', '2', '3'])).toContain('aria-label="Table" ')
  })

  test('keeps the name of a table short, with whole words', () => {
    const name = (...heads: string[]) =>
      /aria-label="([^"]*)"/.exec(table(true, [...heads, 'a', 'b']))?.[1]
    expect(name('x'.repeat(94))).toBe(`Table: ${'x'.repeat(94)}, a, b`)
    expect(name('x'.repeat(95))).toBe(`Table: ${'x'.repeat(95)}, a…`)
    expect(name('several words '.repeat(50))).toBe(`Table: ${'several words '.repeat(7).trim()}…`)
    expect(name('x'.repeat(500))).toBe(`Table: ${'x'.repeat(100)}…`)
  })

  test('leaves a table of one or two columns, which always fits, as it is stored', () => {
    expect(table(true, ['Shift', 'Pay'])).toMatch(/^<section data-block="table">/)
  })

  test('leaves every other block as it is stored', () => {
    const quote = filled('quote', 'Ada')
    expect(shown(quote)).toBe(toHtml(quote))
  })
})

test('renderedAd makes the tables of an ad regions, and leaves its text', () => {
  const values = { table: { head: true, rows: [['Shift', 'Start', 'Pay']] } }
  const table = toHtml({ name: 'table', values, entries: [] })
  expect(renderedAd(`<p>a</p>${table}<p>b</p>`, en, 'en')).toMatch(
    /^<p>a<\/p><section role="region" .*<\/section><p>b<\/p>$/s,
  )
  expect(renderedAd('<p>a</p>', en, 'en')).toBe('<p>a</p>')
})

test('choicesOf reads the width and the tone that are written', () => {
  expect(choicesOf('<section data-block="jobs" data-width="wide" data-tone="brand"><p>')).toEqual({
    'data-width': 'wide',
    'data-tone': 'brand',
  })
  expect(choicesOf('<section data-block="jobs"><p data-width="wide">')).toEqual({})
})
