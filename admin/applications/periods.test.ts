import { expect, test } from 'vitest'
import { unfiltered } from './filter-queries.ts'
import { isFiltered, readFilters, toSearch } from './filters.ts'
import { dayOf, isRelative, periods, textOfRange, withDays, withRange } from './periods.ts'

const today = '2026-03-01'

test.each([
  ['today', '2026-03-01'],
  ['yesterday', '2026-02-28'],
  ['29-days-ago', '2026-01-31'],
  ['2025-12-31', '2025-12-31'],
])('%s is %s on 1 March', (word, day) => {
  expect(dayOf(word, today)).toBe(day)
})

test('each period stays in the address as it was chosen, and means other days tomorrow', () => {
  for (const period of periods) {
    const search = toSearch({ ...unfiltered, ...withRange('decided', period) })
    const filters = readFilters(search)
    expect([period.label, toSearch(filters)]).toEqual([period.label, search])
    expect(isFiltered(filters)).toBe(true)
    expect(isRelative(filters)).toBe(true)
    expect(textOfRange(filters, 'decided', today)).toBe(period.label)
    expect(toSearch(withDays(filters, today))).not.toEqual(
      toSearch(withDays(filters, '2026-03-02')),
    )
  }
})

test('days that were typed stay what they are', () => {
  const filters = readFilters({ applied_from: '2026-01-01', applied_to: '2026-01-05' })
  expect(isRelative(filters)).toBe(false)
  expect(withDays(filters, today)).toEqual(filters)
  expect(textOfRange(filters, 'applied', today)).toBe('1 Jan 2026 – 5 Jan 2026')
  expect(textOfRange(readFilters({ applied_from: '2026-01-01' }), 'applied', today)).toBe(
    'from 1 Jan 2026',
  )
  expect(textOfRange(readFilters({ applied_to: '2026-01-01' }), 'applied', today)).toBe(
    'until 1 Jan 2026',
  )
  expect(textOfRange(filters, 'decided', today)).toBeUndefined()
})
