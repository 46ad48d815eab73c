import { describe, expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { excerpt } from './excerpt.ts'
import {
  escapeHtml,
  htmlToText,
  textLength,
  textToHtml,
  trimLine,
  visibleLength,
  visibleText,
  withoutHarmful,
} from './text.ts'

test.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['<p>One<br>two<br />three</p>', 'One two three'],
  ['<ul><li>One</li><li>two</li></ul>', 'One two'],
  ['<h1>One</h1>two', 'One two'],
  ['bre<strong>ad</strong> and b<em>utt</em>er', 'bread and butter'],
  ['a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;&nbsp;&#8364;&#x20AC;', `a <b> & "c" 'd' €€`],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['a &unknown; &#0; &#1114112; b', 'a &unknown; &#0; &#1114112; b'],
  ['a &toString; &valueOf; b', 'a &toString; &valueOf; b'],
  ['  a \n\t\u00A0\u3000 b  ', 'a b'],
  ['a\u200Bb\u00ADc\uFEFFd', 'abcd'],
  ['1 < 2', '1 < 2'],
  ['', ''],
])('of %j a person reads %j', (html, text) => {
  expect(visibleText(html)).toBe(text)
})

test.each([
  ['abc', 3],
  ['<p>a</p><p>b</p>', 3],
  ['🥖🥖', 2],
  ['é', 1],
  ['<p></p>', 0],
])('the length of %s is %i', (html, length) => {
  expect(visibleLength(html)).toBe(length)
})

test.each([
  ['👨‍👩‍👧', 1],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇨🇭', 3],
  ['Nguyễn'.normalize('NFD'), 6],
  ['नमस्ते', 3],
  ['안녕 하세요', 6],
  ['李明写信。', 5],
  ['Größe – “gut”', 13],
  ['a\u0301\u200D b', 3],
])('a person counts %s as %i characters', (text, length) => {
  expect(textLength(text)).toBe(length)
})

test('20,000 characters of any script are counted while someone types', async () => {
  for (const text of ['Größe. ', 'नमस्ते दुनिया ', 'a\u0323\u0302 ', '👨‍👩‍👧 ', '\u00A0\u200B']) {
    const long = text.repeat(20_000 / text.length)
    await expectCpuBelow(500, () => textLength(long), text)
  }
})

test('harmful characters go, line breaks become ordinary ones, and what scripts need stays', () => {
  expect(withoutHarmful('a\u0000\u001B\u009B\u202E\u2066\uFFF9b\tc\nd')).toBe('ab\tc\nd')
  expect(withoutHarmful('a\u000Bb\u2028c\u0085d')).toBe('a\nb\nc\nd')
  const needed = 'می\u200Cخواهم \u200F(א)\u200E 👨\u200D👩 a\u0308'
  expect(withoutHarmful(needed)).toBe(needed)
})

test('a line loses what was copied along with it at both ends, at once however long it is', async () => {
  expect(trimLine('\u202A\u00A0+41 44 123\u202C\n')).toBe('+41 44 123')
  expect(trimLine('\u2067 \u0000')).toBe('')
  const line = `a${' '.repeat(250_000)}b`
  await expectCpuBelow(500, () => expect(trimLine(line)).toHaveLength(250_002))
})

describe('a text does not get longer by', () => {
  test.each([
    ['spaces', ' '.repeat(500)],
    ['no-break spaces', '&nbsp;'.repeat(500)],
    ['line breaks', '<br>'.repeat(500)],
    ['empty paragraphs', '<p></p>'.repeat(500)],
    ['attributes', `<span class="${'tone-red '.repeat(100)}"> </span>`],
    ['zero-width spaces', '\u200B'.repeat(500)],
    ['zero-width spaces as entities', '&#8203;&#x200b;'.repeat(250)],
    ['joiners', '\u200C\u200D\u2060'.repeat(200)],
    ['joiners between spaces', '\u200D '.repeat(500)],
    ['soft hyphens', '\u00AD'.repeat(500)],
    ['variation selectors', '\uFE0F\u{E0100}'.repeat(250)],
    ['tag characters', '\u{E0041}'.repeat(500)],
    ['Hangul fillers', '\u3164\u115F\uFFA0'.repeat(200)],
    ['marks of direction', '\u200E\u200F\u202A\u202C\u2066\u2069'.repeat(100)],
    ['empty Braille', '\u2800 '.repeat(500)],
    ['control characters', '\u0001\u0085'.repeat(250)],
    ['annotation and object characters', '\uFFF9\uFFFB\uFFFC'.repeat(200)],
    ['empty notes of music', '\u{1D159}'.repeat(500)],
  ])('%s', (_, padding) => {
    for (const html of [
      `bread${padding} butter`,
      `${padding}bread butter`,
      `bread butter${padding}`,
    ])
      expect(visibleLength(html)).toBe('bread butter'.length)
  })
})

test.each([
  ['<', 1_000_000],
  ['<p ', 500_000],
  ['&', 1_000_000],
  ['&#', 500_000],
  [' ', 1_000_000],
  ['a ', 500_000],
  ['<p>', 300_000],
])('a megabyte of %j is counted at once', async (piece, times) => {
  const html = piece.repeat(times)
  await expectCpuBelow(1000, () => {
    visibleLength(html)
    htmlToText(html)
  })
})

test('plain text becomes paragraphs and line breaks, whatever machine it was typed on', () => {
  expect(textToHtml('a\nb\n\n\nc')).toBe('<p>a<br>b</p><p>c</p>')
  expect(textToHtml('a\r\nb\r\n\r\nc\rd')).toBe('<p>a<br>b</p><p>c<br>d</p>')
  expect(textToHtml(' \n \n\n ')).toBe('')
})

test.each(['one\ntwo\n\nthree', '1 < 2 & "x" &lt; &amp;lt;', 'a  b', '<b>no tag</b>'])(
  'text survives the way into HTML and back: %j',
  (text) => {
    expect(htmlToText(textToHtml(text))).toBe(text)
    expect(visibleText(textToHtml(text))).toBe(text.replace(/\s+/g, ' '))
  },
)

test('escaped text is no markup', () => {
  expect(escapeHtml(`<a href="x">&</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;')
})

test.each([
  ['bread', 5, 'bread'],
  ['bread', 4, 'brea...'],
  ['bread and', 6, 'bread...'],
  ['bread and butter', 13, 'bread and...'],
  ['bread and butter', 9, 'bread and...'],
  [`bread and ${'x'.repeat(60)}`, 50, `bread and ${'x'.repeat(40)}...`],
  ['🥖🥖🥖', 3, '🥖🥖🥖'],
  ['🥖🥖🥖', 2, '🥖🥖...'],
  ['', 3, ''],
  ['One ends. Another begins', 12, 'One ends...'],
  ['One ends. Two', 9, 'One ends...'],
  ['One ends.', 9, 'One ends.'],
])('the excerpt of %s at %i is %s', (text, length, short) => {
  expect(excerpt(text, length)).toBe(short)
})
