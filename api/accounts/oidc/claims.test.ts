import { describe, expect, test } from 'vitest'
import { hasSecondStep, joined, permissionsOf, readAccount } from './claims.ts'

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
  [{ amr: ['pwd', 'otp'] }, true],
  [{ amr: ['hwk', 'pin'] }, true],
  [{ amr: ['fpt', 'swk'] }, true],
  [{ amr: ['otp'] }, false],
  [{ amr: ['pwd', 'pin'] }, false],
  [{ amr: ['pwd', 'pop'] }, false],
  [{ acr: 'urn:okta:loa:2fa:any:ifpossible' }, false],
  [{ amr: ['pwd'] }, false],
  [{ amr: 'mfa' }, false],
  [{ acr: 'urn:okta:loa:2fa:any' }, true],
  [{ acr: 'urn:okta:loa:1fa:any' }, false],
  [{ acr: '1' }, false],
  [{}, false],
])('%j is a second step: %s', (given, expected) => {
  expect(hasSecondStep(claims(given))).toBe(expected)
})

describe('ID token and UserInfo together', () => {
  test.each([
    [{ email: 'a@x.org' }, { email: 'b@x.org', email_verified: true }, 'b@x.org', true],
    [{ email: 'a@x.org', email_verified: false }, { email_verified: true }, 'a@x.org', false],
    [{ email: 'a@x.org' }, { email_verified: true }, 'a@x.org', undefined],
    [{ email_verified: true }, { email: 'b@x.org' }, 'b@x.org', undefined],
    [{}, { email: 'b@x.org', email_verified: true }, 'b@x.org', true],
  ])('%j and %j: the address is %s, verified %s', (token, info, email, email_verified) => {
    const both = joined(claims(token), info)
    expect([both.email, both.email_verified]).toEqual([email, email_verified])
  })

  test('only the token says how somebody signed in', () => {
    const info = { sub: 's', amr: ['mfa'], acr: 'phr', sid: 'x', auth_time: 1, groups: ['hr'] }
    expect(joined(claims(), info)).toEqual({ iss: 'i', sub: 's', groups: ['hr'] })
  })
})

test('groups that are not set up give nothing', () => {
  const groups = new Map([['hr', ['manage_jobs']]] as const)
  const rules = { claim: 'roles', groups }
  expect(permissionsOf(claims({ roles: ['hr', 'admin', 7], groups: ['hr'] }), rules)).toEqual([
    'manage_jobs',
  ])
  expect(permissionsOf(claims({ roles: { hr: true } }), rules)).toEqual([])
})
