import { expect, test } from 'vitest'
import { fieldErrors } from './problem.ts'

test('each message belongs to the field that its path begins with, the first one to each', () => {
  const details = [
    { path: ['email'], message: 'Email is required' },
    { path: ['permissions', 2], message: 'Unknown permission' },
    { path: ['email'], message: 'Enter an email address like name@example.com' },
    { path: [], message: 'Whatever this is about' },
  ]
  expect(fieldErrors({ error: 'Email is required', details })).toEqual({
    email: 'Email is required',
    permissions: 'Unknown permission',
  })
})

test('a field without a message has invalid input', () => {
  const details = [
    { path: ['phone'], message: '' },
    { path: ['title'] as string[] } as { path: string[]; message: string },
  ]
  expect(fieldErrors({ error: 'No', details })).toEqual({
    phone: 'Invalid input',
    title: 'Invalid input',
  })
})

test('without details no field is to blame', () => {
  expect(fieldErrors({ error: "You don't have permission to do this" })).toEqual({})
})
