import { strToU8, zipSync } from 'fflate'
import { escapeMarkup } from './html.ts'

export type Resume = {
  name: string
  contact: string
  sections: { title: string; lines: string[] }[]
}

type Line = { text: string; size: number; bold: boolean; gap: number }

/** Font sizes and the gap above each line, in points. */
function linesOf({ name, contact, sections }: Resume): Line[] {
  return [
    { text: name, size: 18, bold: true, gap: 0 },
    { text: contact, size: 10, bold: false, gap: 4 },
    ...sections.flatMap(({ title, lines }) => [
      { text: title, size: 12, bold: true, gap: 14 },
      ...lines.map((text) => ({ text, size: 10, bold: false, gap: 3 })),
    ]),
  ]
}

/** A4 in points, and how many characters of 10 point Helvetica always fit between the margins. */
const page = { width: 595, height: 842, margin: 64, characters: 86 }

/**
 * The resume as a one-page PDF (PDF 1.4, ISO 32000-1 §7.5) in Helvetica, which needs no embedding.
 * @throws {RangeError} for characters outside Windows-1252 and for text longer than a page
 */
export function pdfResume(resume: Resume): Uint8Array<ArrayBuffer> {
  const content = drawing(linesOf(resume))
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const size = `[0 0 ${page.width} ${page.height}]`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${size} /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ])
}

/**
 * A PDF of these objects, numbered from 1; the first is the catalog. Every character is one byte,
 * so string lengths are file offsets.
 */
export function pdfOf(objects: string[]) {
  let file = '%PDF-1.4\n%\xE2\xE3\xCF\xD3\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const count = objects.length + 1
  const start = file.length
  file += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Uint8Array.from(file, (character) => character.charCodeAt(0))
}

function drawing(lines: Line[]) {
  let y = page.height - page.margin
  const shown = lines.flatMap(({ text, size, bold, gap }) =>
    wrapped(text, Math.floor((page.characters * 10) / size)).map((part, i) => {
      y -= (i ? 3 : gap) + size
      return `/F${bold ? 2 : 1} ${size} Tf 1 0 0 1 ${page.margin} ${y} Tm (${pdfText(part)}) Tj`
    }),
  )
  if (y < page.margin) throw new RangeError('This resume is longer than one page')
  return `BT\n${shown.join('\n')}\nET`
}

function wrapped(text: string, characters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > characters) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** Windows-1252 from byte 0x80 on; a space where a code is unused. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function pdfText(text: string) {
  const bytes = Array.from(text, (character) => {
    if (/[ -~\u00A0-\u00FF]/.test(character)) return character
    const index = windows1252.indexOf(character)
    if (index < 0) throw new RangeError(`Helvetica has no ${character}`)
    return String.fromCharCode(0x80 + index)
  })
  return bytes.join('').replace(/[\\()]/g, '\\$&')
}

/** The resume as a Word 97 document, its paragraphs ended by carriage returns. */
export async function docResume(resume: Resume): Promise<Uint8Array<ArrayBuffer>> {
  // Only few resumes need it.
  const { docOf } = await import('./doc-file.ts')
  const text = linesOf(resume).map((line) => `${line.text}\r`)
  return docOf({ body: text.join('') })
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const openXml = 'http://schemas.openxmlformats.org'

/** The resume as a Word document in any script: the three parts that ECMA-376 requires. */
export function docxResume(resume: Resume): Uint8Array<ArrayBuffer> {
  const paragraphs = linesOf(resume).map(docxParagraph).join('')
  const file = (text: string) => strToU8(xml + text)
  return new Uint8Array(
    zipSync({
      '[Content_Types].xml': file(
        `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
      '_rels/.rels': file(
        `<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="rId1" Type="${openXml}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': file(
        `<w:document xmlns:w="${openXml}/wordprocessingml/2006/main"><w:body>${paragraphs}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1280" w:right="1280" w:bottom="1280" w:left="1280" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
      ),
    }),
  )
}

/** Word measures sizes in half points and gaps in twentieths. */
function docxParagraph({ text, size, bold, gap }: Line) {
  const format = `<w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${size * 2}"/></w:rPr>`
  return `<w:p><w:pPr><w:spacing w:before="${gap * 20}" w:after="0"/></w:pPr><w:r>${format}<w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r></w:p>`
}
