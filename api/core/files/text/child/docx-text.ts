import { open } from 'node:fs/promises'
import { Parser } from 'htmlparser2'
import {
  openPackage,
  type Package,
  partName,
  readRelationships,
  unpack,
} from '../../docx-package.ts'
import { maxText } from '../job.ts'

/** Of each part, unpacked, in bytes: a resume has a tenth of it. */
const maxPart = 20_000_000
const maxEntries = 2000

/** Parts besides the main one whose text belongs to the document. */
const otherParts = /^word\/(?:header|footer|footnotes|endnotes)\d*\.xml$/

/** The text of a DOCX (ECMA-376, part 1, 17.3): body, headers, footers and notes. */
export async function docxText(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const docx = await openPackage(file, (await file.stat()).size, maxEntries)
    if (!docx) throw new Error('Not a ZIP')
    const relationships = await readRelationships(docx)
    const main = relationships.find(
      ({ source, type }) => source === '_rels/.rels' && type === 'officeDocument',
    )
    const mainName = partName(main?.target ?? '')
    const names = docx.entries.map(({ fileName }) => partName(fileName))
    const others = names.filter((name) => otherParts.test(name))
    let text = ''
    for (const name of [mainName, ...others]) {
      if (text.length >= maxText) break
      text += `${await partText(docx, names.indexOf(name))}\n`
    }
    return text
  } finally {
    await file.close()
  }
}

/** Ends of lines, and of cells. */
const breaks: Record<string, string> = { p: '\n', br: '\n', cr: '\n', tab: '\t', tc: '\t' }

async function partText(docx: Package, at: number) {
  const entry = docx.entries[at]
  if (!entry || entry.uncompressedSize > maxPart)
    throw new Error('The part is missing or too large')
  let text = ''
  let isText = false
  // The same text box again, for older versions of Word.
  let fallbacks = 0
  const parser = new Parser(
    {
      onopentag(name) {
        const local = name.replace(/^.*:/, '')
        if (name === 'mc:Fallback') fallbacks += 1
        isText = local === 't'
        if (local === 'tab' || local === 'br' || local === 'cr') text += breaks[local]
      },
      ontext(content) {
        if (isText && !fallbacks) text += content
      },
      onclosetag(name) {
        const local = name.replace(/^.*:/, '')
        isText = false
        if (name === 'mc:Fallback') fallbacks -= 1
        if (local === 'p' || local === 'tc') text += breaks[local]
      },
    },
    { xmlMode: true },
  )
  let decoder: TextDecoder | undefined
  for await (const chunk of unpack(docx, entry)) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8')
    parser.write(decoder.decode(chunk, { stream: true }))
    if (text.length >= maxText) return text
  }
  parser.end()
  return text
}
