import { expect, test } from 'vitest'
import { adAround } from './ad-around.ts'
import { valuesOf } from './values.ts'

const place = { locality: 'Cork', region: '', postal_code: '', street: '', country: 'IE' }

test('what is not complete yet is left out of the ad', () => {
  const values = { ...valuesOf(), places: [place, { ...place, country: '' }] }
  expect(adAround({ ...values, closes_on: '120265-01-31' }, undefined)).toMatchObject({
    title: '',
    places: [{ locality: 'Cork', country: 'IE' }],
    closes_on: null,
  })
  expect(adAround({ ...values, closes_on: '2027-01-31' }, undefined).closes_on).toBe('2027-01-31')
})

test('a salary that was typed replaces the one composed from the pay', () => {
  const values = { ...valuesOf(), pay_min: 30_000, pay_currency: 'EUR', pay_unit: 'year' as const }
  expect(adAround(values, undefined).salary_text).toContain('30,000')
  expect(adAround({ ...values, salary_range: ' Enough ' }, undefined).salary_text).toBe('Enough')
})
