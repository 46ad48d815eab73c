import { expect, test } from 'vitest'
import { onlyReads } from './only-reads.ts'

test.each([
  ['select 1', true],
  ['\n  SELECT updated_at from jobs', true],
  ['with open as (select id from jobs) select updated_at from open', true],
  ['with old as (select id from jobs)\n delete from jobs where id in old', false],
  ['with one as (select 1) insert into jobs (id) select * from one', false],
  ['insert into jobs default values', false],
  ['pragma user_version', false],
])('%s only reads: %s', (sql, reads) => {
  expect(onlyReads([sql])).toBe(reads)
  expect(onlyReads(['select 1', { sql, args: [] }])).toBe(reads)
  expect(onlyReads([[sql, []]])).toBe(reads)
})
