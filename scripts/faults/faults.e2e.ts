import { describe, expect, test } from 'vitest'
import type { Size } from './scenario.ts'
import { scenarios } from './table.ts'

/** `npm run faults` does the same for longer, and prints the figures. */
const size: Size = { long: false, minutes: 0.2, cycles: 2 }

const short = scenarios.filter(({ onlyLong }) => !onlyLong)
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
