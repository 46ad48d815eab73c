import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test.each([
  ['scripts/bench/run.ts', 'nothing', 'There is no nothing'],
  ['scripts/bench/run.ts', '--bogus', "Unknown option '--bogus'"],
  ['scripts/faults/run.ts', 'nothing', 'No scenario matches nothing'],
  ['scripts/screenshots.ts', '--bogus', "Unknown option '--bogus'"],
  ['scripts/backup.ts', '--bogus', "Unknown option '--bogus'"],
  ['scripts/restore.ts', '--bogus', "Unknown option '--bogus'"],
  ['scripts/admin.ts', '--bogus', 'npm run admin'],
])('%s %s fails in one line', (command, argument, reason) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, argument], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stdout, stderr.trim().split('\n').length]).toEqual([1, '', 1])
  expect(stderr).toContain(reason)
})
