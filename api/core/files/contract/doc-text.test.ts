import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { docOf } from '#db/demo/doc-file.ts'
import { expectCpuBelow } from '#scripts/testing/cpu-time.ts'
import { docText } from './doc-text.ts'

const mira = () =>
  new Uint8Array(
    readFileSync(
      join(import.meta.dirname, '../../../../scripts/testing/fixtures/resumes/mira.doc'),
    ),
  )

describe('docText', () => {
  test('docText reads a LibreOffice document with a table and several scripts', () => {
    const text = docText(mira())
    expect(text).toMatch(/^Mira Østergård-Nguyễn\nBergen, Norway/)
    expect(text).toContain('2019 – today\tLead engineer, Fjordvarme AS.')
    expect(text).toMatch(/Tiếng Việt, 日本語 \(beginner\), العربية \(beginner\)$/)
  })

  test('docText reads all stories but comments, in both encodings', () => {
    const stories = {
      body: 'Caf\xe9\r\u4e2d\u6587\r',
      footnotes: '\x02 A note\r',
      headers: 'Mira, page 1\r',
      comments: 'Do not hire\r',
      endnotes: 'An endnote\r',
      textBoxes: 'In a box\r',
      headerTextBoxes: 'mira@example.org\r',
    }
    expect(docText(docOf(stories, { compressed: 5 }))).toBe(
      'Café\n中文\n\nA note\n\nMira, page 1\n\nAn endnote\n\nIn a box\n\nmira@example.org',
    )
  })

  test('docText keeps field results and drops marks and pictures', () => {
    const link = '\x13 HYPERLINK "https://example.org" \x14my \x13 PAGE \x14site\x15\x15'
    const body = `See ${link}.\x01\x08\vcell\x07cell\x07\x07co\x1foperate\x1eon\fend`
    expect(docText(docOf({ body }))).toBe('See my site.\ncell\tcell\ncooperate‑on\n\nend')
  })

  test.each([
    ['protected with a password', docOf({ body: 'x' }, { flags: 0x300 }), 'locked'],
    ['of more than a million characters', docOf({ body: 'x'.repeat(1_000_001) }), 'large'],
  ])('docText rejects a document %s', (_, file, fault) => {
    expect(() => docText(file)).toThrow(expect.objectContaining({ fault }))
  })

  test('docText returns or throws within a second for damaged documents', async () => {
    let random = 1
    const next = (below: number) => {
      random = (random * 48271) % 2147483647
      return random % below
    }
    for (let round = 0; round < 500; round += 1) {
      const file = mira()
      for (let byte = 0; byte < 8; byte += 1) file[next(file.length)] = next(256)
      const cut = round % 4 ? file : file.subarray(0, next(file.length))
      await expectCpuBelow(1000, () => {
        try {
          expect(docText(cut).length).toBeLessThanOrEqual(1_000_000)
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      })
    }
  })
})
