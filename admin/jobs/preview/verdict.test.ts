import { expect, test } from 'vitest'
import { listed, verdictOf } from './verdict.ts'

const today = '2026-03-03'

test.each([
  ['an active job is listed', {}, 0, listed],
  ['a job that closes today is still listed', { closes_on: today }, 0, listed],
  [
    'a job whose closing date has passed is not',
    { closes_on: '2026-03-02' },
    0,
    /^Google won’t.*passed$/,
  ],
  ['an inactive job is listed later', { is_active: false }, 0, /once it is active$/],
  ['an unlisted job is not', { is_listed: false }, 2, /not listed on the site$/],
  ['open applications are no position', { is_open_application: true }, 2, /not one position$/],
  ['what is missing comes first', { closes_on: '2026-03-02' }, 2, /^Google needs 2 more things/],
] as const)('%s', (_, values, missing, verdict) => {
  expect(verdictOf(values, missing, today)).toMatch(
    typeof verdict === 'string' ? new RegExp(`^${verdict}$`) : verdict,
  )
})
