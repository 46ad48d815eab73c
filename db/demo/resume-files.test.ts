import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { docxResume, pdfResume } from './resume-files.ts'

const resume = (name: string, lines = ['Boats (small) & \\ <large>']) => ({
  name,
  contact: 'siobhan@example.com',
  sections: [{ title: 'Work', lines }],
})

/** Reads the objects like a PDF viewer: from the end, via the xref table (ISO 32000-1 §7.5.5). */
function objectsOf(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
  expect(file.slice(start)).toMatch(/^xref\n0 7\n0{10} 65535 f \n(\d{10} 00000 n \n){6}trailer\n/)
  const offsets = [...file.slice(start).matchAll(/(\d{10}) 00000 n \n/g)].map(([, at]) =>
    Number(at),
  )
  return offsets.map((at) => file.slice(at, file.indexOf('\nendobj', at)))
}

it('pdfResume writes objects at the offsets of its table', () => {
  const objects = objectsOf(pdfResume(resume('Siobhán Œhler')))
  for (const [i, object] of objects.entries())
    expect(object).toMatch(new RegExp(`^${i + 1} 0 obj\n`))
  const [, length, content] = /\/Length (\d+) >>\nstream\n(.*)\nendstream/s.exec(objects[3]!)!
  expect(content).toHaveLength(Number(length))
})

it('pdfResume encodes accents as Windows-1252 and escapes brackets', () => {
  const content = objectsOf(pdfResume(resume('Siobhán Œhler')))[3]
  expect(content).toContain('(Siobh\xE1n \x8Chler) Tj')
  expect(content).toContain('(Boats \\(small\\) & \\\\ <large>) Tj')
})

it('pdfResume throws for characters that its font lacks', () => {
  expect(() => pdfResume(resume('山本 美咲'))).toThrow('Helvetica has no 山')
})

it('pdfResume throws for text longer than a page', () => {
  const lines = Array.from({ length: 60 }, () => 'One more year')
  expect(() => pdfResume(resume('Li Ng', lines))).toThrow('longer than one page')
})

it('docxResume writes a Word document with text in any script', () => {
  const parts = unzipSync(docxResume(resume('山本 美咲')))
  expect(Object.keys(parts)).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml'])
  const text = strFromU8(parts['word/document.xml']!)
  expect(text).toContain('>山本 美咲</w:t>')
  expect(text).toContain('>Boats (small) &amp; \\ &lt;large&gt;</w:t>')
})
