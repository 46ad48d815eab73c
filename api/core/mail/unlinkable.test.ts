import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { unlinkable } from './unlinkable.ts'

test.each([
  '1.10.2026',
  '8.0.1',
  '2.5 kg, e.g. rye',
  'Node.js and Vue.js',
  'Anna Müller Ph.D.',
  'z.B. S. 3',
  'Dipl.-Ing.(FH)',
  'J.R.R. Tolkien',
  'at 10:30, ratio 1:2, and/or',
  'the last word.',
])('%s is left as it is', (text) => {
  expect(unlinkable(text)).toBe(text)
})

test.each([
  ['evil.example/x', 'evil.~example/x'],
  ['https://evil.example', 'https:~//evil.~example'],
  ['https://2130706433/', 'https:~//2130706433/'],
  ['www.evil.de', 'www.~evil.~de'],
  ['EVIL.COM', 'EVIL.~COM'],
  ['evil。example', 'evil。~example'],
  ['пример.рф', 'пример.~рф'],
  ['evil.xn--p1ai', 'evil.~xn--p1ai'],
  ['joe@evil', 'joe@~evil'],
  ['1.2.3.4', '1.~2.~3.~4'],
  ['\\\\server\\share', '\\~\\server\\share'],
  ['Anna Müller, M.Sc.', 'Anna Müller, M.~Sc.~'],
  ['evil.co.uk', 'evil.~co.~uk'],
  ['ASP.NET', 'ASP.~NET'],
])('%s keeps its words and is no link', (text, shown) => {
  expect(unlinkable(text)).toBe(shown.replaceAll('~', '\u200b'))
  expect(unlinkable(text).replaceAll('\u200b', '')).toBe(text)
})

test('100 KB of hostile text takes less than 100 ms of CPU', async () => {
  for (const piece of ['.', 'a.', '.aa', '1.2', ':/', '@', '\\\\', 'a@.', '.\u0301', '1.2.3.4.'])
    await expectCpuBelow(100, () => unlinkable(piece.repeat(100_000 / piece.length)), piece)
})
