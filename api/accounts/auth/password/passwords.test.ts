import { expect, test, vi } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'

// These tests need the real cost.
vi.unmock('@node-rs/argon2')

const password = 'correct horse battery staple'

test('a password matches its hash, and nothing near it does', async () => {
  const hash = await hashPassword(password)
  expect(await passwordMatches(password, hash)).toBe(true)
  for (const near of ['', `${password} `, password.toUpperCase(), password.slice(0, -1)])
    expect(await passwordMatches(near, hash)).toBe(false)
})

test('a password is stored as Argon2id with the cost OWASP asks for, each time with another salt', async () => {
  const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('a missing hash matches no password', async () => {
  for (const hash of [null, undefined]) expect(await passwordMatches(password, hash)).toBe(false)
})

test('whether there is an account does not show in the time taken', async () => {
  const hash = await hashPassword(password)
  const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  // Without the same work the one would be a thousand times faster than the other.
  const isAlike = () => Math.abs(Math.log(fastest.unknown / fastest.known)) < Math.log(3)
  // More often on a busy machine.
  for (let turn = 0; turn < 12 || (turn < 60 && !isAlike()); turn++)
    for (const [name, against] of [['known', hash] as const, ['unknown', null] as const]) {
      const start = performance.now()
      await passwordMatches('a wrong guess', against)
      fastest[name] = Math.min(fastest[name], performance.now() - start)
    }
  expect(isAlike(), JSON.stringify(fastest)).toBe(true)
})

test('a password of 128 characters of any script differs from a similar one', async () => {
  const long = '密'.repeat(128)
  const hash = await hashPassword(long)
  expect(await passwordMatches(long, hash)).toBe(true)
  expect(await passwordMatches(`${long.slice(0, 127)}碼`, hash)).toBe(false)
})

test('too many concurrent checks are a 503', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword(password)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(10)
  expect(refused[0]?.reason).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } })
})

test('many first sign-ins at once block others only while they last', async () => {
  vi.resetModules()
  const fresh = await import('./passwords.ts')
  const crowd = Promise.allSettled(Array.from({ length: 60 }, () => fresh.hashPassword(password)))
  await expect(fresh.passwordMatches(password, null)).rejects.toMatchObject({ status: 503 })
  await crowd
  expect(await fresh.passwordMatches(password, null)).toBe(false)
})
