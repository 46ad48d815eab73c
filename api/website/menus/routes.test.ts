import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents, menus, oldSlugs, pages } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'

const w = await world()
afterAll(() => w.remove())

let pam: Person
beforeEach(async () => {
  await w.db.delete(menus)
  await w.db.delete(pages)
  pam = await w.as('pam')
})

async function newPage(slug: string, more: Partial<typeof pages.$inferInsert> = {}) {
  const values = { title: `The ${slug}`, slug, content: '<p>We.</p>', is_published: true, ...more }
  return (await w.db.insert(pages).values(values).returning({ id: pages.id }))[0]!.id
}
const home = { label: 'Home', url: '/' }
const jobs = { label: 'Jobs', url: '/jobs' }
const [homeLink, jobsLink] = [
  { label: 'Home', href: '/' },
  { label: 'Jobs', href: '/jobs' },
]
const shown = async () => (await w.visitor.get('/menus')).body
const put = (name: string, items: unknown, etag?: string) =>
  send('PUT', name, { body: JSON.stringify(items) }, etag)
const reset = (name: string, etag?: string) => send('DELETE', name, {}, etag)
async function send(method: string, name: string, init: RequestInit, etag?: string) {
  const headers = { 'content-type': 'application/json', ...(etag && { 'if-match': etag }) }
  return w.read(await pam.raw(`/menus/${name}`, { method, headers, ...init }))
}
const etagOf = async (name: string) => String((await pam.get(`/menus/${name}`)).headers.get('etag'))

describe('the default', () => {
  test('is Home and Jobs, and About while the page about is published', async () => {
    const id = await newPage('about', { is_published: false })
    expect((await pam.get('/menus/header')).body).toEqual([home, jobs])
    expect(await shown()).toEqual({ header: [homeLink, jobsLink], footer: [], privacy: null })
    await pam.send('POST', `/pages/${id}/publish`)
    const about = { label: 'About', page_id: id }
    expect((await pam.get('/menus/header')).body).toEqual([home, jobs, about])
    expect((await shown()).header[2]).toEqual({ label: 'About', href: '/page/about' })
  })

  test('follows the page about to its new slug, until another page has the slug', async () => {
    const id = await newPage('about')
    await pam.send('PUT', `/pages/${id}`, { slug: 'team' })
    expect((await shown()).header[2]).toEqual({ label: 'About', href: '/page/team' })
    const other = await newPage('about')
    expect((await pam.get('/menus/header')).body[2]).toEqual({ label: 'About', page_id: other })
    expect((await shown()).header[2].href).toBe('/page/about')
  })

  test('returns with DELETE, also twice', async () => {
    await put('header', [])
    expect((await shown()).header).toEqual([])
    for (const _ of [1, 2]) expect((await reset('header')).status).toBe(204)
    expect((await shown()).header).toEqual([homeLink, jobsLink])
  })
})

describe('PUT /menus/{name}', () => {
  test('stores items in order, and visitors see them resolved', async () => {
    const [team, start] = [await newPage('team'), await newPage('home')]
    const items = [
      { label: 'Blog', url: 'https://blog.example.org/?a=1&b=2' },
      { label: ' Our team ', page_id: team },
      { label: 'Start', page_id: start },
      { label: 'Our team', page_id: team },
    ]
    const response = await put('header', items)
    expect(response.status).toBe(200)
    const stored = items.map((item) => ({ ...item, label: item.label.trim() }))
    expect(response.body).toEqual(stored)
    expect((await pam.get('/menus/header')).body).toEqual(stored)
    expect((await shown()).header).toEqual([
      { label: 'Blog', href: 'https://blog.example.org/?a=1&b=2' },
      { label: 'Our team', href: '/page/team' },
      { label: 'Start', href: '/' },
      { label: 'Our team', href: '/page/team' },
    ])
    expect((await pam.get('/menus/footer')).body).toEqual([])
  })

  test('keeps items of unpublished pages without showing them, and drops those of deleted ones', async () => {
    const id = await newPage('team', { is_published: false })
    const team = { label: 'Team', page_id: id }
    await put('footer', [team, jobs])
    expect((await pam.get('/menus/footer')).body).toEqual([team, jobs])
    expect((await shown()).footer).toEqual([jobsLink])
    await pam.send('POST', `/pages/${id}/publish`)
    expect((await shown()).footer).toEqual([{ label: 'Team', href: '/page/team' }, jobsLink])
    await pam.send('DELETE', `/pages/${id}`)
    expect((await pam.get('/menus/footer')).body).toEqual([jobs])
    expect((await shown()).footer).toEqual([jobsLink])
  })

  const many = Array.from({ length: 20 }, () => jobs)
  test('takes up to 20 items', async () => {
    expect((await put('header', many)).status).toBe(200)
    const response = await put('header', [...many, jobs])
    expect([response.status, response.body]).toEqual([400, { error: 'At most 20 items' }])
  })

  const address =
    'Must start with https://, with / for a page of this site, or with mailto: or tel:'
  const gone = 'This page no longer exists. Remove it or choose another.'
  const form = 'An item is a label and a page_id, or a label and a url'
  test.each([
    [{ label: 'X', url: 'javascript:alert(1)' }, ['url'], address],
    [{ label: 'X', url: ' JavaScript:alert(1)' }, ['url'], address],
    [{ label: 'X', url: 'data:text/html,x' }, ['url'], address],
    [{ label: 'X', url: '//example.org' }, ['url'], address],
    [{ label: 'X', url: '/\\example.org' }, ['url'], address],
    [{ label: 'X', url: 'java\nscript:x' }, ['url'], address],
    [{ label: 'X', url: ' ' }, ['url'], 'Link is required'],
    [{ label: 'X', url: `/${'x'.repeat(500)}` }, ['url'], 'Must be at most 500 characters'],
    [{ label: '', url: '/' }, ['label'], 'Label is required'],
    [{ label: 'x'.repeat(61), url: '/' }, ['label'], 'Must be at most 60 characters'],
    [{ label: 'X', page_id: 987654 }, ['page_id'], gone],
    [{ label: 'X', page_id: 1.5 }, [], form],
    [{ label: 'X' }, [], form],
    [{ label: 'X', page_id: 1, url: '/' }, [], form],
    [null, [], form],
  ])('refuses %j', async (item, path, message) => {
    const response = await put('header', [jobs, item])
    expect(response.status).toBe(400)
    expect(response.body.error).toBe(message)
    expect(response.body.details[0]).toEqual({ path: [1, ...path], message })
    expect((await pam.get('/menus/header')).body).toEqual([home, jobs])
  })

  test('takes an array only', async () => {
    for (const body of [{ items: [] }, 'x', null, {}]) {
      const response = await put('header', body)
      expect([response.status, response.body.error]).toEqual([400, 'The body must be a JSON array'])
    }
  })

  test('an unknown menu is 404', async () => {
    for (const name of ['side', 'HEADER', '1', 'constructor']) {
      expect((await pam.get(`/menus/${name}`)).status).toBe(404)
      expect((await put(name, [])).body).toEqual({ error: 'Menu not found' })
      expect((await reset(name)).status).toBe(404)
    }
  })

  test('leaves a trace in the audit trail', async () => {
    await w.db.delete(auditEvents).catch(() => {})
    await put('footer', [jobs])
    const events = await w.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'menu.changed'))
    expect(events.at(-1)).toMatchObject({
      actor_name: 'Pam Pages',
      target_id: 2,
      target_name: 'footer',
    })
  })
})

describe('two people at once', () => {
  test('a PUT based on an older version is 409 with the current items', async () => {
    const first = await etagOf('header')
    expect((await put('header', [jobs], first)).status).toBe(200)
    const late = await put('header', [home], first)
    expect([late.status, late.body.current]).toEqual([409, [jobs]])
    expect(late.body.error).toContain('Someone else saved changes while you were editing')
    const second = `W/${await etagOf('header')}`
    expect(second).not.toContain(first)
    const response = await put('header', [home], second)
    expect([response.status, response.headers.get('etag')]).toEqual([200, await etagOf('header')])
    expect((await put('header', [], second)).status).toBe(409)
    expect((await put('header', [], '"default"')).status).toBe(409)
    expect((await pam.get('/menus/header')).body).toEqual([home])
  })

  test('a DELETE based on an older version is 409', async () => {
    const first = await etagOf('footer')
    await put('footer', [jobs])
    const late = await reset('footer', first)
    expect([late.status, late.body.current]).toEqual([409, [jobs]])
    expect((await reset('footer', await etagOf('footer'))).status).toBe(204)
    expect((await pam.get('/menus/footer')).body).toEqual([])
  })

  test('of several at the same moment one wins', async () => {
    const etag = await etagOf('header')
    const responses = await Promise.all([1, 2, 3, 4].map(() => put('header', [jobs], etag)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('without If-Match the last one wins', async () => {
    for (const items of [[jobs], [home]]) expect((await put('header', items)).status).toBe(200)
    expect((await put('header', [], '*')).status).toBe(200)
    expect((await pam.get('/menus/header')).body).toEqual([])
  })
})

describe('privacy and imprint', () => {
  test('end the footer once published, unless a menu has them', async () => {
    const privacy = await newPage('privacy', { is_published: false })
    await newPage('imprint')
    await put('footer', [jobs])
    const imprintLink = { label: 'The imprint', href: '/page/imprint' }
    expect((await shown()).footer).toEqual([jobsLink, imprintLink])
    await pam.send('POST', `/pages/${privacy}/publish`)
    const privacyLink = { label: 'The privacy', href: '/page/privacy' }
    expect(await shown()).toMatchObject({
      footer: [jobsLink, imprintLink, privacyLink],
      privacy: { ...privacyLink, version: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    await put('footer', [{ label: 'Your data', page_id: privacy }])
    await put('header', [{ label: 'Legal', url: '/page/imprint' }])
    expect(await shown()).toEqual({
      header: [{ label: 'Legal', href: '/page/imprint' }],
      footer: [{ label: 'Your data', href: '/page/privacy' }],
      privacy: { ...privacyLink, version: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
  })

  test('keep their place under a new slug', async () => {
    const id = await newPage('privacy')
    await pam.send('PUT', `/pages/${id}`, { slug: 'your-data' })
    expect((await w.db.select().from(oldSlugs))[0]).toEqual({ slug: 'privacy', page_id: id })
    expect((await shown()).privacy.href).toBe('/page/your-data')
  })
})
