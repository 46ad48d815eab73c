import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
const file = (path: string) => join(folder, 'current', path, 'index.html')
/** The text of a file of the whole site, or ''. */
const whole = (name: string) => {
  const place = join(folder, 'site', name)
  return existsSync(place) ? readFileSync(place, 'utf8') : ''
}
const appears = (path: string) => vi.waitUntil(() => existsSync(file(path)), 30_000)

describe('Page files (PAGES_DIR)', () => {
  // Registered first, so that it runs last: the server writes there until it ends.
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const journey = startJourney({ PAGES_DIR: folder })

  const call = staffCalls(journey)

  test('are written soon after the start', async () => {
    for (const path of ['/', '/jobs', '/jobs/1/apply', '/page/about']) await appears(path)
  })

  test('are identical to responses and contain their policy', async () => {
    const response = await fetch(`${journey.url}/jobs`)
    const html = await response.text()
    expect(readFileSync(file('/jobs'), 'utf8')).toBe(html)
    const [, inside = ''] =
      /http-equiv="content-security-policy" content="([^"]*)"/.exec(html) ?? []
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(inside).toContain("script-src 'self'")
    expect(policy.split(/\s*;\s*/)).toEqual(expect.arrayContaining(inside.split(/;\s*/)))
    expect(html.indexOf('content-security-policy')).toBeLessThan(html.indexOf('<style'))
  })

  test.each([
    ['a page that is unpublished', '/page/about', ['POST', '/pages/2/unpublish']],
    ['a job that is closed', '/jobs/1/apply', ['POST', '/jobs/1/deactivate']],
    ['a job that is deleted', '/jobs/2/apply', ['DELETE', '/jobs/2']],
  ])(
    'are removed before the response to withdrawing %s',
    async (_, path, [method = '', address = '']) => {
      await appears(path)
      await call(method, address)
      expect(existsSync(file(path))).toBe(false)
      // And don't come back with the others.
      await appears('/jobs')
      await fetch(journey.url + path, { redirect: 'manual' })
      expect(existsSync(file(path))).toBe(false)
    },
  )

  test('contain no draft, even after a request for it', async () => {
    const draft = {
      title: 'Secret',
      slug: 'secret',
      content: '<p>Not yet</p>',
      is_published: false,
    }
    await call('POST', '/pages', draft)
    await fetch(`${journey.url}/page/secret`, { redirect: 'manual' })
    await appears('/jobs')
    expect(existsSync(file('/page/secret'))).toBe(false)
  })

  test('contain a change with the response to the next request', async () => {
    await appears('/')
    await call('PUT', '/settings/key/site_name', { value: 'Another Name' })
    expect(existsSync(file('/'))).toBe(false)
    expect(await (await fetch(`${journey.url}/`)).text()).toContain('Another Name')
    await appears('/')
    expect(readFileSync(file('/'), 'utf8')).toContain('Another Name')
  })

  test('of the whole site follow each change, but never hold a draft', async () => {
    const handbook = { title: 'Handbook', slug: 'handbook', content: '<p>Read</p>' }
    const { id } = await call('POST', '/pages', { ...handbook, is_published: true })
    await expect.poll(() => whole('page/handbook/index.html')).toContain('Read')
    await expect.poll(() => whole('sitemap.xml')).toContain('/page/handbook')
    await call('POST', `/pages/${id}/unpublish`)
    await expect.poll(() => whole('page/handbook/index.html')).toBe('')
    await expect.poll(() => whole('sitemap.xml')).not.toContain('/page/handbook')
    // The list is written last.
    await expect.poll(() => whole('../site.json')).not.toContain('/page/handbook')
    const list = JSON.parse(whole('../site.json')) as { file: string }[]
    expect(list.length).toBeGreaterThan(100)
    const names = readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' })
    const pages = [...list.map(({ file }) => file), ...names].filter((name) => /html/.test(name))
    expect(pages.filter((name) => /secret|handbook|preview|backoffice/.test(name))).toEqual([])
  })

  test('of the whole site say their headers', () => {
    const headers = whole('_headers')
    const rules = headers.split('\n\n').map((rule) => rule.split('\n')[0])
    expect(new Set(rules).size).toBe(rules.length)
    expect(rules.length).toBeLessThanOrEqual(100)
    expect(headers).toMatch(/^\/_astro\/\*\n( {2}.*\n)* {2}Cache-Control: .*immutable/m)
    expect(headers).toMatch(/^\/feed\.xml\n {2}Content-Type: application\/atom\+xml/m)
    expect(headers).toMatch(/^\/jobs\.json\n( {2}.*\n)* {2}Access-Control-Allow-Origin: \*/m)
    expect(whole('404.html')).toContain('Temporarily unavailable')
  })

  test('are removed during maintenance, while the whole site keeps its last pages', async () => {
    await call('PUT', '/settings/key/maintenance_mode', { value: 'true' })
    for (const path of ['/', '/jobs']) {
      expect((await fetch(journey.url + path)).status).toBe(503)
      expect(existsSync(file(path))).toBe(false)
    }
    expect(whole('index.html')).toContain('Another Name')
    expect(whole('jobs/index.html')).toContain('Another Name')
    await call('PUT', '/settings/key/maintenance_mode', { value: 'false' })
    await fetch(`${journey.url}/jobs`)
    await appears('/jobs')
  })

  test('survive a kill and are rewritten by the next process', async () => {
    await appears('/jobs')
    await journey.server.kill()
    expect(existsSync(file('/jobs'))).toBe(true)
    await journey.restart()
    await appears('/jobs')
    expect(readFileSync(file('/jobs'), 'utf8')).toContain('Another Name')
  })
})
