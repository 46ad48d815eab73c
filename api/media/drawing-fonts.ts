import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { headingFaces, subsets } from './child/faces.ts'

/**
 * Writes the heading faces to `folder/{package}/{subset}.ttf`, each at its one weight: sharp reads
 * neither woff2 nor the weights of a variable font.
 */
export async function makeDrawingFonts(folder: string) {
  const { default: subsetFont } = await import('subset-font')
  for (const { package: name, weight } of new Set(Object.values(headingFaces))) {
    await mkdir(path.join(folder, name), { recursive: true })
    for (const subset of subsets) {
      const file = `@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`
      const font = await subsetFont(await readFile(path.join('node_modules', file)), undefined, {
        targetFormat: 'truetype',
        keepAllGlyphs: true,
        variationAxes: { wght: weight },
      })
      await writeFile(path.join(folder, name, `${subset}.ttf`), font)
    }
  }
}

/** Makes the fonts for share images, beside the server. */
export const drawingFonts = (): AstroIntegration => ({
  name: 'drawing-fonts',
  hooks: {
    'astro:server:setup': async () => {
      if (!existsSync('dist/fonts')) await makeDrawingFonts('dist/fonts')
    },
    'astro:build:done': ({ dir }) => makeDrawingFonts(fileURLToPath(new URL('../fonts', dir))),
  },
})
