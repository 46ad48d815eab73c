import { expect, test } from 'vitest'
import { dialled } from './telephone.ts'

test('spaces, brackets and hyphens are not dialled', () => {
  expect(dialled('+354 055 0163')).toBe('+3540550163')
  expect(dialled('(020) 915-0177')).toBe('0209150177')
})

test('words and times beside a number are not dialled', () => {
  expect(dialled('+34 955 050 01 23 (after 16:00)')).toBe('+349550500123')
  expect(dialled('mobile: 020 915 ext. 4')).toBe('020915')
})

test('the bracketed zero of an international number is not dialled', () => {
  expect(dialled('+44 (0)20 915 0177')).toBe('+44209150177')
})

test('a field without a number gives undefined', () => {
  expect(dialled('ask the porter')).toBeUndefined()
})
