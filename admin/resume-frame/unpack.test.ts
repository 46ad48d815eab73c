import { zipSync } from 'fflate'
import JSZip from 'jszip'
import { describe, expect, test } from 'vitest'
import {
  docxOf,
  paragraph,
  understatedDocx,
} from '#scripts/testing/fixtures/resumes/docx-samples.ts'
import { unpackWithinLimits } from './unpack.ts'

const bytes = (size: number) => new Uint8Array(size)
const unpack = (file: Uint8Array<ArrayBuffer>, limits?: { all: number; xml: number }) =>
  unpackWithinLimits(file.buffer, limits)
const zip = (parts: Record<string, Uint8Array>) => new Uint8Array(zipSync(parts))

describe('unpackWithinLimits', () => {
  test('unpackWithinLimits keeps only XML and images', async () => {
    const file = docxOf(paragraph('A resume'), [], {
      'word/media/image1.png': 'png',
      'word/chunk.html': '<p>',
      'word/embeddings/oleObject1.bin': 'bin',
      'word/fonts/font1.odttf': 'font',
    })
    const { files } = await JSZip.loadAsync(await unpack(file))
    expect(Object.keys(files).filter((name) => !name.endsWith('/'))).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'word/_rels/document.xml.rels',
      'word/document.xml',
      'word/media/image1.png',
    ])
  })

  test('unpackWithinLimits rejects parts whose total size exceeds a limit', async () => {
    const file = zip({ 'a.xml': bytes(400), 'b.xml': bytes(400), 'c.png': bytes(1200) })
    await expect(unpack(file, { all: 2000, xml: 800 })).resolves.toBeInstanceOf(Uint8Array)
    for (const limits of [
      { all: 1999, xml: 800 },
      { all: 2000, xml: 799 },
    ])
      await expect(unpack(file, limits)).rejects.toMatchObject({ fault: 'large' })
  })

  test('unpackWithinLimits ignores the sizes in the ZIP directory', async () => {
    await expect(unpack(understatedDocx(11_000_000))).rejects.toMatchObject({ fault: 'large' })
    await expect(unpack(understatedDocx(2000))).rejects.toThrow()
  })
})
