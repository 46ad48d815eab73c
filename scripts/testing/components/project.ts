import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { pageCanvasAddress } from '../../../admin/canvas/address.ts'
import { findChromium } from '../../chromium.mjs'
import { canvasDocument } from './canvas-document.ts'

type Media = {
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  forcedColors?: 'active' | 'none'
  media?: 'print' | null
}
export type MediaCommand = (media: Media) => Promise<void>

const isCanvas = ({ pathname }: URL) => pathname === pageCanvasAddress

type Canvas = { how: 'held' | 'lost' | 'sent'; changed: PromiseWithResolvers<void> }
const canvasOf = new WeakMap<object, Canvas>()

/** Until the next call, documents of the canvas aren't sent, or are never received. */
const answerCanvas: BrowserCommand<[Canvas['how']]> = async ({ context }, how) => {
  const before = canvasOf.get(context)
  if (before) {
    before.how = how
    before.changed.resolve()
    before.changed = Promise.withResolvers()
    return
  }
  if (how === 'sent') return
  const canvas = { how, changed: Promise.withResolvers<void>() } as Canvas
  canvasOf.set(context, canvas)
  await context.route(isCanvas, async (route) => {
    while (canvas.how === 'held') await canvas.changed.promise
    await (canvas.how === 'lost' ? route.abort() : route.continue())
  })
}
export type CanvasCommand = (how: Canvas['how']) => Promise<void>

const emulateMedia: BrowserCommand<[Media]> = ({ page }, media) => page.emulateMedia(media)

/** Tests of React components in this machine's Chromium: no server, no build, no database. */
export const components: TestProjectInlineConfiguration = {
  plugins: [canvasDocument()],
  resolve: { dedupe: ['react', 'react-dom'] },
  // A package that Vite finds only during a test makes it reload the page.
  optimizeDeps: {
    entries: [
      'admin/screens.tsx',
      'admin/BackOffice.tsx',
      'site/apply/*.tsx',
      '**/*.component.test.tsx',
    ],
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'vitest-browser-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'axe-core',
      'lucide-react',
      'react-hook-form',
    ],
  },
  test: {
    name: 'components',
    include: ['**/*.component.test.tsx'],
    setupFiles: ['./scripts/testing/components/setup.ts'],
    // The files of a page share it, and so the imported back office.
    isolate: false,
    // Twenty decisions took 49 seconds on a machine that was ten times slower.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Beside tests of the built server, which wait half of their time.
    maxWorkers: 2,
    sequence: { groupOrder: 2 },
    browser: {
      enabled: true,
      headless: true,
      // The page is compiled beside other tests.
      connectTimeout: 300_000,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          executablePath: findChromium(),
          // Chromium's sandbox refuses to start as root, and containers run tests as root.
          args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        },
        contextOptions: { reducedMotion: 'reduce' },
        actionTimeout: 30_000,
      }),
      commands: { emulateMedia, answerCanvas },
    },
  },
}
