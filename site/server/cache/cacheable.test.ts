import { expect, it } from 'vitest'
import { cacheKey, guardQuery, isUnboundedKey, samples, undeclaredReads } from './cacheable.ts'

it.each([
  ['/jobs?q=&place=&team=&type=', '/jobs'],
  ['/jobs?page=1&utm_source=mail', '/jobs'],
  ['/jobs?page=-1&q=%20%09', '/jobs'],
  ['/jobs?q=Rye++BREAD%20&page=2&place=Basel', '/jobs?page=2&place=basel&q=rye+bread'],
  ['/jobs?x=1&place=%20Basel&q=rye%00bread', '/jobs?place=basel&q=rye+bread'],
  ['/jobs?workplace=remote&team=b&team=A', '/jobs?team=a&team=b&workplace=remote'],
  // Redirected.
  ['/jobs?location=Basel', '/jobs?location=Basel'],
  // The same letter, composed and decomposed.
  ['/jobs?q=K%C3%B6ln', '/jobs?q=k%C3%B6ln'],
  ['/jobs?q=Ko%CC%88ln', '/jobs?q=k%C3%B6ln'],
  ['/jobs?q=a&q=b', '/jobs?q=a'],
  ['/jobs?page=99999999999', '/jobs'],
  ['/embed.js?v=2', '/embed.js'],
  ['/jobs.json?x=1&page=2&team=Kitchen', '/jobs.json?team=kitchen'],
  ['/feed.xml?type=nonsense&type=intern&place=Basel', '/feed.xml?place=basel&type=INTERN'],
  ['/feed.xml?page=2', '/feed.xml?page=2'],
  ['/jobs/7/apply?q=a', '/jobs/7/apply'],
  ['/application/success?jobTitle=x&jobId=7', '/application/success?jobId=7'],
  ['/backoffice', null],
])('cacheKey maps %s to %s', (url, key) => {
  expect(cacheKey(url)).toBe(key)
})

it('cacheKey bounds the length of a key', () => {
  const endless = 'ö'.repeat(5000)
  const values = Array.from({ length: 99 }, (_, n) => `&place=${n}${endless}`).join('')
  const key = cacheKey(`/jobs?q=${endless}${values}&page=999999`) ?? ''
  expect(decodeURIComponent(key).length).toBeLessThan(6500)
})

it.each([
  '/jobs?q=%F0%9F%A5%96'.padEnd(2000, '%F0%9F%A5%96'),
  '/jobs?q=%ED%A0%80&place=%FF',
  '/jobs?place=a%26q%3Db%23&q=%2B%25',
  '/jobs?q=%C4%B0%C4%B0&page=3',
])('cacheKey is idempotent: %s', (url) => {
  const key = cacheKey(url) ?? ''
  expect(cacheKey(key)).toBe(key)
})

it('isUnboundedKey is true for searches only', () => {
  expect(['/jobs?q=a', '/jobs?place=b', '/jobs?team=b&page=2'].every(isUnboundedKey)).toBe(true)
  expect(['/', '/jobs', '/jobs?page=2', '/application/success?jobId=1'].some(isUnboundedKey)).toBe(
    false,
  )
})

it('only declared parameters of a cached page can be read', () => {
  const guarded = (address: string) => {
    const url = new URL(address, 'http://site')
    guardQuery(url)
    return url.searchParams
  }
  expect(guarded('/jobs?q=bread').get('q')).toBe('bread')
  expect(guarded('/application/success?jobId=7').get('jobId')).toBe('7')
  for (const [address, name] of [
    ['/jobs?city=Basel', 'city'],
    ['/jobs', 'city'],
    ['/', 'q'],
    ['/jobs/1/apply', 'jobId'],
    ['/jobs', 'constructor'],
  ] as const) {
    expect(() => guarded(address).get(name)).toThrow('declared')
    expect(() => guarded(address).has(name)).toThrow('declared')
    expect(() => guarded(address).getAll(name)).toThrow('declared')
  }
  expect(guarded('/backoffice?x=1').get('x')).toBe('1')
  undeclaredReads.clear()
})

it('an undeclared parameter makes a key unbounded', () => {
  expect(isUnboundedKey('/jobs?city=basel')).toBe(true)
  expect(isUnboundedKey('/?x=1')).toBe(true)
})

it('each page has a sample that is cached', () => {
  expect(samples.map(cacheKey)).toEqual(samples)
})
