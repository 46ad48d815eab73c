import { describe, expect, test } from 'vitest'
import { countPoints, transparencyRules } from './rules.ts'

const at = (country: string, region: string | null = null) => ({
  places: [{ country, region, locality: 'Somewhere', postal_code: null, street: null }],
})
type Draft = Parameters<typeof transparencyRules>[0]
const rules = (job: object) => transparencyRules(job as Draft)
const points = (job: object) =>
  rules(job).flatMap(({ name, points }) => points.map(({ field }) => `${name}: ${field}`))

describe('Pay transparency', () => {
  test.each([
    [at('DE'), ['European Union']],
    [at('US', 'Colorado'), ['Colorado']],
    [at('US', 'CO'), ['Colorado']],
    [at('US', 'Texas'), []],
    [at('CA', 'Ontario'), ['Ontario']],
    [at('CA', 'QC'), []],
    [at('CH'), []],
    [{}, []],
    [{ remote_countries: ['US', 'CA', 'IE'] }, ['European Union', 'Colorado', 'Ontario']],
  ])('%j is ruled by %j', (job, names) => {
    expect(rules(job).map(({ name }) => name)).toEqual(names)
  })

  test('an ad without pay, benefits and a last day has a point for each', () => {
    expect(points(at('US', 'Colorado'))).toEqual([
      'Colorado: Pay',
      'Colorado: Text',
      'Colorado: Dates',
    ])
    const whole = {
      ...at('US', 'Colorado'),
      pay_min: 40_000,
      closes_on: '2027-01-31',
      description: '<p>Benefits: health insurance.</p>',
    }
    expect(points(whole)).toEqual([])
    expect(countPoints(rules(whole))).toBe(0)
  })

  test('a salary that was typed counts as pay', () => {
    expect(points(at('FR'))).toEqual(['European Union: Pay'])
    expect(points({ ...at('FR'), salary_range: '38–44 k€' })).toEqual([])
  })

  test('a range in Ontario spans 50,000 a year at most, unless it ends above 200,000', () => {
    const pay = (pay_min: number, pay_max: number, pay_unit = 'year') =>
      points({ ...at('CA', 'ON'), description: 'A vacancy.', pay_min, pay_max, pay_unit })
    expect(pay(50_000, 100_000)).toEqual([])
    expect(pay(50_000, 100_001)).toEqual(['Ontario: Pay'])
    expect(pay(140_000, 210_000)).toEqual([])
    expect(pay(20, 45, 'hour')).toEqual([])
  })
})
