import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          // By default one core is left out, which on two cores means one file at a time.
          maxWorkers: '100%',
          // A machine that does more than this is slow, not wrong.
          testTimeout: 20_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // After all the others and one file at a time: each starts a server and a browser.
        test: {
          name: 'journeys',
          include: ['**/*.e2e.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
