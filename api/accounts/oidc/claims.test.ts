import { describe, expect, test } from 'vitest'
import { hasSecondStep, permissionsOf, readAccount } from './claims.ts'

const claims = (more: Record<string, unknown> = {}) => ({ iss: 'i', sub: 's', ...more })

describe('names', () => {
  test.each([
    [{ given_name: 'Nia', family_name: 'North', name: 'N. N.' }, ['Nia', 'North']],
    [{ name: 'Nia van der North' }, ['Nia van der', 'North']],
    [{ name: 'Nia' }, ['Nia', '–']],
    [{ email: 'nia@example.org' }, ['nia', '–']],
    [{ given_name: 'x'.repeat(300), family_name: 7 }, ['x'.repeat(100), '–']],
  ])('%j', (given, names) => {
    const { first_name, last_name } = readAccount(claims(given))
    expect([first_name, last_name]).toEqual(names)
  })
})

test.each([
  ['mira@example.org', true, true],
  ['mira@example.org', 'true', false],
  ['mira@example.org', undefined, false],
  ['', true, false],
  [`${'x'.repeat(250)}@example.org`, true, false],
])('address %s with email_verified %s is verified: %s', (email, email_verified, is_verified) => {
  expect(readAccount(claims({ email, email_verified })).is_verified).toBe(is_verified)
})

test.each([
  [{ amr: ['pwd', 'mfa'] }, true],
  [{ amr: ['otp'] }, true],
  [{ amr: ['pwd'] }, false],
  [{ amr: 'mfa' }, false],
  [{ acr: 'urn:okta:loa:2fa:any' }, true],
  [{ acr: 'urn:okta:loa:1fa:any' }, false],
  [{ acr: '1' }, false],
  [{}, false],
])('%j is a second step: %s', (given, expected) => {
  expect(hasSecondStep(claims(given))).toBe(expected)
})

test('groups that are not set up give nothing', () => {
  const groups = new Map([['hr', ['manage_jobs']]] as const)
  const rules = { claim: 'roles', groups }
  expect(permissionsOf(claims({ roles: ['hr', 'admin', 7], groups: ['hr'] }), rules)).toEqual([
    'manage_jobs',
  ])
  expect(permissionsOf(claims({ roles: { hr: true } }), rules)).toEqual([])
})
