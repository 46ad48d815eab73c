import { expect, test } from 'vitest'
import { isPrivate } from './private-paths.ts'

const token = `${'Zk3-'.repeat(10)}abc`

test.each([
  ['/application', true],
  ['/application/', true],
  [`/application/${token}`, true],
  [`/application/confirm/${token}`, true],
  ['/application/success', false],
  ['/applications', false],
  ['/alerts', true],
  [`/alerts/confirm/${token}`, true],
  ['/alertsome', false],
  ['/jobs/1/apply', false],
])('%s is a private page: %s', (path, expected) => {
  expect(isPrivate(path)).toBe(expected)
})
