import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          // Importing the modules again for each file takes longer than the tests.
          isolate: false,
          setupFiles: ['./scripts/testing/restore-env.ts', './scripts/testing/cheap-hashes.ts'],
          env: hasRoom('/dev/shm') ? { TMPDIR: '/dev/shm', TMPDIR_ON_DISK: tmpdir() } : {},
          // Two for the cores, one for files that wait.
          maxWorkers: 3,
          // A machine that does more than this is slow, not wrong.
          testTimeout: 20_000,
          hookTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['**/*.e2e.ts'],
          // Each file has a server and a browser of its own, and waits more than it works.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          sequence: { groupOrder: 2 },
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
