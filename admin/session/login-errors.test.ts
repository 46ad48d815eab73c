import { expect, test } from 'vitest'
import { loginErrors } from './login-errors.ts'

test('empty fields are required', () => {
  expect(loginErrors('', '')).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
})

test.each(['ada', 'ada@', '@example.com', 'ada@exam_ple', 'a da@example.com'])(
  '%s is not an email address',
  (email) => expect(loginErrors(email, 'x')).toHaveProperty('email'),
)

test('a valid email and any password have no errors', () => {
  expect(loginErrors('ada+work@mail.example.co.uk', ' ')).toEqual({})
})
