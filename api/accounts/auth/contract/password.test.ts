import { expect, test } from 'vitest'
import { newPassword } from '../contract.ts'
import { passwordError } from './password.ts'

test.each([
  'correct horse battery staple',
  ' spaces stay ',
  'twelve chars',
  'Grüße aus 東京 🚲',
  '密碼很長很長很長而且不重複',
  `${'a quite long sentence, '.repeat(5)}done`,
  'x'.repeat(12),
  'ø'.repeat(128),
])('%j is a password', (password) => {
  expect(passwordError(password)).toBeUndefined()
  expect(newPassword.parse(password)).toBe(password)
})

test.each([
  ['', 'Use at least 12 characters'],
  ['eleven char', 'Use at least 12 characters'],
  ['words '.repeat(22), 'Use at most 128 characters'],
  ['broken \uD800 character', 'Contains a broken character'],
])('%j has the wrong form', (password, fault) => {
  expect(passwordError(password)).toBe(fault)
})

test('a password reports one error at a time', () => {
  for (const password of ['a', 'a'.repeat(200), '\uD800'.repeat(12)])
    expect(newPassword.safeParse(password).error?.issues).toHaveLength(1)
})
