import { expect, test } from 'vitest'
import { builtInKeys } from '#api/settings/contract/table.ts'
import { completed, errorsOf, labelOf } from './section-form.ts'

test('every built-in setting has a label in words of its own', () => {
  const labels = builtInKeys.map(labelOf)
  expect(new Set(labels).size).toBe(builtInKeys.length)
  expect(labels.filter((label) => /_|Url/.test(label))).toEqual([])
  expect(labelOf('opening_hours')).toBe('Opening Hours')
  expect(labelOf('constructor')).toBe('Constructor')
})

test.each([
  ['linkedin_url', 'linkedin.com/company/x', 'https://linkedin.com/company/x'],
  ['public_url', ' careers.example.org ', 'https://careers.example.org'],
  ['public_url', 'http://careers.example.org/', 'http://careers.example.org/'],
  ['facebook_url', 'my page', 'my page'],
  ['facebook_url', '', ''],
  ['site_name', ' example.com', 'example.com'],
  ['contact_email', 'jobs@example.com', 'jobs@example.com'],
])('%s: %j becomes %j', (key, typed, value) => expect(completed(key, typed)).toBe(value))

test('errorsOf names the values that break a rule', () => {
  const values = { max_file_size: '26', site_name: 'Bakery', facebook_url: 'my page' }
  expect(errorsOf(values)).toEqual({
    max_file_size: 'Must be a number from 1 to 25',
    facebook_url: 'Enter a full web address, like https://example.com',
  })
})
