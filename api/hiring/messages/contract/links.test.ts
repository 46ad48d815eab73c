import { expect, test } from 'vitest'
import { linksIn } from './links.ts'

const link = (text: string, host: string, href = text) => ({ text, href, host })

test.each([
  [
    'No link here: example.org, mailto:a@b.c',
    [{ text: 'No link here: example.org, mailto:a@b.c' }],
  ],
  [
    'See https://files.example.net/report.pdf.',
    [
      { text: 'See ' },
      link('https://files.example.net/report.pdf', 'files.example.net'),
      { text: '.' },
    ],
  ],
  [
    '(http://a.example:8080/x?y=1#z)',
    [{ text: '(' }, link('http://a.example:8080/x?y=1#z', 'a.example:8080'), { text: ')' }],
  ],
  [
    'https://аррle.example/',
    [link('https://аррle.example/', 'xn--le-6kc8da.example', 'https://xn--le-6kc8da.example/')],
  ],
  [
    'https://a.example https://b.example/',
    [
      link('https://a.example', 'a.example', 'https://a.example/'),
      { text: ' ' },
      link('https://b.example/', 'b.example'),
    ],
  ],
  // Not what they seem to be.
  ['https://bank.example@evil.example/', [{ text: 'https://bank.example@evil.example/' }]],
  ['javascript:alert(1)', [{ text: 'javascript:alert(1)' }]],
  ['xhttps://a.example', [{ text: 'xhttps://a.example' }]],
  ['https://', [{ text: 'https://' }]],
])('%j', (message, parts) => {
  expect(linksIn(message)).toEqual(parts)
})

test('the parts are the whole message', () => {
  const message = 'a https://x.example/)! https://@ "https://y.example/" z'
  expect(
    linksIn(message)
      .map(({ text }) => text)
      .join(''),
  ).toBe(message)
})
