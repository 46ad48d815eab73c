import { describe, expect, test } from 'vitest'
import type { Size } from './scenario.ts'
import { scenarios } from './table.ts'

/** `npm run faults` does the same for longer, and prints the figures. */
const size: Size = { long: false, minutes: 0.2, cycles: 2 }

/** Their outcome hangs on the moment: on a busy machine they belong into `npm run faults` alone. */
const byChance = ['two on one database', 'clock jumps']

const short = scenarios.filter(({ name, onlyLong }) => !onlyLong && !byChance.includes(name))
const missing = new Map(short.map(({ name, missing: why }) => [name, why?.()]))

describe('Whatever breaks, what was acknowledged is there', () => {
  for (const { name, run } of short) {
    const why = missing.get(name)
    test.skipIf(why)(`${name}${why ? ` (${why})` : ''}`, async () => {
      const { figures, faults } = await run(size)
      expect(faults, figures).toEqual([])
    })
  }
})
