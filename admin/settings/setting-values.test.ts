import { expect, test } from 'vitest'
import { builtInKeys } from '#api/core/site-settings/contract/table.ts'
import { completed, labelOf } from './setting-values.ts'

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
