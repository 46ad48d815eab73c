import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import { fallbacks, fallbackWeight, headingFaces } from './child/faces.ts'
import { type Characters, charactersFile, type Ranges } from './child/font-characters.ts'

/** Half a second of work instead of eight, and a tenth more bytes. */
const compress = (font: Uint8Array) =>
  promisify(brotliCompress)(font, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** The subsets of a font: one file each, which also holds a range of weights. */
async function subsetsOf(name: string) {
  const folder = path.join('node_modules/@fontsource-variable', name, 'files')
  const end = '-wght-normal.woff2'
  return (await readdir(folder))
    .filter((file) => file.endsWith(end))
    .map((file) => ({
      subset: file.slice(name.length + 1, -end.length),
      file: path.join(folder, file),
    }))
}

async function charactersOf(font: Uint8Array): Promise<string[]> {
  const { Blob, Face } = await import('harfbuzzjs')
  const points = new Face(new Blob(font)).collectUnicodes().sort()
  return Array.from(points, (point) => String.fromCodePoint(point))
}

function rangesOf(characters: string[]): Ranges {
  const ranges: Ranges = []
  for (const character of characters) {
    const point = character.codePointAt(0)!
    const last = ranges.at(-1)
    if (last?.[1] === point - 1) last[1] = point
    else ranges.push([point, point])
  }
  return ranges
}

/**
 * One weight as TrueType: sharp reads neither woff2 nor the weights of a variable font. Without the
 * combining marks of European scripts: Pango would draw `ź` as a `z` and a mark of another file.
 */
async function makeFont(file: string, weight: number) {
  const { default: subsetFont } = await import('subset-font')
  const options = { targetFormat: 'truetype', variationAxes: { wght: weight } } as const
  const whole = await subsetFont(await readFile(file), undefined, {
    ...options,
    keepAllGlyphs: true,
  })
  const all = await charactersOf(whole)
  const characters = all.filter((character) => !/\p{Script=Inherited}/u.test(character))
  const font = await subsetFont(whole, characters.join(''), { targetFormat: 'truetype' })
  return { font, ranges: rangesOf(characters) }
}

async function makeHeadingFace(
  folder: string,
  { package: name, weight }: { package: string; weight: number },
) {
  const characters: Characters = {}
  await mkdir(folder, { recursive: true })
  for (const { subset, file } of await subsetsOf(name)) {
    const { font, ranges } = await makeFont(file, weight)
    characters[`${subset}.ttf`] = ranges
    await writeFile(path.join(folder, `${subset}.ttf`), font)
  }
  await writeFile(path.join(folder, charactersFile), JSON.stringify(characters))
}

async function makeFallbacks(folder: string) {
  const characters: Characters = {}
  await mkdir(folder, { recursive: true })
  for (const [name, wanted] of Object.entries(fallbacks))
    for (const { subset, file } of await subsetsOf(name)) {
      if (!wanted.test(subset)) continue
      const { font, ranges } = await makeFont(file, fallbackWeight)
      characters[`${name}-${subset}.ttf`] = ranges
      await writeFile(path.join(folder, `${name}-${subset}.ttf.br`), await compress(font))
    }
  await writeFile(path.join(folder, charactersFile), JSON.stringify(characters))
}

/**
 * Writes the fonts for share images: the heading faces to `folder/{package}`, and those for other
 * characters to `folder/fallback`, compressed.
 */
export async function makeDrawingFonts(folder: string) {
  for (const face of new Set(Object.values(headingFaces)))
    await makeHeadingFace(path.join(folder, face.package), face)
  await makeFallbacks(path.join(folder, 'fallback'))
}

/** Makes the fonts for share images, beside the server. */
export const drawingFonts = (): AstroIntegration => ({
  name: 'drawing-fonts',
  hooks: {
    'astro:server:setup': async () => {
      if (!existsSync('dist/fonts/fallback')) await makeDrawingFonts('dist/fonts')
    },
    'astro:build:done': ({ dir }) => makeDrawingFonts(fileURLToPath(new URL('../fonts', dir))),
  },
})
