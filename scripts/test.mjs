// `npm test`: types, lint and every test, one after the other; the last line is the count.
// File names after `--` run only those tests, without types and lint.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const files = process.argv.slice(2)
const colours = Boolean(process.stdout.isTTY)
process.env.ASTRO_TELEMETRY_DISABLED = '1'
if (!colours) process.env.NO_COLOR = '1'

/** A test that spins cannot be ended by the test runner, which spins with it. */
const limit = AbortSignal.timeout(30 * 60_000)

const counts = [...(files.length ? [] : [await types(), await lint()]), await tests()]
const sum = (of) => counts.reduce((total, count) => total + count[of], 0)

process.exitCode = sum('failed') ? 1 : 0
if (sum('skipped')) console.log(`${sum('skipped')} skipped: what they need is not installed`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)

async function types() {
  return asOneTest('types', await run('astro', ['check', '--minimumSeverity', 'warning']))
}

async function lint() {
  // Biome alone of all colours its output even into a file.
  return asOneTest('lint', await run('biome', ['ci', `--colors=${colours ? 'force' : 'off'}`, '.']))
}

async function tests() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tests-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const ok = await run('vitest', ['run', ...reporters, ...files])
    const results = readReport(report)
    // The reporter only counts these; a title says what its test needs.
    for (const title of skippedTitles(results)) console.log(`skipped: ${title}`)
    return countTests(results, ok)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function skippedTitles({ testResults = [] }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName)
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

/** Shows the program's output as it comes; answers whether it ended well, and in time. */
async function run(command, args) {
  console.log(`> ${command} ${args.join(' ')}`)
  // In a group of its own, so that its workers end with it.
  const child = spawn(command, args, { stdio: 'inherit', detached: true })
  const end = () => process.kill(-child.pid, 'SIGKILL')
  const interrupt = () => {
    end()
    process.exit(130)
  }
  limit.addEventListener('abort', end)
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const [code] = await once(child, 'exit')
  limit.removeEventListener('abort', end)
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
  if (limit.aborted) console.log(`✗ ${command} was still running after half an hour`)
  return code === 0
}
