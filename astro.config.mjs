import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { drawingFonts } from '#api/media/drawing-fonts.ts'
import { clientFiles } from '#site/client-files.ts'
import { fonts } from '#site/fonts/build.ts'
import { precompress } from '#site/precompress.ts'

/** @astrojs/node, started by site/server/entry.ts, which passes on only what nothing else takes. */
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

/**
 * One bundle starts in less than half the time of a thousand files. Externals read files of their
 * own, or are only needed for the first mail.
 */
const oneBundle = {
  name: 'one-bundle',
  apply: 'build',
  config: () => ({
    // Without it the bundle contains React's development build, and runs it.
    define: {
      'process.env.NODE_ENV': '"production"',
      __BUILT_ON__: JSON.stringify(new Date().toISOString().slice(0, 10)),
    },
    ssr: {
      noExternal: true,
      external: ['pino', 'pino-pretty', '@node-rs/argon2', 'nodemailer'],
    },
    // V8 keeps the source in memory: without comments and in Latin-1 it takes half the space.
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

/** Stops zod from compiling schemas in browsers, which our Content-Security-Policy forbids. */
const zodWithoutEval = {
  name: 'zod-without-eval',
  transform: (code, id, { ssr = false } = {}) =>
    !ssr && id.endsWith('/zod/v4/core/core.js')
      ? { code: `${code}\nglobalConfig.jitless = true`, map: null }
      : undefined,
}

/** Astro puts a style element into the body: invalid HTML. admin/ui/base.css has its rule. */
const islandsWithoutStyle = {
  name: 'islands-without-style',
  transform: (code, id) =>
    id.endsWith('/astro/dist/runtime/server/scripts.js')
      ? { code: code.replace(/<style>\$\{ISLAND_STYLES\}<\/style>/, ''), map: null }
      : undefined,
}

/** Both test for `require`, for which the bundler would add a stand-in to every page's code. */
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

/** Scripts list files to preload: leaves out those already loaded and those that can wait. */
const toPreload = (file, files) =>
  /\/(sending|hand-over)\./.test(file)
    ? []
    : files.filter((name) => !/\/(rolldown-runtime|client|text)\./.test(name))

const clientBuild = {
  name: 'client-files',
  apply: 'build',
  config: () => ({
    environments: {
      client: {
        build: {
          modulePreload: { resolveDependencies: toPreload },
          rolldownOptions: {
            // Lets chunks re-export shared modules.
            preserveEntrySignatures: 'allow-extension',
            output: { codeSplitting: { groups: clientFiles } },
          },
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
  // Lucia manages sessions.
  session: false,
  devToolbar: { enabled: false },
  // The page contains its CSS: a separate stylesheet costs a phone a round trip.
  build: { inlineStylesheets: 'always' },
  security: {
    // The API has its own rule, which accepts forms without Origin and Sec-Fetch-Site.
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
    plugins: [oneBundle, clientBuild, zodWithoutEval, withoutRequire, islandsWithoutStyle],
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
