import { expect, test } from 'vitest'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { entryName, uniquePaths } from './entry-name.ts'

test.each([
  ['scan.pdf', 'scan.pdf'],
  ['Åsa’s résumé, v2.1.pdf', 'Åsa’s résumé, v2.1.pdf'],
  ['履歴書.docx', '履歴書.docx'],
  ['👩‍🚀.pdf', '👩‍🚀.pdf'],
  ['e\u0301.pdf', 'é.pdf'],
  ['.pdf', 'File.pdf'],
  ['...', 'File'],
  ['', 'File'],
  ['\u200D.pdf', 'File.pdf'],
  ['.hidden.pdf', 'hidden.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j.pdf', 'a b c d e f g h i j.pdf'],
  ['../../etc/passwd', 'etc passwd'],
  ['scan.pdf. . ', 'scan.pdf'],
  ['  scan .pdf', 'scan.pdf'],
  ['two\nlines\u2028.pdf', 'two lines.pdf'],
  ['a\u0000\u0007\u0085b.pdf', 'ab.pdf'],
  ['cv\u202Efdp.exe', 'cvfdp.exe'],
  ['\uFEFFcv\u200E\u2066.pdf', 'cv.pdf'],
  ['cv\uD800.pdf', 'cv\uFFFD.pdf'],
  ['aux.pdf', '_aux.pdf'],
  ['CON', '_CON'],
  ['con.tar.gz', '_con.tar.gz'],
  ['nul .txt', '_nul.txt'],
  ['COM1.pdf', '_COM1.pdf'],
  ['lpt².pdf', '_lpt².pdf'],
  ['CONIN$', '_CONIN$'],
  ['a\u202Eux.pdf', '_aux.pdf'],
  ['console.pdf', 'console.pdf'],
  ['com10.pdf', 'com10.pdf'],
])('%j in an archive is %j', (given, name) => {
  expect(entryName(given)).toBe(name)
  expect(entryName(name)).toBe(name)
})

test.each(['x', 'Å', 'ﷺ', '履', '👩', 'e\u0301', '. '])(
  'a long name of %j keeps its extension, and fits into 255 bytes',
  (character) => {
    const name = entryName(`a${character.repeat(300)}.docx`)
    expect(name).toMatch(/^a.*\.docx$/)
    expect(name.length).toBeLessThanOrEqual(80)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
    expect(name.isWellFormed()).toBe(true)
    expect(name).not.toContain('\uFFFD')
  },
)

test('no two paths are the same on any system', () => {
  const nameOf = uniquePaths()
  const long = 'x'.repeat(200)
  const given = [
    'scan.pdf',
    'scan.pdf',
    'SCAN.PDF',
    'scan (2).pdf',
    '\u200Escan.pdf',
    'scan.pdf ',
    'scan',
    'é.pdf',
    'e\u0301.pdf',
    'É.pdf',
    'straße.pdf',
    'STRASSE.pdf',
    '.pdf',
    '/.pdf',
    'ＳＣＡＮ.pdf',
    `${long}1.pdf`,
    `${long}2.pdf`,
    'aux.pdf',
    'AUX.pdf',
    'a/b.pdf',
    'a b.pdf',
  ]
  const names = given.map((name) => nameOf(['Ada (1)', name]))
  expect(names.slice(0, 5)).toEqual(
    ['scan.pdf', 'scan (2).pdf', 'SCAN (3).PDF', 'scan (2) (2).pdf', 'scan (4).pdf'].map(
      (name) => `Ada (1)/${name}`,
    ),
  )
  const seen = new Set(names.map((name) => name.normalize('NFC').toLowerCase()))
  expect(seen.size).toBe(given.length)
  for (const name of names) expect(name.length).toBeLessThanOrEqual(88)
  expect(nameOf(['Ben (2)', 'scan.pdf'])).toBe('Ben (2)/scan.pdf')
  expect(nameOf(['a/../b', 'con', 'x.pdf'])).toBe('a .. b/_con/x.pdf')
})

test('a long name takes linear time', async () => {
  for (const part of ['.', ' ', '. ', 'a', '/', '\u202E'])
    await expectCpuBelow(500, () => entryName(part.repeat(100_000)), part)
})
