import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { build } from 'vite'

/**
 * Writes the child process that reads resumes beside the server, as one program with pdf.js: the
 * package itself is twenty times as large, and production lacks it.
 */
export const resumeText = (): AstroIntegration => ({
  name: 'resume-text',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const outDir = fileURLToPath(new URL('../resume-text', dir))
      await build({
        configFile: false,
        logLevel: 'warn',
        ssr: { noExternal: true, external: ['@napi-rs/canvas'] },
        build: {
          ssr: 'api/core/files/text/child/main.ts',
          outDir,
          emptyOutDir: true,
          copyPublicDir: false,
          rolldownOptions: {
            output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
          },
        },
      })
      // For Chinese, Japanese and Korean fonts that are not in the file.
      await cp('node_modules/pdfjs-dist/cmaps', join(outDir, 'cmaps'), { recursive: true })
    },
  },
})
