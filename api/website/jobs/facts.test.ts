import { describe, expect, test } from 'vitest'
import { en } from '#api/core/words/contract/en.ts'
import { locationText, salaryText } from './contract/facts.ts'

const said = { words: en.facts, language: 'en', locale: 'en-GB' }
const at = (locality: string | null, country = 'IE', region: string | null = null) => ({
  locality,
  region,
  country,
  postal_code: null,
  street: null,
})

describe('locationText', () => {
  test.each([
    [{ location: ' Port Ellery ', workplace: 'remote' as const }, 'Port Ellery'],
    [
      { places: [at('Port Ellery')], workplace: 'hybrid' as const },
      'Port Ellery, Ireland · Hybrid',
    ],
    [{ places: [at('Port Ellery')], workplace: 'onsite' as const }, 'Port Ellery, Ireland'],
    [{ places: [at('Austin', 'US', 'Texas')] }, 'Austin, Texas, United States'],
    [{ places: [at(null, 'PT')] }, 'Portugal'],
    [{ places: [at('Cork'), at('Cork'), at('Galway')] }, 'Cork, Ireland; Galway, Ireland'],
    [
      { places: ['Cork', 'Galway', 'Sligo', 'Tralee'].map((town) => at(town)) },
      'Cork, Ireland; Galway, Ireland and 2 more',
    ],
    [{ workplace: 'remote' as const }, 'Remote'],
    [
      { workplace: 'remote' as const, remote_countries: ['IE', 'PT'] },
      'Remote (Ireland; Portugal)',
    ],
    [{}, null],
    [{ location: ' ', workplace: 'onsite' as const }, null],
  ])('%j is %j', (job, text) => {
    expect(locationText(job, said)).toBe(text)
  })
})

describe('salaryText', () => {
  const pay = (pay_min: number | null, pay_max: number | null, pay_currency = 'EUR') => ({
    pay_min,
    pay_max,
    pay_currency,
    pay_unit: 'year' as const,
  })
  test.each([
    [{ ...pay(48_000, 58_000), salary_range: 'Good pay' }, 'Good pay'],
    [pay(48_000, 58_000), '€48,000–58,000 a year'],
    [pay(48_000, 48_000), '€48,000 a year'],
    [pay(48_000, null), 'From €48,000 a year'],
    [pay(null, 58_000), 'Up to €58,000 a year'],
    [{ ...pay(15.5, 18), pay_unit: 'hour' as const }, '€15.50–18.00 an hour'],
    [pay(0, 10, 'JPY'), 'JP¥0–10 a year'],
    [pay(1200.5, null, 'JPY'), 'From JP¥1,200.5 a year'],
    [pay(15.125, null, 'KWD'), 'From KWD\u00A015.125 a year'],
    [pay(null, 15.5, 'KWD'), 'Up to KWD\u00A015.500 a year'],
    [pay(15, 15, 'KWD'), 'KWD\u00A015 a year'],
    [pay(15.125, null), 'From €15.125 a year'],
    [pay(0.1, 18.125), '€0.10–18.125 a year'],
    [{}, null],
    [{ pay_min: 4 }, null],
  ])('%j is %j', (job, text) => {
    expect(salaryText(job, said)).toBe(text)
  })
})
