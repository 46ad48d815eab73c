import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { components } from './scripts/testing/components/project.ts'

const setupFiles = ['./scripts/testing/restore-env.ts', './scripts/testing/cheap-hashes.ts']

const execArgv = ['--import', resolve('scripts/drizzle-modules.mjs')]

/** In Firefox and WebKit: `npm run test:browsers`, or `npm test -- --all-browsers`. */
const otherBrowsers = ['site/journeys/other-browsers.e2e.ts']

const env = {
  // The programs that tests start find their modules compiled.
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/node'),
  ...(hasRoom('/dev/shm') && { TMPDIR: '/dev/shm', TMPDIR_ON_DISK: tmpdir() }),
}

export default defineConfig({
  test: {
    projects: [
      components,
      {
        test: {
          name: 'checks',
          include: ['scripts/testing/checks.ts'],
          isolate: false,
          maxWorkers: 3,
          testTimeout: 15 * 60_000,
          // Beside the unit tests; the later groups need the build.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, '**/*.component.test.tsx'],
          // Importing the modules again for each file takes longer than the tests.
          isolate: false,
          setupFiles,
          execArgv,
          env,
          // Two for the cores, one for files that wait.
          maxWorkers: 3,
          // A machine that does more than this is slow, not wrong.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'http',
          include: ['**/*.http.ts'],
          isolate: false,
          setupFiles,
          execArgv,
          env,
          // As many as pages of component tests, beside which they run.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['**/*.e2e.ts'],
          exclude: [...configDefaults.exclude, ...otherBrowsers],
          // The files of a worker share its browser.
          isolate: false,
          setupFiles,
          execArgv,
          env,
          // On two cores, five took a sixth more CPU time than three.
          maxWorkers: 3,
          // The longest took 115 seconds on a machine that was ten times slower.
          testTimeout: 300_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'browsers',
          include: otherBrowsers,
          setupFiles,
          execArgv,
          env,
          // Beside the journeys.
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})

/** Whether the folder is there with 1 GB free. */
function hasRoom(folder: string) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= 2 ** 30
  } catch {
    return false
  }
}
