import { expect, test } from 'vitest'
import { shownFileName } from './file-name.ts'

test.each([
  ['a name in any language stays', 'résumé Ø 履歴書.pdf', 'résumé Ø 履歴書.pdf'],
  [
    'accents written as two characters become one',
    're\u0301sume\u0301.pdf',
    'r\u00e9sum\u00e9.pdf',
  ],
  ['a Windows folder is dropped', 'C:\\Users\\mira\\cv.doc', 'cv.doc'],
  ['a way up is dropped', '../../etc/cv.pdf', 'cv.pdf'],
  ['line breaks and NUL are dropped', 'cv\r\nX: 1\u0000.pdf', 'cvX: 1.pdf'],
  ['a reversed extension is shown as it is', 'cv\u202efdp.exe', 'cvfdp.exe'],
  ['half a character is dropped', 'cv\ud83d.pdf', 'cv.pdf'],
  ['spaces around are dropped', '  cv.pdf ', 'cv.pdf'],
  ['what leaves nothing is called resume', '\u202e/..', 'resume'],
])('%s', (_, given, shown) => {
  expect(shownFileName(given)).toBe(shown)
})

test('a very long name keeps its extension within 150 characters', () => {
  const shown = shownFileName(`${'📄'.repeat(400)}.docx`)
  expect([...shown]).toHaveLength(150)
  expect(shown).toMatch(/^(📄){145}\.docx$/u)
})
