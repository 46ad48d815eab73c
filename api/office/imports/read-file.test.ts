import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { guessEncoding, guessSeparator, openSource, readHead, readLines } from './read-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'foyer-imports-'))
afterAll(() => rm(folder, { recursive: true }))

async function opened(bytes: Uint8Array | string) {
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  return openSource(path, (await stat(path)).size)
}

async function read(bytes: Uint8Array | string) {
  const source = await opened(bytes)
  try {
    const encoding = await guessEncoding(source.bytes())
    const separator = await guessSeparator(source.bytes(), encoding)
    const lines = await Array.fromAsync(readLines(source, { encoding, separator }))
    return { encoding, separator, lines }
  } finally {
    await source.close()
  }
}

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const text = 'Name;E-Mail\r\n"Müller; Jörg";j@example.org\r\n'
const cells = [
  ['Name', 'E-Mail'],
  ['Müller; Jörg', 'j@example.org'],
]

describe('what a file is in', () => {
  test.each([
    ['UTF-8', Buffer.from(text), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
    ['UTF-16', utf16(text), 'utf-16le'],
    ['big-endian UTF-16', utf16(text, true), 'utf-16be'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'utf-16le'],
  ])('%s', async (_, bytes, encoding) => {
    const found = await read(bytes)
    expect(found).toMatchObject({ encoding, separator: ';' })
    expect(found.lines.map((line) => line.cells)).toEqual(cells)
  })

  test('an accent after a megabyte of plain text still tells it', async () => {
    const plain = 'a@example.org;Mira\n'.repeat(60_000)
    const late = Buffer.from(`${plain}b@example.org;Jörg\n`, 'latin1')
    expect((await read(late)).lines.at(-1)?.cells).toEqual(['b@example.org', 'Jörg'])
  })

  test.each([
    [',', 'a,b;c\n1,"2;3"\n'],
    ['\t', 'a\tb\n1\t2,3\n'],
    ['|', 'a|b\n1|2\n'],
    [';', 'sep=;\r\na;b\r\n1;2\r\n'],
  ])('the separator %j', async (separator, given) => {
    const found = await read(given)
    expect(found.separator).toBe(separator)
    expect(found.lines).toHaveLength(2)
    expect(found.lines[0]?.cells[0]).toBe('a')
  })
})

test('lines have their number, whatever breaks within a cell, and empty ones are left out', async () => {
  const { lines } = await read('a,b\n\n"1\n2",3\n,\n4\n5,6,7\n')
  expect(lines).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1\n2', '3'] },
    { line: 6, cells: ['4'] },
    { line: 7, cells: ['5', '6', '7'] },
  ])
})

describe('a file that is refused', () => {
  const head = async (bytes: Uint8Array | string) => {
    const source = await opened(bytes)
    return readHead(source, { encoding: 'utf-8', separator: ',' }, 20).finally(() => source.close())
  }

  test.each([
    ['nothing', '', 'The file is empty'],
    ['names of columns only', 'a,b\n', 'one line only'],
    ['501 columns', `${'a,'.repeat(500)}a\n1\n`, 'more than 500 columns'],
    [
      'a quotation mark without an end',
      `a,b\n"${'x'.repeat(1_100_000)}`,
      'Line 2 is longer than a million',
    ],
    ['a quotation mark before the end', 'a,b\n"x', 'quotation mark that never ends'],
    ['no ZIP after all', 'PK\u0003\u0004 and so on', 'damaged'],
    ['a ZIP without a table', zipSync({ 'cv.pdf': new Uint8Array(1) }), 'no CSV file'],
    ['a workbook', zipSync({ 'xl/workbook.xml': new Uint8Array(1) }), 'Excel workbook'],
    [
      'a ZIP with a table of 65 MB of nothing',
      zipSync({ 'people.csv': new Uint8Array(65 * 1_048_576) }),
      'at most 64 MB',
    ],
  ])('has %s', async (_, bytes, message) => {
    await expect(head(bytes)).rejects.toThrow(message)
  })

  test('has more than 100,000 lines', async () => {
    await expect(read(`a\n${'1\n'.repeat(100_001)}`)).rejects.toThrow('more than 100,000 lines')
  })
})

test('columns have names of which no two are the same', async () => {
  const source = await opened('Email,,Email,  \n1,2,3,4\n')
  const { columns } = await readHead(source, { encoding: 'utf-8', separator: ',' }, 20)
  await source.close()
  expect(columns).toEqual(['Email', 'Column 2', 'Email (2)', 'Column 4'])
})

test('files of a ZIP are found by path, by name and by address, unless two have the name', async () => {
  const one = new Uint8Array(1)
  const source = await opened(
    zipSync({
      'export/people.csv': Buffer.from('a\n1\n'),
      'export/files/Mira.pdf': one,
      'export/a/cv.pdf': one,
      'export/b/cv.pdf': one,
      '__MACOSX/export/._people.csv': one,
    }),
  )
  const found = [
    'export/files/mira.pdf',
    'Mira.pdf',
    'https://x.example/f/Mira.pdf?e=1',
    'cv.pdf',
    'export/b/cv.pdf',
    'b\\cv.pdf',
    'C:/old/export/b/cv.pdf',
    'ben/Mira.pdf',
    '../../etc/passwd',
  ]
  expect(found.map((name) => source.find(name)?.fileName)).toEqual([
    'export/files/Mira.pdf',
    'export/files/Mira.pdf',
    'export/files/Mira.pdf',
    undefined,
    'export/b/cv.pdf',
    'export/b/cv.pdf',
    'export/b/cv.pdf',
    undefined,
    undefined,
  ])
  expect((await readHead(source, { encoding: 'utf-8', separator: ',' }, 9)).columns).toEqual(['a'])
  await source.close()
})
