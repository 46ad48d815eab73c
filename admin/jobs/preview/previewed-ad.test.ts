import { expect, test } from 'vitest'
import { valuesOf } from '../form/values.ts'
import { previewedAd } from './previewed-ad.ts'

const place = { locality: 'Cork', region: '', postal_code: '', street: '', country: 'IE' }

test('the previewed ad leaves out what is not complete yet', () => {
  const values = { ...valuesOf(), places: [place, { ...place, country: '' }] }
  expect(previewedAd({ ...values, closes_on: '120265-01-31' }, undefined)).toMatchObject({
    title: 'Job title',
    requirements: null,
    places: [{ locality: 'Cork', country: 'IE' }],
    closes_on: null,
  })
  expect(previewedAd({ ...values, closes_on: '2027-01-31' }, undefined).closes_on).toBe(
    '2027-01-31',
  )
})

test('the previewed ad shows a typed salary instead of the one composed from the pay', () => {
  const values = { ...valuesOf(), pay_min: 30_000, pay_currency: 'EUR', pay_unit: 'year' as const }
  expect(previewedAd(values, undefined).salary_text).toContain('30,000')
  expect(previewedAd({ ...values, salary_range: ' Enough ' }, undefined).salary_text).toBe('Enough')
})
