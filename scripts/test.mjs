// Runs Vitest with the given arguments; the last line is the count, also after a crash.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'

const report = 'node_modules/.cache/test-report.json'
rmSync(report, { force: true })
// Vitest would color what goes into a file.
if (!process.stdout.isTTY) process.env.NO_COLOR = '1'
const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
const { status } = spawnSync('vitest', ['run', ...reporters, ...process.argv.slice(2)], {
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
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return {}
  }
}
