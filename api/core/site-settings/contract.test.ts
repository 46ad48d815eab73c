import { expect, test } from 'vitest'
import { settingError } from '#api/office/settings/contract/input.ts'
import { maxFileBytes, settingDefaults, siteSettings } from './contract.ts'

test.each([
  ['5', 5_242_880],
  ['1', 1_048_576],
  ['25', 26_214_400],
  ['2.5', 2_621_440],
  ['', 5_242_880],
  ['0', 5_242_880],
  ['26', 5_242_880],
  ['-3', 5_242_880],
  ['Infinity', 5_242_880],
  ['much', 5_242_880],
])('a limit of %j MB is %i bytes', (setting, bytes) => {
  expect(maxFileBytes(setting)).toBe(bytes)
})

test.each(['UTC', 'Europe/Dublin', 'Asia/Kathmandu', 'america/new_york', ''])(
  '%j is a time zone',
  (value) => expect(settingError('site_time_zone', value)).toBeUndefined(),
)

test.each(['Dublin', '+02:00', 'GMT+1', 'Europe/Atlantis', '2'])('%j is no time zone', (value) => {
  expect(settingError('site_time_zone', value)).toMatch(/^Enter a time zone like/)
})

test('the site has its default wherever a setting is empty, missing or unknown', () => {
  const settings = siteSettings([
    { key: 'site_name', value: 'Bakery' },
    { key: 'site_tagline', value: '' },
    { key: 'constructor', value: 'x' },
    { key: 'unknown', value: 'x' },
  ])
  expect(settings).toEqual({ ...settingDefaults, site_name: 'Bakery' })
})
