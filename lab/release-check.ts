// `npm run release-check`: what takes too long for every run. Takes half a day; names after `--`
// select steps. The last lines say which of them failed.
import '../scripts/one-line-errors.ts'
import { spawnSync } from 'node:child_process'
import { clockFrom, fakeTimeMissing } from './faults/kit/fake-clock.ts'

type Command = { run: readonly string[]; env?: Record<string, string> }
type Step = {
  name: string
  about: string
  /** Why it can't run on this machine. */
  missing?: () => string | undefined
  /** Called just before each runs. */
  commands: readonly (() => Command)[]
}

const tests = (...options: string[]) => ['node', 'scripts/test.mjs', ...options]

const tiers = ['unit', 'components', 'http', 'journeys']
const year = new Date().getUTCFullYear()
const leapYear = 4 * Math.ceil((year + 1) / 4)
const clocks = [
  // Ends in the next year.
  new Date(Date.UTC(year, 11, 31, 23, 58)),
  new Date(Date.UTC(leapYear, 1, 29, 12)),
  new Date(Date.UTC(year + 5, 7, 1)),
]
/** The last and the first to begin a day: 11 hours behind UTC and 14 ahead. */
const zones = ['Pacific/Pago_Pago', 'Pacific/Kiritimati']

/** Sends the example of each route in the order of the routes: deleting comes last. */
const inOrder = 'api/openapi/answers.test.ts'

const steps: readonly Step[] = [
  { name: 'faults', about: 'all faults', commands: [() => ({ run: ['npm', 'run', 'faults'] })] },
  {
    name: 'apart',
    about: 'two processes ten minutes apart, killed every minute',
    commands: [() => ({ run: ['npm', 'run', 'faults:short', '--', 'apart'] })],
  },
  {
    name: 'fuzz',
    about: 'more requests that are drawn from the declarations',
    commands: [() => ({ run: ['npm', 'run', 'fuzz'] })],
  },
  {
    name: 'beside',
    about: 'the last release beside this version, on one database',
    commands: [() => ({ run: ['npm', 'run', 'beside'] })],
  },
  {
    name: 'clocks',
    about: 'all tests at the turn of the year, on a leap day and years from now',
    missing: fakeTimeMissing,
    commands: clocks.flatMap((time) =>
      tiers.map((tier) => () => ({ run: tests(`--project=${tier}`), env: clockFrom(time) })),
    ),
  },
  {
    name: 'zones',
    about: 'the unit tests in other time zones',
    commands: zones.map((TZ) => () => ({ run: tests('--project=unit'), env: { TZ } })),
  },
  {
    name: 'order',
    about: 'the unit tests of each file in a random order',
    commands: [
      () => ({ run: tests('--project=unit', '--sequence.shuffle.tests', `--exclude=${inOrder}`) }),
    ],
  },
]

const names = process.argv.slice(2)
const unknown = names.find((name) => !steps.some((step) => step.name === name))
if (unknown)
  throw new Error(`No step is named ${unknown}: ${steps.map(({ name }) => name).join(', ')}`)

const results = steps
  .filter(({ name }) => !names.length || names.includes(name))
  .map((step) => ({ ...step, failed: failuresOf(step) }))
for (const { name, about, failed } of results)
  console.log(
    `${failed.length ? 'FAILED' : 'passed'}  ${name}: ${[about, ...failed].join('\n          ')}`,
  )
process.exitCode = results.some(({ failed }) => failed.length) ? 1 : 0

/** A step that can't run has shown nothing. */
function failuresOf({ missing, commands }: Step): string[] {
  const reason = missing?.()
  if (reason) return [reason]
  return commands.flatMap((command) => {
    const { run, env = {} } = command()
    const line = [...Object.entries(env).map(([key, value]) => `${key}=${value}`), ...run].join(' ')
    console.log(`\n${line}`)
    const [program = '', ...options] = run
    const { status } = spawnSync(program, options, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    return status === 0 ? [] : [line]
  })
}
