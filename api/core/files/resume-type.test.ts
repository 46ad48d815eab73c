import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resumeErrors } from './contract/resume.ts'
import { resumeType } from './resume-type.ts'
import { randomKey, stageFile } from './stage.ts'
import type { StagedFile } from './store.ts'

const fixtures = join(import.meta.dirname, '../../../scripts/testing/fixtures/resumes')
const real = (name: string) => readFile(join(fixtures, name))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resume-type-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** What the bytes pass for under that name. */
async function typeOf(bytes: Uint8Array, name: string) {
  const result = await resumeType(await received(bytes), name)
  return 'type' in result ? result.type : null
}

async function refusal(bytes: Uint8Array, name: string) {
  const result = await resumeType(await received(bytes), name)
  return 'fault' in result ? result.fault.key : null
}

async function received(bytes: Uint8Array) {
  const path = join(folder, randomKey())
  return (await stageFile(path, Readable.from([bytes]), bytes.length)) as StagedFile
}

type Parts = Record<string, string | number | Buffer>

/** A ZIP with those files, stored; a size in place of the contents is claimed, not there. */
function zip(files: Parts) {
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

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const contentTypes = (main: string, type = mainType, more = '') =>
  `<Types><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/>${more}</Types>`

const relationship = (type: string, target: string, mode = '') =>
  `<Relationships><Relationship Id="r1" Type="${relationshipTypes}/${type}" Target="${target}"${mode}/></Relationships>`

const external = ' TargetMode="External"'

/** The smallest Word document, its main part under that name. */
const wordParts = (main = 'word/document.xml', type = mainType, moreTypes = '') => ({
  '[Content_Types].xml': contentTypes(main, type, moreTypes),
  '_rels/.rels': relationship('officeDocument', main),
  [main]: '<document/>',
})
const word = wordParts()

test.each([
  ['mira.pdf', 'pdf'],
  ['mira.doc', 'doc'],
  ['mira.docx', 'docx'],
  ['mira-pandoc.docx', 'docx'],
])('%s is recognized as %s, whatever the case of its extension', async (name, type) => {
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

test.each([
  ['a line break', '\n'],
  ['a byte order mark', '\uFEFF'],
  ['an HTTP header', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
  ['a printer banner', '\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'],
  ['a warning of a website', '<br />\n<b>Warning</b>: something in line 1<br />\n'],
  ['1,000 bytes of anything', 'x'.repeat(1000)],
])('a PDF behind %s is accepted', async (_, before) => {
  const whole = await real('mira.pdf')
  expect(await typeOf(Buffer.concat([Buffer.from(before), whole]), 'cv.pdf')).toBe('pdf')
  expect(await typeOf(Buffer.from(`${before}Hello %PDF- %%EOF`), 'cv.pdf')).toBeNull()
})

test.each([
  ['a program', 'MZ'],
  ['an archive', 'PK\u0003\u0004'],
  ['a script', '#!/bin/sh\n'],
  ['2,000 bytes of anything', 'x'.repeat(2000)],
])('a PDF behind %s is refused', async (_, before) => {
  const bytes = Buffer.concat([Buffer.from(before), await real('mira.pdf')])
  expect(await typeOf(bytes, 'cv.pdf')).toBeNull()
})

test('a PDF may end without %%EOF, or with more after it', async () => {
  const whole = await real('mira.pdf')
  const end = whole.lastIndexOf('%%EOF')
  expect(await typeOf(whole.subarray(0, end), 'cv.pdf')).toBe('pdf')
  for (const filler of ['\0', '\r\n', ' ', 'x', '<html></html>'])
    expect(await typeOf(Buffer.concat([whole, Buffer.alloc(200_000, filler)]), 'cv.pdf')).toBe(
      'pdf',
    )
})

test('a PDF without a trailer is refused', async () => {
  const whole = await real('mira.pdf')
  const short = whole.subarray(0, whole.lastIndexOf('trailer'))
  expect(await typeOf(short, 'cv.pdf')).toBeNull()
  expect(await typeOf(Buffer.concat([short, Buffer.alloc(200_000)]), 'cv.pdf')).toBeNull()
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

test('a .doc may pad its sector table with anything', async () => {
  const padded = await real('mira.doc')
  const fat = (padded.readUInt32LE(0x4c) + 1) * 512
  for (let sector = padded.length / 512 - 1; sector < 128; sector++)
    padded.writeUInt32LE(0xfffffffe, fat + sector * 4)
  expect(await typeOf(padded, 'cv.doc')).toBe('doc')
})

test('a .doc whose text leads out of the file is refused', async () => {
  const broken = await real('mira.doc')
  const entry = broken.indexOf(Buffer.from('WordDocument', 'utf16le'))
  const fat = (broken.readUInt32LE(0x4c) + 1) * 512
  broken.writeUInt32LE(broken.length, fat + broken.readUInt32LE(entry + 0x74) * 4)
  expect(await typeOf(broken, 'cv.doc')).toBeNull()
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
})

test.each([
  ['the smallest', word],
  ['from Word Online', wordParts('word/document2.xml')],
  ['with its main part at the top', wordParts('document.xml')],
  [
    'written as a template',
    wordParts(undefined, mainType.replace('document.main', 'template.main')),
  ],
  [
    'of ISO 29500 Strict',
    {
      ...word,
      '_rels/.rels': word['_rels/.rels']?.replace(
        relationshipTypes,
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      ),
    },
  ],
  [
    'with an absolute target, other letters and a namespace prefix',
    {
      '[content_types].xml': `\uFEFF<?xml version="1.0"?>${contentTypes('Word/Document.xml')}`,
      '_rels/.rels': relationship('officeDocument', '/word/DOCUMENT.xml').replaceAll(
        /(<\/?)/g,
        '$1r:',
      ),
      'word/document.xml': '<document/>',
    },
  ],
] as [string, Parts][])('a DOCX %s is accepted', async (_, files) => {
  expect(await typeOf(zip(files), 'cv.docx')).toBe('docx')
})

test.each([1, 1000])('%i bytes after a DOCX are ignored', async (bytes) => {
  const longer = Buffer.concat([await real('mira.docx'), Buffer.alloc(bytes, '\n')])
  expect(await typeOf(longer, 'cv.docx')).toBe('docx')
})

test.each<[string, Parts]>([
  ['without content types', { '_rels/.rels': word['_rels/.rels'] ?? '', 'word/document.xml': 'x' }],
  ['without relationships', { ...word, '_rels/.rels': '<Relationships/>' }],
  ['without its main part', { ...word, '_rels/.rels': relationship('officeDocument', 'a.xml') }],
  [
    'that is a spreadsheet',
    wordParts(
      'xl/workbook.xml',
      mainType.replace('wordprocessingml.document', 'spreadsheetml.sheet'),
    ),
  ],
  ['that is a spreadsheet with a Word name', wordParts('word/document.xml', 'application/xml')],
  ['with a way up', { ...word, '../cv.xml': 'x' }],
  ['with a Windows way up', { ...word, '..\\cv.xml': 'x' }],
  ['with an absolute path', { ...word, '/etc/cron.d/cv': 'x' }],
  ['that claims 60 MB unpacked', { ...word, 'a.bin': 60_000_000, 'b.txt': 'x'.repeat(1_000_000) }],
  ['that claims to be packed a thousandfold', { ...word, 'a.bin': 1_000_000 }],
  ['with 2 MB of relationships', { ...word, 'b.rels': 'x'.repeat(2_000_000) }],
  [
    'with 2,001 files',
    { ...word, ...Object.fromEntries(Array.from({ length: 1998 }, (_, n) => [`f${n}`, ''])) },
  ],
])('a .docx %s is refused', async (_, files) => {
  expect(await refusal(zip(files), 'cv.docx')).toBe(resumeErrors.wrongContent)
})

test('an entity that a .docx declares is not expanded', async () => {
  const types = word['[Content_Types].xml']?.replace(mainType, '&main;') ?? ''
  const declared = `<!DOCTYPE Types [<!ENTITY main "${mainType}">]>${types}`
  const files = { ...word, '[Content_Types].xml': declared }
  expect(await typeOf(zip(files), 'cv.docx')).toBeNull()
})

const part = (name: string, type: string) => `<Override PartName="/${name}" ContentType="${type}"/>`
const vbaType = 'application/vnd.ms-office.vbaProject'
const macroMain = 'application/vnd.ms-word.document.macroEnabled.main+xml'
const packageObject = Buffer.concat([
  Buffer.alloc(70_000),
  Buffer.from('0c00030000000000c000000000000046', 'hex'),
])

test.each<[string, string, Parts]>([
  ['a VBA part', 'macros', { ...word, 'word/vbaProject.bin': 'x' }],
  ['a VBA part in other letters', 'macros', { ...word, 'word/VBAPROJECT.BIN': 'x' }],
  [
    'a VBA part of another name',
    'macros',
    { ...wordParts(undefined, undefined, part('word/a.dat', vbaType)), 'word/a.dat': 'x' },
  ],
  ['the content type of macros', 'macros', wordParts(undefined, macroMain)],
  ['a program by name', 'embeddedProgram', { ...word, 'word/embeddings/setup.EXE': 'x' }],
  ['a program by content', 'embeddedProgram', { ...word, 'word/embeddings/a.bin': 'MZ\u0090' }],
  ['an OLE package', 'embeddedProgram', { ...word, 'word/embeddings/a.bin': packageObject }],
  [
    'an ActiveX control',
    'embeddedProgram',
    {
      ...wordParts(
        undefined,
        undefined,
        part('word/a.xml', 'application/vnd.ms-office.activeX+xml'),
      ),
      'word/a.xml': 'x',
    },
  ],
  ...[
    'https://evil.example/a.dotm',
    '\\\\evil.example\\share\\a.dotm',
    '//evil.example/a.dotm',
    'file://evil.example/share/a.dotm',
    'file:///\\evil.example\\share\\a.dotm',
    'FILE:////evil.example/share/a.dotm',
    'mhtml:http://evil.example/a!x-usc:http://evil.example/b',
  ].map((target): [string, string, Parts] => [
    `the template ${target}`,
    'remoteContent',
    {
      ...word,
      'word/_rels/settings.xml.rels': relationship('attachedTemplate', target, external),
    },
  ]),
  [
    'a linked object elsewhere',
    'remoteContent',
    {
      ...word,
      'word/_rels/document.xml.rels': relationship('oleObject', 'http://evil.example/a', external),
    },
  ],
])('a .docx with %s is refused: %s', async (_, fault, files) => {
  const message = resumeErrors[fault as keyof typeof resumeErrors]
  expect(await refusal(zip(files), 'cv.docx')).toBe(message)
})

test.each([
  ['hyperlink', 'https://example.org'],
  ['image', 'https://example.org/photo.png'],
  ['attachedTemplate', 'file:///C:\\Users\\Mira\\Templates\\Normal.dotm'],
  ['attachedTemplate', 'C:\\Templates\\Normal.dotm'],
  ['attachedTemplate', 'file:///Users/mira/Normal.dotm'],
  ['attachedTemplate', 'file://localhost/Users/mira/Normal.dotm'],
  ['attachedTemplate', 'Normal.dotm'],
])('a .docx with the %s %s is accepted', async (type, target) => {
  const files = { ...word, 'word/_rels/a.rels': relationship(type, target, external) }
  expect(await typeOf(zip(files), 'cv.docx')).toBe('docx')
})

test('a .docx with a chart and its workbook is accepted', async () => {
  const files = { ...word, 'word/embeddings/Microsoft_Excel_Sheet1.xlsx': 'PK\u0003\u0004' }
  expect(await typeOf(zip(files), 'cv.docx')).toBe('docx')
})

/** The fixture as a password-protected DOCX looks from outside. */
async function encryptedPackage() {
  const bytes = await real('mira.doc')
  const at = bytes.indexOf(Buffer.from('WordDocument', 'utf16le'))
  bytes.write('EncryptedPackage', at, 'utf16le')
  bytes.writeUInt16LE(34, at + 64)
  return bytes
}

async function encryptedDoc() {
  const bytes = await real('mira.doc')
  const at = bytes.indexOf(Buffer.from('WordDocument', 'utf16le'))
  const flags = (bytes.readUInt32LE(at + 0x74) + 1) * 512 + 10
  bytes.writeUInt16LE(bytes.readUInt16LE(flags) | 0x0100, flags)
  return bytes
}

test('a Word document with a password is refused with the reason', async () => {
  expect(await refusal(await encryptedPackage(), 'cv.docx')).toBe(resumeErrors.encrypted)
  expect(await refusal(await encryptedPackage(), 'cv.doc')).toBe(resumeErrors.encrypted)
  expect(await refusal(await encryptedDoc(), 'cv.doc')).toBe(resumeErrors.encrypted)
})

test('what is named .doc but is RTF or OpenDocument comes with the way to a PDF', async () => {
  expect(await refusal(Buffer.from('{\\rtf1 Mira}'), 'cv.doc')).toBe('resumeFromRtf')
  expect(await refusal(await real('mira.odt'), 'cv.docx')).toBe('resumeFromWriter')
})

test('a ZIP behind a program is refused', async () => {
  expect(await typeOf(Buffer.concat([Buffer.from('MZ'), zip(word)]), 'cv.docx')).toBeNull()
})

test('a file that cannot be read is an error, not a wrong type', async () => {
  const resume = { ...(await received(zip(word))), path: join(folder, 'gone') }
  await expect(resumeType(resume, 'cv.docx')).rejects.toThrow('ENOENT')
})
