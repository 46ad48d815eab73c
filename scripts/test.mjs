// `npm test`: types, lint and the build beside the unit tests, then components, the built server without
// a browser, and journeys; the last line is the count. `npm test -- --faults` also runs the fault
// scenarios, in their short form.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const withFaults = process.argv.includes('--faults')
const colors = Boolean(process.stdout.isTTY)
process.env.ASTRO_TELEMETRY_DISABLED = '1'
if (!colors) process.env.NO_COLOR = '1'

/** The test runner cannot stop a busy loop in its own process. */
const limit = AbortSignal.timeout(75 * 60_000)
/** A busy machine makes a few files fail; if more do, a second run tells nothing new. */
const mostRepeated = 5
const counts = (
  await Promise.all([
    vitest('unit'),
    // Sequential, for machines with two cores; the unit tests take longer anyway.
    (async () => [
      await check('types', 'astro', ['check', '--minimumSeverity', 'warning']),
      // Biome colors its output even into a file.
      await check('lint', 'biome', ['ci', `--colors=${colors ? 'force' : 'off'}`, '.']),
      await check('build', process.execPath, ['scripts/prepare.mjs', '--build']),
    ])(),
  ])
).flat()
counts.push(await vitest('components'))
counts.push(await vitest('http'))
counts.push(await vitest('journeys'))
if (withFaults) counts.push(await check('faults', 'npm', ['run', 'faults:short'], 'inherit'))

const { passed, failed, skipped } = sum(counts)
process.exitCode = failed ? 1 : 0
if (skipped) console.log(`${skipped} skipped: what they need is not installed`)
console.log(`${passed} passed, ${failed} failed`)

/** Failed files run once more, when the machine is quieter; the second result counts. */
async function vitest(project) {
  const first = await runTests(project)
  const failed = (first.testResults ?? []).filter(({ status }) => status === 'failed')
  if (!failed.length || failed.length > mostRepeated) return countTests(first)
  const files = failed.map(({ name }) => relative('.', name))
  console.log(`Failed, and run once more: ${files.join(', ')}`)
  const second = await runTests(project, files)
  return sum([countTests(first, failed), countTests(second)])
}

/** The runner's report. */
async function runTests(project, files = []) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tests-'))
  const file = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { ok } = await run(
      'vitest',
      ['run', '--project', project, ...reporters, ...files],
      'inherit',
    )
    const report = readReport(file)
    // The reporter only counts these; a title says what its test needs.
    for (const title of skippedTitles(report)) console.log(`skipped: ${title}`)
    return { ...report, ok }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function skippedTitles({ testResults = [] }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName)
}

/**
 * A run that ended badly counts at least one failure, even if it blames no test.
 * @param repeated files whose results don't count: they run once more
 */
function countTests({ testResults = [], ok }, repeated = []) {
  const counted = testResults.filter((file) => !repeated.includes(file))
  const tests = counted.flatMap(({ assertionResults }) => assertionResults)
  const having = (...wanted) => tests.filter(({ status }) => wanted.includes(status)).length
  const passed = having('passed')
  const failed = having('failed') + counted.filter(failedOutside).length
  return {
    passed,
    failed: failed || (repeated.length || (ok && passed) ? 0 : 1),
    skipped: having('skipped', 'pending', 'todo'),
  }
}

function sum(counts) {
  const total = (of) => counts.reduce((so, count) => so + count[of], 0)
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') }
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

/** Counts as one test. If others run beside it, its output is shown once it has ended. */
async function check(name, command, args, shown = 'pipe') {
  const { ok, output } = await run(command, args, shown)
  console.log(`\n${output}${ok ? '✓' : '✗'} ${name}\n`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}

/** Runs the program; resolves to whether it ended well, and in time. */
async function run(command, args, output) {
  // In a group of its own, so that its workers end with it.
  const child = spawn(command, args, { stdio: ['inherit', output, output], detached: true })
  const chunks = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => chunks.push(chunk))
  const end = () => process.kill(-child.pid, 'SIGKILL')
  const interrupt = () => {
    end()
    process.exitCode = 130
    setImmediate(() => process.exit())
  }
  limit.addEventListener('abort', end)
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const [code] = await once(child, 'close')
  limit.removeEventListener('abort', end)
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
  if (limit.aborted) console.log(`✗ ${command} was still running after 45 minutes`)
  return { ok: code === 0, output: Buffer.concat(chunks).toString() }
}
