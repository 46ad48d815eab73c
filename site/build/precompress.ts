import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'

/** Compresses the client's files at build time. */
export const precompress = (): AstroIntegration => ({
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      const files = await readdir(folder, { recursive: true })
      for (const name of files.filter((file) => /\.(m?js|css|svg|wasm)$/.test(file))) {
        const file = path.join(folder, name)
        const body = await readFile(file)
        await writeFile(`${file}.br`, brotliCompressSync(body))
        await writeFile(`${file}.gz`, gzipSync(body, { level: 9 }))
      }
    },
  },
})
