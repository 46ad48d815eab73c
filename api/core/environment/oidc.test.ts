import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

const whole = {
  OIDC_ISSUER: 'https://login.example.com/tenant',
  OIDC_CLIENT_ID: 'foyer',
  OIDC_CLIENT_SECRET: 'secret',
}

test('domains, groups and their permissions are lists', () => {
  const env = readEnvironment({
    ...whole,
    OIDC_DOMAINS: 'Example.com, @example.org',
    OIDC_GROUPS: 'hr=review_applications+manage_jobs, Web team = edit_pages',
    OIDC_ONLY: 'true',
  })
  expect(env).toMatchObject({ OIDC_DOMAINS: ['example.com', 'example.org'], OIDC_ONLY: true })
  expect([...env.OIDC_GROUPS!]).toEqual([
    ['hr', ['review_applications', 'manage_jobs']],
    ['Web team', ['edit_pages']],
  ])
})

test.each(['http://localhost:8080/realms/a', 'http://127.0.0.1:9', 'http://[::1]:9'])(
  'an issuer on this machine may be %s',
  (OIDC_ISSUER) => {
    expect(readEnvironment({ ...whole, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER)
  },
)

test.each([
  [{ OIDC_ISSUER: 'http://login.example.com' }, /^OIDC_ISSUER is .* but must be an https address/],
  [{ OIDC_ISSUER: 'https://login.example.com/?a=b' }, /^OIDC_ISSUER is/],
  [{ OIDC_ISSUER: 'login.example.com' }, /^OIDC_ISSUER is/],
  [{ OIDC_DOMAINS: 'example' }, /^OIDC_DOMAINS is .* but must be domains/],
  [{ OIDC_GROUPS: 'hr' }, /^OIDC_GROUPS is .* but must be groups with permissions/],
  [{ OIDC_GROUPS: 'hr=admin' }, /^OIDC_GROUPS is/],
  [{ OIDC_ONLY: 'yes' }, /^OIDC_ONLY is "yes", but must be true or false$/],
  [{ OIDC_CLIENT_SECRET: '' }, /^OIDC_ISSUER needs OIDC_CLIENT_SECRET/],
  [{ OIDC_GROUP_CLAIM: 'roles' }, /^OIDC_GROUP_CLAIM needs OIDC_GROUPS/],
  [{ DATABASE_URL: 'libsql://db.example.com' }, /^OIDC_ISSUER needs SECRET_KEY/],
])('%j is refused in one line', (wrong, message) => {
  const read = () => readEnvironment({ ...whole, ...wrong })
  expect(read).toThrow(message)
  expect(read).not.toThrow(/\n|secret\b/)
})

test.each(['OIDC_CLIENT_ID', 'OIDC_DOMAINS', 'OIDC_GROUPS', 'OIDC_ONLY'])(
  '%s alone is refused',
  (name) => {
    const values = { OIDC_ONLY: 'true', OIDC_DOMAINS: 'example.com', OIDC_GROUPS: 'a=edit_pages' }
    const value = values[name as keyof typeof values] ?? 'foyer'
    expect(() => readEnvironment({ [name]: value })).toThrow(`${name} needs OIDC_ISSUER`)
  },
)
