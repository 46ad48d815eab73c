import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { drawingFonts } from '#api/media/drawing-fonts.ts'
import { fonts } from '#site/fonts/build.ts'
import { precompress } from '#site/precompress.ts'

/** @astrojs/node with our own door: the process starts in site/server/entry.ts, which asks Astro last. */
function adapter() {
  const standard = node({ mode: 'middleware' })
  const done = standard.hooks['astro:config:done']
  standard.hooks['astro:config:done'] = (options) =>
    done?.({
      ...options,
      setAdapter: (given) =>
        options.setAdapter({
          ...given,
          serverEntrypoint: new URL('./site/server/entry.ts', import.meta.url),
        }),
    })
  return standard
}

/** One bundle starts in less than half the time of a thousand files. What is left out loads files of its own, or is loaded for the first mail. */
const oneBundle = {
  name: 'one-bundle',
  apply: 'build',
  config: () => ({
    // Without it the bundle holds React's development half as well, and runs it.
    define: {
      'process.env.NODE_ENV': '"production"',
      __BUILT_ON__: JSON.stringify(new Date().toISOString().slice(0, 10)),
    },
    ssr: {
      noExternal: true,
      external: ['pino', 'pino-pretty', '@node-rs/argon2', 'nodemailer'],
    },
    // V8 keeps the text of a bundle: without comments, and in Latin-1, which takes half the room.
    environments: {
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              comments: false,
              minify: {
                compress: false,
                mangle: false,
                codegen: { removeWhitespace: false, asciiOnly: true },
              },
            },
          },
        },
      },
    },
  }),
}

/** In a browser zod does not compile its schemas, nor try to: our policies forbid it, and the try alone is reported. */
const zodWithoutEval = {
  name: 'zod-without-eval',
  transform: (code, id, { ssr = false } = {}) =>
    !ssr && id.endsWith('/zod/v4/core/core.js')
      ? { code: `${code}\nglobalConfig.jitless = true`, map: null }
      : undefined,
}

/** A style element is not allowed in the body, where Astro puts its island's; the rule is in admin/ui/base.css. */
const islandsWithoutStyle = {
  name: 'islands-without-style',
  transform: (code, id) =>
    id.endsWith('/astro/dist/runtime/server/scripts.js')
      ? { code: code.replace(/<style>\$\{ISLAND_STYLES\}<\/style>/, ''), map: null }
      : undefined,
}

/** Asked for by these two, a stand-in for `require` would be part of the code that every page loads. */
const withoutRequire = {
  name: 'without-require',
  transform: (code, id, { ssr = false } = {}) =>
    !ssr && /\/(cfb\/cfb|jszip\.min)\.js$/.test(id)
      ? {
          code: code
            .replaceAll('"function"==typeof require&&require', 'undefined')
            .replace("require('fs')", 'undefined')
            .replace("typeof require !== 'undefined'", 'true'),
          map: null,
        }
      : undefined,
}

/** React in one file compresses better: 1.2 KB less for the application form. */
const reactFile = {
  name: 'react',
  test: /\/node_modules\/(?:react|react-dom|scheduler|@astrojs\/react)\//,
}

/** Preload lists are part of every script: leaves out files that are loaded already or can wait. */
const toPreload = (file, files) =>
  /\/(sending|hand-over)\./.test(file)
    ? []
    : files.filter((name) => !/\/(rolldown-runtime|react|text)\./.test(name))

const clientFiles = {
  name: 'client-files',
  apply: 'build',
  config: () => ({
    environments: {
      client: {
        build: {
          modulePreload: { resolveDependencies: toPreload },
          rolldownOptions: { output: { codeSplitting: { groups: [reactFile] } } },
        },
      },
    },
  }),
}

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  adapter: adapter(),
  integrations: [react(), fonts(), drawingFonts(), precompress()],
  // Sessions are Lucia's.
  session: false,
  devToolbar: { enabled: false },
  // One response holds the page and its CSS: a stylesheet of its own costs a phone a round trip.
  build: { inlineStylesheets: 'always' },
  security: {
    // The api has a rule of its own, which lets a form without Origin and Sec-Fetch-Site pass.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  vite: {
    plugins: [oneBundle, clientFiles, zodWithoutEval, withoutRequire, islandsWithoutStyle],
    optimizeDeps: {
      // Found late, these would reload the back office on its first visit under `astro dev`.
      include: [
        '@tanstack/react-query',
        '@tanstack/react-router',
        '@tiptap/react',
        '@tiptap/starter-kit',
        '@hookform/resolvers/zod',
        'cfb',
        'docx-preview',
        'hono/client',
        'jszip',
        'lucide-react',
        'pdfjs-dist/legacy/build/pdf.mjs',
        'react-hook-form',
        'transliteration',
        'zod',
      ],
    },
  },
})
