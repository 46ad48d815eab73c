import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { drawingFonts } from '#api/website/media/drawing-fonts.ts'
import { adapter } from '#site/build/adapter.ts'
import { clientFiles } from '#site/build/client-files.ts'
import { islandsWithoutStyle } from '#site/build/islands-without-style.ts'
import { oneBundle } from '#site/build/one-bundle.ts'
import { patchPlugin } from '#site/build/patch.ts'
import { precompress } from '#site/build/precompress.ts'
import { preloads } from '#site/build/preloads.ts'
import { reactIsland } from '#site/build/react-island.ts'
import { resumeText } from '#site/build/resume-text.ts'
import { shortScopes } from '#site/build/short-scopes.ts'
import { withoutRequire } from '#site/build/without-require.ts'
import { zodWithoutEval } from '#site/build/zod-without-eval.ts'
import { fonts } from '#site/fonts/build.ts'

const patches = [islandsWithoutStyle, reactIsland, withoutRequire, zodWithoutEval]

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  adapter: adapter(),
  integrations: [react(), fonts(), drawingFonts(), resumeText(), precompress()],
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
    // Scripts find each other wherever the site is: BASE_PATH needs no build of its own.
    experimental: {
      renderBuiltUrl: (_, { hostType, ssr }) =>
        !ssr && hostType === 'js' ? { relative: true } : undefined,
    },
    plugins: [oneBundle(), clientFiles(), preloads(), shortScopes(), ...patches.map(patchPlugin)],
    optimizeDeps: {
      // Found late, these would reload the back office on its first visit under `astro dev`.
      include: [
        '@tanstack/react-query',
        '@tanstack/react-router',
        '@tiptap/react',
        '@tiptap/starter-kit',
        '@hookform/resolvers/zod',
        'cfb',
        'culori/fn',
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
