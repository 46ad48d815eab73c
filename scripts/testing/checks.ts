import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'

// With NODE_ENV and the others that Vitest sets, the build would be one for development.
const fromVitest = /^(NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL|TEST|VITEST.*)$/
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !fromVitest.test(name))),
  ASTRO_TELEMETRY_DISABLED: '1',
}

/** Fails with the program's output. */
async function run(program: string, ...args: string[]) {
  try {
    await promisify(execFile)(program, args, { env, timeout: 15 * 60_000, maxBuffer: 2 ** 28 })
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string }
    throw new Error(`${message.split('\n')[0]}\n${stdout}${stderr}`)
  }
}

// In sequence, so that a machine with two cores has one for the unit tests.
test('types', () => run('astro', 'check', '--minimumSeverity', 'warning'))
test('lint', () => run('biome', 'ci', '--colors=off', '.'))
test('build', () => run(process.execPath, 'scripts/prepare.mjs', '--build'))
