import { expect, test } from 'vitest'
import { currencyOf } from '#api/website/jobs/contract/countries.ts'
import { currenciesFor, findCountries } from './codes.ts'

const found = (typed: string, except: string[] = []) =>
  findCountries(typed, except).map(({ code }) => code)

test('a country is found by the start of its name, then by any part of it', () => {
  expect(found('ire')).toEqual(['IE', 'CI'])
  expect(found('united')[0]).toBe('AE')
  expect(found('land').slice(0, 2)).toEqual(['AX', 'BV'])
  expect(found('guinea')).toEqual(['GN', 'GW', 'GQ', 'PG'])
})

test('case, accents and blanks do not matter, and a code finds its country first', () => {
  expect(found(' CÔTE d')).toEqual(['CI'])
  expect(found('curacao')).toEqual(['CW'])
  expect(found('pt')[0]).toBe('PT')
})

test('chosen countries are left out, and an empty or unknown query finds nothing', () => {
  expect(found('ireland', ['IE'])).toEqual([])
  expect(found('')).toEqual([])
  expect(found('atlantis')).toEqual([])
})

test('a country has the euro, the currency with its code, or none that its code tells', () => {
  expect(['IE', 'HR', 'GB', 'CH', 'SE', 'VE', 'LI'].map(currencyOf)).toEqual([
    ...['EUR', 'EUR', 'GBP', 'CHF', 'SEK'],
    ...[undefined, undefined],
  ])
})

test('currencies of likely countries come first, then common ones, each once', () => {
  const { common, others } = currenciesFor(['SE', 'GB', 'VE'])
  expect(common.slice(0, 4).map(({ code }) => code)).toEqual(['SEK', 'GBP', 'EUR', 'USD'])
  const codes = [...common, ...others].map(({ code }) => code)
  expect([new Set(codes).size, codes.includes('JPY')]).toEqual([codes.length, true])
})
