import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import subsetFont from 'subset-font'
import { type FaceName, faceOf, faces, subsets } from './faces.ts'

const packages = new URL('../../node_modules/@fontsource-variable/', import.meta.url)
const narrowed = new URL('../../node_modules/.foyer-fonts/', import.meta.url)
const names = Object.keys(faces) as FaceName[]

/** The woff2 file of a face and subset, with no more weights than pages use. */
async function cutFont(name: FaceName, subset: string) {
  const { package: folder, weight } = faceOf(name)
  const original = new URL(`${folder}/files/${folder}-${subset}-wght-normal.woff2`, packages)
  const font = await subsetFont(readFileSync(original), undefined, {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
    variationAxes: { wght: weight ?? { min: 400, max: 700 } },
  })
  const file = new URL(`${folder}-${subset}.woff2`, narrowed)
  mkdirSync(narrowed, { recursive: true })
  writeFileSync(file, font)
  return file
}

/** The server's build and the browser's take the same files. */
const cut = new Map<string, Promise<URL>>()

function fontFile(name: FaceName, subset: string) {
  const key = `${name} ${subset}`
  const file = cut.get(key) ?? cutFont(name, subset)
  cut.set(key, file)
  return file
}

/** The module `virtual:fonts`: address and characters of each font file. */
const fontModule = {
  name: 'foyer-fonts',
  resolveId: (id: string) => (id === 'virtual:fonts' ? `\0${id}` : undefined),
  async load(id: string) {
    if (id !== '\0virtual:fonts') return
    const imports: string[] = []
    const entries: string[] = []
    for (const name of names) {
      const ranges = JSON.parse(
        readFileSync(new URL(`${faceOf(name).package}/unicode.json`, packages), 'utf8'),
      )
      for (const subset of subsets) {
        const file = fileURLToPath(await fontFile(name, subset))
        const variable = `file${imports.length}`
        imports.push(`import ${variable} from ${JSON.stringify(`${file}?url`)}`)
        const key = JSON.stringify(`${name} ${subset}`)
        entries.push(`${key}: { url: ${variable}, range: ${JSON.stringify(ranges[subset])} }`)
      }
    }
    return `${imports.join('\n')}\nexport default { ${entries.join(',\n')} }`
  },
}

/** Self-hosted fonts with their licenses, at /font-licenses.txt. */
export const fonts = (): AstroIntegration => ({
  name: 'fonts',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [fontModule] } })
    },
    'astro:build:done': async ({ dir }) => {
      const licenses = names.map((name) =>
        readFileSync(new URL(`${faceOf(name).package}/LICENSE`, packages), 'utf8').trim(),
      )
      await writeFile(new URL('font-licenses.txt', dir), `${licenses.join('\n\n\n')}\n`)
    },
  },
})
