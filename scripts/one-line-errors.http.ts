import { expect, test } from 'vitest'
import { runScript } from './run-script.ts'

test.each([
  ['../lab/bench/run.ts', 'nothing', 'There is no nothing'],
  ['../lab/bench/run.ts', '--bogus', "Unknown option '--bogus'"],
  ['../lab/faults/run.ts', 'nothing', 'No scenario matches nothing'],
  ['screenshots.ts', '--bogus', "Unknown option '--bogus'"],
  ['backup.ts', '--bogus', "Unknown option '--bogus'"],
  ['restore.ts', '--bogus', "Unknown option '--bogus'"],
  ['move-storage.ts', '--bogus', "Unknown option '--bogus'"],
  ['move-storage.ts', 'file:/nowhere', 'name two places'],
  ['admin.ts', '--bogus', 'npm run admin'],
])('%s %s fails in one line', async (script, argument, reason) => {
  const { code, out, err } = await runScript(script, [argument])
  expect([code, out, err.trim().split('\n').length]).toEqual([1, '', 1])
  expect(err).toContain(reason)
})
