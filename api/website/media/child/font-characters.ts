import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** First and last code point of each range. */
export type Ranges = [first: number, last: number][]

/** The characters of each font file of a folder, which `charactersFile` in it holds. */
export type Characters = Record<string, Ranges>

export const charactersFile = 'characters.json'

/** Without a build there are no fonts: `npm run test:unit`. */
const charactersOf = async (folder: string): Promise<[file: string, ranges: Ranges][]> =>
  Object.entries(
    JSON.parse(
      await readFile(join(folder, charactersFile), 'utf8').catch(() => '{}'),
    ) as Characters,
  )

const isIn = (ranges: Ranges, point: number) =>
  ranges.some(([first, last]) => point >= first && point <= last)

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Joiners shape the letters around them, and need no glyph. */
const joiner = /[\u200C\u200D]/u

const letter = /[\p{L}\p{N}]/u

export type DrawingFonts = {
  /** The folder of the heading face. */
  heading: string
  /** The folder of the fonts for all other characters. */
  fallback: string
  /** The folder that gets those of them that a text needs, where fontconfig finds them. */
  chosen: string
}

/**
 * Chooses the fonts for texts. Returns a function that leaves out of a text what no font can draw,
 * for which Pango would draw a box; '' if that is more than half of its letters.
 */
export async function chooseFonts({ heading, fallback, chosen }: DrawingFonts) {
  const face = await charactersOf(heading)
  const others = await charactersOf(fallback)
  const japanese = [...others].sort(
    ([a], [b]) => Number(b.includes('-jp-')) - Number(a.includes('-jp-')),
  )
  const copied = new Set<string>()

  async function copy(file: string) {
    if (copied.has(file)) return
    copied.add(file)
    const font = await readFile(join(fallback, `${file}.br`))
    await mkdir(chosen, { recursive: true })
    await writeFile(join(chosen, file), await promisify(brotliDecompress)(font))
  }

  return async function drawable(text: string): Promise<string> {
    const candidates = [...face, ...(kana.test(text) ? japanese : others)]
    const fontOf = (character: string) =>
      candidates.find(([, ranges]) => isIn(ranges, character.codePointAt(0)!))
    /** The character or its replacement; '' if there is none. */
    const written = (character: string) => {
      if (joiner.test(character) || fontOf(character)) return character
      if (character === '\u2011') return '-'
      const plain = character.normalize('NFKC')
      return [...plain].every(fontOf) ? plain : ''
    }
    const characters = [...text.normalize('NFC').replaceAll('\u00AD', '')]
    const shown = characters.map(written)
    for (const character of shown.join('')) {
      const [file] = fontOf(character) ?? []
      if (file && !face.some(([own]) => own === file)) await copy(file)
    }
    const letters = characters.filter((character) => letter.test(character)).length
    const drawn = shown.filter((character) => letter.test(character)).length
    return drawn * 2 < letters ? '' : shown.join('').replace(/\s+/g, ' ').trim()
  }
}
