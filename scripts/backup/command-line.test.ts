import { expect, test, vi } from 'vitest'
import { describeBackup, printLost } from './command-line.ts'
import type { Manifest } from './manifest.ts'

const manifest: Manifest = {
  format: 1,
  taken_at: 'now',
  database: 'careers.db',
  bytes: 2_000_000,
  resumes: 0,
  lost: [],
  pictures: 0,
  lost_pictures: [],
  sums_sha256: '',
}

test.each([
  [0, 'the database and 0 resumes (2.0 MB), as of now'],
  [1, 'the database and 1 resume (2.0 MB), as of now'],
  [2, 'the database and 2 resumes (2.0 MB), as of now'],
])('describeBackup names %i resumes', (resumes, words) => {
  expect(describeBackup({ ...manifest, resumes })).toBe(words)
})

test('of many that are lost, some are named', () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const ids = Array.from({ length: 2000 }, (_, n) => n + 1)
  printLost(ids, { folder: '/backup', key: 'lost' }, (id) => `${id} is lost.`)
  const lines = print.mock.calls.map(([line]) => line)
  print.mockRestore()
  expect(lines).toHaveLength(21)
  expect(lines.slice(-2)).toEqual([
    '20 is lost.',
    'And 1980 more: lost in /backup/manifest.json has all.',
  ])
})
