import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { subsets } from './faces.ts'

/** Whether the fonts of a folder can draw the text: Pango draws a box for what they lack. */
export async function hasCharacters(folder: string, text: string): Promise<boolean> {
  const files = subsets.map((subset) => readFile(join(folder, `${subset}.ttf`)))
  // Without a build there are no fonts: `npm run test:unit`.
  const covered = (await Promise.all(files).catch(() => [])).flatMap(ranges)
  return [...text].every((character) => {
    const point = character.codePointAt(0)!
    return covered.some(([first, last]) => point >= first && point <= last)
  })
}

/** The characters of a TrueType font: its `cmap` table, format 4 or 12 (OpenType specification). */
function ranges(font: Buffer): [first: number, last: number][] {
  const cmap = tableOf(font, 'cmap')
  const found: [number, number][] = []
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4)
    const format = font.readUInt16BE(table)
    if (format === 4) {
      const doubledCount = font.readUInt16BE(table + 6)
      for (let at = 0; at < doubledCount; at += 2) {
        const last = font.readUInt16BE(table + 14 + at)
        const first = font.readUInt16BE(table + 16 + doubledCount + at)
        if (last < 0xffff) found.push([first, last])
      }
    }
    if (format === 12)
      for (let group = 0; group < font.readUInt32BE(table + 12); group++) {
        const at = table + 16 + 12 * group
        found.push([font.readUInt32BE(at), font.readUInt32BE(at + 4)])
      }
  }
  return found
}

function tableOf(font: Buffer, name: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const at = 12 + 16 * index
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8)
  }
  throw new Error(`The font has no table ${name}`)
}
