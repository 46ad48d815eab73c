import { expect, test } from 'vitest'
import { loginErrors } from './login-errors.ts'

test('someone who leaves the sign-in empty is told what is missing', () => {
  expect(loginErrors('', '')).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
})

test.each(['ada', 'ada@', '@example.com', 'ada@example', 'a da@example.com'])(
  '%s is not taken for an e-mail address',
  (email) => expect(loginErrors(email, 'x')).toHaveProperty('email'),
)

test('whatever a server may accept is sent to it', () => {
  expect(loginErrors('ada+work@mail.example.co.uk', ' ')).toEqual({})
})
