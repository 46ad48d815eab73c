import { expect, test } from 'vitest'
import { lostDate } from './lost-date.ts'

const job = { is_active: false, opens_on: null, closes_on: null }

test.each([
  ['a future opening date', { opens_on: '2026-11-26' }, { opens_on: '2026-11-26' }],
  ['a past closing date', { closes_on: '2026-11-24' }, { closes_on: '2026-11-24' }],
  ['no date', {}, undefined],
  ['the day the job opened', { opens_on: '2026-11-25' }, undefined],
  ['a future closing date', { closes_on: '2026-11-25' }, undefined],
])('activating a job with %s loses %o', (_what, dates, lost) => {
  expect(lostDate({ ...job, ...dates }, '2026-11-25')).toEqual(lost)
})

test('deactivating an active job loses no date', () => {
  const active = { ...job, is_active: true, opens_on: '2026-11-01', closes_on: '2026-12-01' }
  expect(lostDate(active, '2026-11-25')).toBeUndefined()
})
