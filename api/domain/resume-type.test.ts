import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resumeType } from './resume-type.ts'
import { randomKey, stageFile } from './stage.ts'
import type { StagedResume } from './store.ts'

const fixtures = join(import.meta.dirname, '../fixtures')
const real = (name: string) => readFile(join(fixtures, name))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resume-type-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What the bytes pass for under that name. */
async function typeOf(bytes: Uint8Array, name: string) {
  return resumeType(await received(bytes), name)
}

async function received(bytes: Uint8Array) {
  const path = join(folder, randomKey())
  return (await stageFile(path, Readable.from([bytes]), bytes.length)) as StagedResume
}

/** A ZIP with those files, stored; a size in place of the contents is claimed, not there. */
function zip(files: Record<string, string | number>) {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const claimed = typeof content === 'number'
    const bytes = Buffer.from(claimed ? '' : content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(claimed ? 8 : 0, 4)
    head.writeUInt32LE(bytes.length, 14)
    head.writeUInt32LE(claimed ? content : bytes.length, 18)
    head.writeUInt16LE(Buffer.byteLength(name), 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    local.push(Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), bytes)
    central.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), head, tail, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + bytes.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(Buffer.concat(central).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...central, end])
}

const word = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' }

test.each([
  ['mira.pdf', 'pdf'],
  ['mira.doc', 'doc'],
  ['mira.docx', 'docx'],
  ['mira-pandoc.docx', 'docx'],
])('%s is recognised as %s, whatever the case of its extension', async (name, type) => {
  expect(await typeOf(await real(name), name)).toBe(type)
  expect(await typeOf(await real(name), `Résumé Ø.${type.toUpperCase()}`)).toBe(type)
})

test.each([
  ['mira.odt', 'mira.odt'],
  ['mira.odt', 'mira.docx'],
  ['mira.docx', 'mira.pdf'],
  ['mira.docx', 'mira.doc'],
  ['mira.pdf', 'mira.docx'],
  ['mira.doc', 'mira.docx'],
  ['mira.pdf', 'mira'],
  ['mira.pdf', 'mira.pdf.exe'],
])('%s named %s is refused', async (file, name) => {
  expect(await typeOf(await real(file), name)).toBeNull()
})

test.each(['pdf', 'doc', 'docx'])('an empty .%s is refused', async (type) => {
  expect(await typeOf(Buffer.alloc(0), `cv.${type}`)).toBeNull()
})

test.each(['mira.pdf', 'mira.doc', 'mira.docx', 'mira-pandoc.docx'])(
  '%s cut short anywhere is refused',
  async (name) => {
    const whole = await real(name)
    for (let tenths = 0; tenths < 10; tenths++) {
      const part = whole.subarray(0, Math.floor((whole.length * tenths) / 10))
      expect(await typeOf(part, name), `${tenths} tenths`).toBeNull()
    }
    expect(await typeOf(whole.subarray(0, whole.length - 600), name)).toBeNull()
  },
)

test.each(['\n', '\r\n', '\uFEFF'])('a PDF may begin with %j', async (blank) => {
  const whole = await real('mira.pdf')
  expect(await typeOf(Buffer.concat([Buffer.from(blank), whole]), 'cv.pdf')).toBe('pdf')
  expect(await typeOf(Buffer.from(`${blank}Hello %PDF- %%EOF`), 'cv.pdf')).toBeNull()
})

test('a PDF may have a little after its end mark, but no text before its first', async () => {
  const whole = await real('mira.pdf')
  expect(await typeOf(Buffer.concat([whole, Buffer.alloc(1000)]), 'cv.pdf')).toBe('pdf')
  expect(await typeOf(Buffer.concat([whole, Buffer.alloc(3000, 'x')]), 'cv.pdf')).toBeNull()
  expect(await typeOf(Buffer.concat([Buffer.from('MZ'), whole]), 'cv.pdf')).toBeNull()
})

test.each(['\0', '\r\n', ' '])('a PDF may be filled up to any size with %j', async (filler) => {
  const whole = await real('mira.pdf')
  const filled = Buffer.concat([whole, Buffer.alloc(200_000, filler)])
  expect(await typeOf(filled, 'cv.pdf')).toBe('pdf')
  const short = whole.subarray(0, whole.length - 600)
  expect(await typeOf(Buffer.concat([short, Buffer.alloc(200_000, filler)]), 'cv.pdf')).toBeNull()
})

test('a spreadsheet named .doc is refused, also with the word WordDocument in its cells', async () => {
  const sheet = await real('mira.doc')
  const at = sheet.indexOf(Buffer.from('WordDocument', 'utf16le'))
  sheet.fill(0, at, at + 64)
  sheet.write('Workbook', at, 'utf16le')
  sheet.writeUInt16LE(18, at + 64)
  expect(await typeOf(sheet, 'cv.doc')).toBeNull()

  sheet.write('WordDocument', 1024, 'utf16le')
  expect(await typeOf(sheet, 'cv.doc')).toBeNull()
})

test('a .doc that lists more than it holds is refused', async () => {
  const short = await real('mira.doc')
  const fat = (short.readUInt32LE(0x4c) + 1) * 512
  const sectors = short.length / 512 - 1
  expect(short.readUInt32LE(fat + sectors * 4)).toBe(0xffffffff)
  short.writeUInt32LE(0xfffffffe, fat + sectors * 4)
  expect(await typeOf(short, 'cv.doc')).toBeNull()
})

test('a .doc whose directory leads in circles is refused, and in no time', async () => {
  const looped = await real('mira.doc')
  const first = looped.readUInt32LE(0x30)
  const fat = looped.readUInt32LE(0x4c)
  looped.writeUInt32LE(first, (fat + 1) * 512 + first * 4)
  const at = looped.indexOf(Buffer.from('WordDocument', 'utf16le'))
  looped.write('Elsewhere', at, 'utf16le')
  // Its own elder sibling.
  looped.writeUInt32LE((at - (first + 1) * 512) / 128, at + 0x44)
  expect(await typeOf(looped, 'cv.doc')).toBeNull()
}, 2000)

test('the smallest Word ZIP is accepted', async () => {
  expect(await typeOf(zip(word), 'cv.docx')).toBe('docx')
})

test.each([
  ['without a document', { '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<x/>' }],
  ['without content types', { 'word/document.xml': '<document/>' }],
  ['with macros', { ...word, 'word/vbaProject.bin': 'x' }],
  ['with macros in other letters', { ...word, 'word/VBAPROJECT.BIN': 'x' }],
  ['with a way up', { ...word, '../cv.xml': 'x' }],
  ['with a Windows way up', { ...word, '..\\cv.xml': 'x' }],
  ['with an absolute path', { ...word, '/etc/cron.d/cv': 'x' }],
  ['that claims 60 MB unpacked', { ...word, 'a.bin': 60_000_000, 'b.txt': 'x'.repeat(1_000_000) }],
  ['that claims to be packed a thousandfold', { ...word, 'a.bin': 1_000_000 }],
  [
    'with 2,001 files',
    { ...word, ...Object.fromEntries(Array.from({ length: 1999 }, (_, n) => [`f${n}`, ''])) },
  ],
])('a .docx %s is refused', async (_, files) => {
  expect(await typeOf(zip(files), 'cv.docx')).toBeNull()
})

test('a ZIP behind a program is refused', async () => {
  expect(await typeOf(Buffer.concat([Buffer.from('MZ'), zip(word)]), 'cv.docx')).toBeNull()
})

test('a file that cannot be read is an error, not a wrong type', async () => {
  const resume = { ...(await received(zip(word))), path: join(folder, 'gone') }
  await expect(resumeType(resume, 'cv.docx')).rejects.toThrow('ENOENT')
})
