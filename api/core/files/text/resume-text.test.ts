import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docOf } from '#db/demo/doc-file.ts'
import { pdfOf } from '#db/demo/resume-files.ts'
import type { ResumeType } from '#db/enums.ts'
import {
  docxOf,
  paragraph,
  understatedDocx,
} from '#scripts/testing/fixtures/resumes/docx-samples.ts'
import {
  cjkPdf,
  cjkTexts,
  damagedPagePdf,
  emptyPdf,
  missingPagesPdf,
} from '#scripts/testing/fixtures/resumes/pdf-samples.ts'
import { maxText } from './job.ts'
import { createResumeTexts } from './resume-text.ts'

const texts = createResumeTexts({ niceness: 0, seconds: 60 })
let folder = ''
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'foyer-texts-'))
})
afterAll(async () => {
  texts.stop()
  await rm(folder, { recursive: true })
})

async function read(bytes: Uint8Array | string, type: ResumeType, by = texts) {
  const file = path.join(folder, `${++count}.${type}`)
  await writeFile(file, bytes)
  return by.read({ path: file, type })
}
const fixture = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../../../../scripts/testing/fixtures/resumes', name))

const stream = (content: string | Buffer, more = '') =>
  `<</Length ${content.length}${more}>>\nstream\n${content.toString('latin1')}\nendstream`

/** A PDF of so many pages that share one content, packed if it is a buffer. */
const pagesPdf = (count: number, content: string | Buffer) =>
  pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${Array.from({ length: count }, (_, n) => `${n + 5} 0 R`).join(' ')}]>>`,
    stream(content, typeof content === 'string' ? '' : '/Filter/FlateDecode'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Array.from(
      { length: count },
      () =>
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Contents 3 0 R>>',
    ),
  ])

describe('the text of a resume', () => {
  test.each(['mira.pdf', 'mira.docx', 'mira.doc', 'mira-pandoc.docx'])(
    '%s is read',
    async (name) => {
      const found = await read(fixture(name), name.split('.').at(-1) as ResumeType)
      expect(found).toMatchObject({ text: expect.stringContaining('mira@example.com') })
      expect(found).toMatchObject({ text: expect.stringContaining('Lead engineer, Fjordvarme AS') })
    },
  )

  test('of a PDF in Chinese, Japanese and Korean whose fonts are not in it', async () => {
    const found = await read(cjkPdf(), 'pdf')
    expect(found).toEqual({ text: cjkTexts.map(({ text }) => text).join('\n') })
  })

  test('of a PDF with a damaged page is that of the others', async () => {
    expect(await read(damagedPagePdf(), 'pdf')).toEqual({ text: 'The first page\nThe last page' })
    expect(await read(missingPagesPdf(), 'pdf')).toEqual({ text: 'The only page' })
  })

  test('of a DOCX has each text box once, and nothing that was deleted', async () => {
    const box = (text: string) =>
      `<mc:AlternateContent xmlns:mc="m"><mc:Choice>${paragraph(text)}</mc:Choice><mc:Fallback>${paragraph(text)}</mc:Fallback></mc:AlternateContent>`
    const deleted = '<w:p><w:del><w:r><w:delText>Gone</w:delText></w:r></w:del></w:p>'
    const header = `<w:hdr xmlns:w="w">${paragraph('From the header')}</w:hdr>`
    const file = docxOf(`${box('A box')}${deleted}${paragraph('A &amp; B')}`, [], {
      'word/header1.xml': header,
    })
    expect(await read(file, 'docx')).toEqual({ text: 'A box\nA & B\nFrom the header' })
  })

  test('is cut at its limit, also of 5,000 pages', async () => {
    const long = await read(docOf({ body: 'word '.repeat(150_000) }), 'doc')
    expect('text' in Object(long) && (long as { text: string }).text.length).toBeLessThanOrEqual(
      maxText,
    )
    const content = 'BT /F1 12 Tf 40 700 Td (A line of the page) Tj ET'
    expect(await read(pagesPdf(5000, content), 'pdf')).toMatchObject({
      text: expect.stringMatching(/^(A line of the page\n?)+$/),
    })
  })

  test('of a scan is empty', async () => {
    expect(await read(pagesPdf(1, '1 0 0 1 0 0 cm'), 'pdf')).toEqual({ text: '' })
  })
})

describe('a resume that cannot be read', () => {
  test.each<[string, Uint8Array | string, ResumeType]>([
    ['is no PDF', 'Not a PDF', 'pdf'],
    ['has no pages', emptyPdf(), 'pdf'],
    ['is locked', fixture('encrypted-pdf/aes-256-locked.pdf'), 'pdf'],
    ['is no ZIP', 'PK', 'docx'],
    ['is cut off', fixture('mira.docx').subarray(0, 3000), 'docx'],
    ['has no main part', new Uint8Array(zipSync({ 'a.xml': strToU8('<a/>') })), 'docx'],
    ['is larger than its ZIP says', understatedDocx(5_000_000), 'docx'],
    ['is no Word document', 'Not a document', 'doc'],
  ])('says so: it %s', async (_, bytes, type) => {
    const found = await read(bytes, type)
    if (typeof found === 'object' && 'text' in found) expect(found.text).toBe('')
    else expect(found).toMatchObject({ unreadable: expect.stringMatching(/./) })
  })

  test('ends the child: too much memory, too much time; the next one is read', async () => {
    // 400 MB of operators in 400 KB.
    const packed = deflateSync(Buffer.alloc(400_000_000, 'q Q '))
    const small = createResumeTexts({ niceness: 0, seconds: 3, memory: 250 })
    expect(await read(pagesPdf(1, packed), 'pdf', small)).toMatchObject({
      unreadable: expect.stringMatching(/./),
    })
    const bomb = zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      '_rels/.rels': strToU8(
        '<Relationships><Relationship Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      'word/document.xml': new Uint8Array(200_000_000),
    })
    expect(await read(new Uint8Array(bomb), 'docx', small)).toHaveProperty('unreadable')
    expect(await read(fixture('mira.pdf'), 'pdf', texts)).toHaveProperty('text')
  })
})

test('stopping ends the file at work and those that wait', async () => {
  const own = createResumeTexts({ niceness: 0, seconds: 60 })
  const first = read(fixture('mira.pdf'), 'pdf', own)
  const second = read(fixture('mira.doc'), 'doc', own)
  own.stop()
  expect(await Promise.all([first, second])).toEqual(['stopped', 'stopped'])
})

test('too many that wait are refused', async () => {
  const own = createResumeTexts({ niceness: 0, seconds: 60, maxWaiting: 1 })
  const found = await Promise.all(['1', '2', '3'].map(() => read(fixture('mira.doc'), 'doc', own)))
  expect(found.filter((one) => one === 'busy')).toHaveLength(1)
})
