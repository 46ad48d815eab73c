import { gzipSync } from 'node:zlib'
import type { APIContext } from 'astro'
import { expect, test, vi } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { GET } from '../pages/embed.js.ts'

const response = async () =>
  GET({
    locals: { language: 'en', words: languages.en, appearance: { brand_color: '#8a1c3b' } },
  } as unknown as APIContext)

test('/embed.js is at most 3 KB with gzip', async () => {
  const size = gzipSync(await (await response()).text(), { level: 9 }).length
  expect(size).toBeLessThanOrEqual(3 * 1024)
})

test('/embed.js knows the brand color', async () => {
  expect(await (await response()).text()).toMatch(/^defineJobs\(\{.*"brand":"#8a1c3b"\}\)$/m)
})

test('/embed.js can be loaded by every website', async () => {
  const { headers } = await response()
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test.each([
  [null, []],
  [' | ', []],
  ['Kitchen', ['Kitchen']],
  ['Kitchen | Bakery', ['Kitchen', 'Bakery']],
  [String.raw`Sales \| Support|Bakery`, ['Sales | Support', 'Bakery']],
  ['C:\\', ['C:\\']],
  [String.raw`a\\|b`, [String.raw`a\|b`]],
])('the attribute value %j stands for %j', async (attribute, values) => {
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  const { valuesOf } = await import('./foyer-jobs.js')
  vi.unstubAllGlobals()
  expect(valuesOf(attribute)).toEqual(values)
})
