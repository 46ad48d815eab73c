import { expect, test } from 'vitest'
import { setting } from '#scripts/testing/components/rows.ts'
import { findSettings } from './categories.ts'
import { idOf } from './places.ts'

const settings = [
  setting({ id: 1, key: 'site_name', value: 'Harbor Bakery' }),
  setting({ id: 2, key: 'public_url', description: "Your site's web address" }),
  setting({ id: 3, key: 'hold_hours', category: 'candidates' }),
  setting({ id: 4, key: 'notify_email', category: 'email' }),
]
const found = (search: string) =>
  findSettings(settings, search)
    .filter(({ isFound }) => isFound)
    .map(({ title, matches, hasExtra }) => [title, [...matches], hasExtra])

test('without a search every setting is listed', () => {
  expect(found('  ')).toEqual([
    ['General', [1, 2], false],
    ['Candidates', [3], true],
    ['Email', [4], true],
  ])
})

test.each([
  ['Name of the site', [['General', [1], false]]],
  ['harbor', [['General', [1], false]]],
  ['ADDRESS web', [['General', [2], false]]],
  ['candidates', [['Candidates', [3], true]]],
  ['public holidays', [['Candidates', [], true]]],
  ['test email', [['Email', [], true]]],
  ['coffee', []],
])('a search for %j finds %j', (search, expected) => expect(found(search)).toEqual(expected))

test('the anchor of a category has no spaces', () => {
  expect(idOf('our house')).toBe('category-our%20house')
})
