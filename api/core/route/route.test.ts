import { globSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from './context.ts'
import { anyone, declaredRoutes, headersOfRuns, refuseUndeclared, route } from './route.ts'

const declared = route({ summary: 'Read', access: anyone(), answers: { 204: null } }, (c) =>
  c.body(null, 204),
)

test('an app of declared routes and middlewares is accepted', () => {
  const jobs = new Hono<Env>().get('/:id', declared).onError((error) => {
    throw error
  })
  const app = new Hono<Env>().use((_, next) => next()).route('/jobs', jobs)
  expect(() => refuseUndeclared(app)).not.toThrow()
  expect(declaredRoutes(app)).toMatchObject([
    { method: 'GET', path: '/jobs/:id', declaration: { summary: 'Read' } },
  ])
})

test.each([
  ['an undeclared handler', new Hono<Env>().get('/secret', (c) => c.text('')), 'GET /secret'],
  ['an undeclared handler of all methods', new Hono<Env>().all('/x', (c) => c.text('')), 'ALL /x'],
  [
    'an undeclared handler in a sub-app',
    new Hono<Env>().route(
      '/jobs',
      new Hono<Env>().post('/secret', (c) => c.text('')),
    ),
    'POST /jobs/secret',
  ],
  [
    'a middleware before a declared handler',
    new Hono<Env>().get('/secret', (_, next) => next(), declared),
    'GET /secret',
  ],
  [
    'a second handler for the same method and path',
    new Hono<Env>().get('/secret', declared).get('/secret', declared),
    'GET /secret',
  ],
])('%s is refused by name', (_, app, name) => {
  expect(() => refuseUndeclared(app)).toThrow(`No single declared access: ${name}. `)
})

test('a run of a handler that was outdated leaves no header behind', () => {
  const sources = globSync('api/**/*.ts').filter(
    (file) => !/\.test\.ts$|api\/core\/route\/|api\/openapi\//.test(file),
  )
  const set = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\bc\.header\(\s*(?:'([\w-]+)')?/g),
  ])
  expect(set.length).toBeGreaterThan(8)
  const others = set.map(([, name]) => name).filter((name) => !headersOfRuns.includes(name ?? ''))
  expect(others).toEqual([])
  const elsewhere = sources.filter((file) =>
    /\bc\.(status\(|res\.headers\b)/.test(readFileSync(file, 'utf8')),
  )
  expect(elsewhere).toEqual([])
  // Of routes that never begin again.
  const withCookies = sources.filter((file) =>
    /\b(?:set|delete)Cookie\(/.test(readFileSync(file, 'utf8')),
  )
  expect(withCookies).toEqual(['api/accounts/oidc/cookies.ts'])
})
