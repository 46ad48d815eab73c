// `npm run faults`: injects faults around a real server and prints one line per scenario: what was
// done, what was measured and whether every guarantee held. Takes about an hour; some scenarios
// need root. Names after `--` select scenarios; `--minutes`, `--cycles` and `--short` change the
// size. `--seed` and `--recording` repeat a power cut.
import '../../scripts/one-line-errors.ts'
import { parseArgs } from 'node:util'
import type { Result, Scenario, Size } from './kit/scenario.ts'
import { scenarios } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    cycles: { type: 'string' },
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    recording: { type: 'string' },
  },
})
const size: Size = {
  long: !values.short,
  minutes: Number(values.minutes ?? (values.short ? 0.2 : 10)),
  cycles: Number(values.cycles ?? (values.short ? 2 : 20)),
  seed: values.seed ? Number(values.seed) : undefined,
  recording: values.recording,
}
const chosen = scenarios.filter(
  ({ name }) => !positionals.length || positionals.some((word) => name.includes(word)),
)
if (!chosen.length)
  throw new Error(
    `No scenario matches ${positionals.join(', ')}: ${scenarios.map(({ name }) => name).join(', ')}`,
  )
const counts = { held: 0, 'NOT HELD': 0, skipped: 0 }

for (const scenario of chosen) {
  const begin = performance.now()
  const { verdict, words, faults } = await outcomeOf(scenario)
  const seconds = Math.round((performance.now() - begin) / 1000)
  counts[verdict] += 1
  console.log(`${verdict.padEnd(8)}  ${scenario.name.padEnd(24)}  ${words} (${seconds} s)`)
  for (const fault of faults.slice(0, 10)) console.log(`          ${fault}`)
}
console.log(`${counts.held} held, ${counts['NOT HELD']} not held, ${counts.skipped} skipped`)
// The load of a scenario that broke off would go on.
process.exit(counts['NOT HELD'] ? 1 : 0)

async function outcomeOf(scenario: Scenario) {
  const reason = scenario.onlyLong && values.short ? 'in the long form only' : scenario.missing?.()
  if (reason) return { verdict: 'skipped' as const, words: reason, faults: [] }
  const { figures, faults } = await scenario.run(size).catch((error: Error) => {
    // It has shown nothing about the guarantees.
    console.log(`${scenario.name} broke off and runs once more: ${error.stack ?? error.message}`)
    return scenario.run(size).catch(broke)
  })
  return {
    verdict: faults.length ? ('NOT HELD' as const) : ('held' as const),
    words: figures,
    faults,
  }
}

function broke(error: Error): Result {
  return { figures: 'broke off', faults: [error.stack ?? error.message] }
}
