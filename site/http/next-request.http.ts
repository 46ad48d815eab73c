import { describe, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const journey = startJourney()
const call = staffCalls(journey)
const set = (key: string, value: string) => call('PUT', `/settings/key/${key}`, { value })

async function visit(path: string, init?: RequestInit) {
  const response = await fetch(journey.url + path, { redirect: 'manual', ...init })
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), html: await response.text() }
}
const htmlOf = async (path: string) => (await visit(path)).html
const statusOf = async (path: string) => (await visit(path)).status

describe('Public pages show with the next request', () => {
  test('a job that is created, changed, deactivated, activated and deleted', async () => {
    for (const path of ['/', '/jobs']) expect(await htmlOf(path)).not.toContain('Diver')
    const description = '<p>You go where our probes are.</p>'
    const { id } = await call('POST', '/jobs', { title: 'Diver', description, is_active: true })
    const path = `/jobs/${id}/apply`
    for (const page of ['/', '/jobs', path]) expect(await htmlOf(page)).toContain('Diver')
    expect(await htmlOf(path)).toContain('You go where our probes')

    await call('PUT', `/jobs/${id}`, { title: 'Diver and Welder' })
    for (const page of ['/', '/jobs', path])
      expect(await htmlOf(page)).toContain('Diver and Welder')

    await call('POST', `/jobs/${id}/deactivate`)
    expect(await statusOf(path)).toBe(410)
    expect(await htmlOf(path)).toContain('This position is closed')
    for (const page of ['/', '/jobs']) expect(await htmlOf(page)).not.toContain('Diver')

    await call('POST', `/jobs/${id}/activate`)
    expect(await statusOf(path)).toBe(200)
    await call('DELETE', `/jobs/${id}`)
    expect(await statusOf(path)).toBe(404)
  })

  test('a page that is published, moved, unpublished, published again and deleted', async () => {
    expect(await statusOf('/page/our-values')).toBe(302)
    const { id } = await call('POST', '/pages', {
      title: 'Our Values',
      slug: 'our-values',
      content: '<p>We measure twice.</p>',
      meta_description: 'What we hold dear',
      is_published: true,
    })
    const page = await htmlOf('/page/our-values')
    for (const words of ['We measure twice.', 'Our Values', 'content="What we hold dear"'])
      expect(page).toContain(words)

    await call('PUT', `/pages/${id}`, { slug: 'values' })
    expect(await htmlOf('/page/values')).toContain('We measure twice.')
    expect(await htmlOf('/page/our-values')).not.toContain('We measure twice.')

    await call('POST', `/pages/${id}/unpublish`)
    const { status, location } = await visit('/page/values')
    expect([status, location]).toEqual([302, '/'])
    await call('POST', `/pages/${id}/publish`)
    expect(await statusOf('/page/values')).toBe(200)
    await call('DELETE', `/pages/${id}`)
    expect(await statusOf('/page/values')).toBe(302)
  })

  test('a new name of the site, and a new limit for files', async () => {
    expect(await htmlOf('/')).toContain('Brackwater Instruments')
    await set('site_name', 'Tidewater & Søn')
    expect(await htmlOf('/jobs')).toContain(
      '<title>Open Positions - Careers | Tidewater &amp; Søn</title>',
    )
    const home = await htmlOf('/')
    expect(home).toContain('<title>Tidewater &amp; Søn</title>')
    expect(home).toContain('Welcome to Tidewater &amp; Søn')

    expect(await htmlOf('/jobs/1/apply')).toMatch(/\b5\s?MB/)
    await set('max_file_size', '1')
    expect(await htmlOf('/jobs/1/apply')).not.toMatch(/\b5\s?MB/)
    expect(await htmlOf('/jobs/1/apply')).toMatch(/\b1\s?MB/)
  })

  test('maintenance, which closes the site, returns a sent letter, and opens it again', async () => {
    const visitors = ['/', '/jobs', '/jobs/1/apply', '/page/about', '/application/success']
    for (const path of visitors) expect(await statusOf(path)).toBe(200)
    await set('site_name', 'Tidewater & Søn')
    await set('maintenance_mode', 'true')
    for (const path of [...visitors, '/jobs', '/jobs/99999/apply', '/page/none']) {
      const closed = await visit(path)
      expect([path, closed.status, closed.headers.get('x-maintenance')]).toEqual([path, 503, null])
      expect(closed.headers.get('retry-after')).toBe('300')
      expect(closed.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(closed.html).toContain('ll be back soon')
      expect(closed.html).toContain('Tidewater &amp; Søn')
    }
    expect(await statusOf('/api/jobs/active')).toBe(503)
    expect(await statusOf('/api/settings/public')).toBe(200)
    expect(await htmlOf('/login')).toContain('Sign in')
    for (const path of ['/login', '/backoffice', '/backoffice/jobs', '/healthz', '/robots.txt'])
      expect(await statusOf(path)).toBe(200)
    const body = applicationForm({ job_id: 1, motivation_letter: 'I bake bread & more.' })
    const refused = await visit('/jobs/1/apply', { method: 'POST', body })
    expect(refused.status).toBe(503)
    expect(refused.html).toContain('ll be back soon')
    expect(refused.html).toContain('I bake bread &amp; more.')

    await set('maintenance_mode', 'false')
    for (const path of visitors) {
      const open = await visit(path)
      expect([path, open.status]).toEqual([path, 200])
      expect(open.html).not.toContain('ll be back soon')
    }
    expect(await statusOf('/maintenance')).toBe(302)
  })
})
