import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the release check names its steps when asked for another', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['lab/release-check.ts', 'nothing'],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^No step is named nothing: faults, apart, fuzz, beside, clocks, zones, order\n$/,
  )
})
