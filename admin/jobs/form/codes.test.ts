import { expect, test } from 'vitest'
import { findCountries } from './codes.ts'

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
