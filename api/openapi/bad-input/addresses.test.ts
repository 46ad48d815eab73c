import { inspectRoutes } from 'hono/dev'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'
import { successesOf } from '../examples.ts'
import { hostileTexts } from '../fuzz/values.ts'
import { isSentence, watchDatabase } from './refusal.ts'

const w = await world()
const successes = successesOf(w.api)
const { hasChanged, close } = watchDatabase(w.url)
beforeAll(async () => {
  const id = await w.newApplication(await w.newJob())
  // The first row of a table also stores the table's sequence.
  await (await w.as('rita')).send('POST', `/applications/${id}/comments`, { text: '@Ada Admin' })
  await w.as('ada')
  hasChanged()
})
afterAll(async () => {
  close()
  await w.remove()
})

describe('paths', () => {
  /** As they are in an address: URLs resolve dot segments, and `/` alone begins another path. */
  const raw = ['%', '%00', '%E0%A4%A', '%ED%A0%80', '%2e%2e', '1%2F2', 'a'.repeat(4000)]
  const texts = ['a\u0000b', 'a\u202Eb', ...hostileTexts].filter(
    (text) => text !== '' && text.isWellFormed(),
  )
  const parts = [...texts.map(encodeURIComponent), ...raw]
  const routes = () => {
    const all = inspectRoutes(w.api).filter(({ isMiddleware }) => !isMiddleware)
    return [...new Set(all.map(({ method, path }) => `${method} ${path.replace('/api', '')}`))]
  }

  test('with an invalid or unknown id, slug or key answer 404 and change nothing', async () => {
    const faults: string[] = []
    const ada = await w.as('ada')
    const all = routes()
    const paths = new Set(all.map((route) => route.split(' ')[1]))
    const named = all.filter((route) => /:(id|slug|key)/.test(route))
    expect(named.length).toBeGreaterThan(20)
    for (const route of named)
      for (const part of [...parts, '987654']) {
        const [method = '', path = ''] = route.split(' ')
        // `..` leads to another path.
        const above = path.replace(/\/\w+\/:\w+/, '')
        if (part === '%2e%2e' && paths.has(above)) continue
        const body =
          method === 'GET'
            ? undefined
            : route.endsWith('/comments')
              ? { text: 'Yes.' }
              : successes[route]?.json
        const response = await ada.send(method, path.replace(/:\w+/, part), body)
        if (response.status !== 404 || !isSentence(response.body.error) || hasChanged())
          faults.push(
            `${route} ${part.slice(0, 40)}: ${response.status} ${JSON.stringify(response.body)}`,
          )
      }
    expect(faults).toEqual([])
  })

  test('with an unknown category are an empty list', async () => {
    for (const part of parts.filter((part) => part !== '%2e%2e')) {
      const { status, body } = await w.visitor.get(`/settings/category/${part}`)
      expect([part, status, body]).toEqual([part, 200, []])
    }
  })
})

/** Text with special meaning to a search engine, database or parser. */
const searches = [
  '"',
  '""',
  '*',
  '^',
  ':',
  '-',
  '(',
  ')',
  'AND',
  'OR NOT',
  'NEAR(a b)',
  'name:x',
  "'; --",
  '%',
  '_',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%E2%80%AE',
  '\u{1F956}',
  'x'.repeat(200),
]
test.each(searches)('a search for %j finds nothing, and harms nothing', async (q) => {
  const response = await (await w.as('rita')).get(`/applications?q=${q}`)
  expect([response.status, response.body]).toEqual([200, []])
  expect(response.headers.get('x-total-count')).toBe('0')
  expect(hasChanged()).toBe(false)
})
