// `npm test`: types, lint and every test, one after the other; the last line is the count.
// File names after `--` run only those tests, without types and lint.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const files = process.argv.slice(2)
const colours = Boolean(process.stdout.isTTY)
process.env.ASTRO_TELEMETRY_DISABLED = '1'
if (!colours) process.env.NO_COLOR = '1'

const counts = [...(files.length ? [] : [types(), lint()]), tests()]
const sum = (of) => counts.reduce((total, count) => total + count[of], 0)
const skipped = sum('skipped') ? `, ${sum('skipped')} skipped` : ''

process.exitCode = sum('failed') ? 1 : 0
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)

function types() {
  return asOneTest('types', run('astro', ['check', '--minimumSeverity', 'warning']))
}

function lint() {
  // Biome alone of all colours its output even into a file.
  return asOneTest('lint', run('biome', ['ci', `--colors=${colours ? 'force' : 'off'}`, '.']))
}

function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tests-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const ok = run('vitest', ['run', ...reporters, ...files])
    return countTests(readReport(report), ok)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A run that ended badly counts at least one failure, even if it blames no test. */
function countTests({ numPassedTests: passed = 0, ...report }, ok) {
  const failed =
    (report.numFailedTests ?? 0) + (report.testResults ?? []).filter(failedOutside).length
  return {
    passed,
    failed: failed || (ok && passed ? 0 : 1),
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  }
}

/** A file that could not be loaded or set up: no test of its own says so. */
function failedOutside({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
}

/** Empty if the test runner ended before it wrote one. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function asOneTest(name, ok) {
  console.log(`${ok ? '✓' : '✗'} ${name}\n`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** Shows the program's output as it comes. */
function run(command, args) {
  console.log(`> ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}
