// Runs Vitest with the given arguments, without Firefox and WebKit unless `--all-browsers` is one
// of them. The last lines are the slowest files and the count, also after a crash.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'

const report = 'node_modules/.cache/test-report.json'
rmSync(report, { force: true })
// Vitest would color what goes into a file.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1'
const given = process.argv.slice(2)
const withAllBrowsers = given.includes('--all-browsers')
const isChosen = withAllBrowsers || given.some((argument) => argument.startsWith('--project'))
const options = [
  ...given.filter((argument) => argument !== '--all-browsers'),
  ...(isChosen ? [] : ['--project=!browsers']),
]
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
const { status } = spawnSync('vitest', ['run', ...reporters, ...options], {
  stdio: 'inherit',
  timeout: 75 * 60_000,
  killSignal: 'SIGKILL',
})

const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = readReport()
// A file that can't be loaded or set up fails without a test of its own.
const failedFiles = testResults.filter(
  (file) =>
    file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
)
const failed = numFailedTests + failedFiles.length || (status === 0 ? 0 : 1)
printSlowest(testResults)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

/** The ten files whose tests took longest, without what was done before their first. */
function printSlowest(files) {
  const timed = files.map((file) => ({ ...file, ms: file.endTime - file.startTime }))
  const slowest = timed.sort((one, other) => other.ms - one.ms).slice(0, 10)
  if (slowest.length) console.log('\nThe slowest files, in seconds:')
  for (const { name, ms } of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(6)}  ${relative(process.cwd(), name)}`)
}

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return {}
  }
}
