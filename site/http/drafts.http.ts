import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder: string
let server: RunningServer
let authorization: string
const start = async () => {
  const PAGES_DIR = join(folder, 'pages')
  server = await startServer({ folder, env: { SEED: 'empty', PAGES_DIR, LOG_LEVEL: 'debug' } })
  authorization = `Bearer ${(await signIn(server.url)).token}`
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-drafts-'))
  await start()
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function send<Row = { id: number }>(method: string, path: string, json?: object) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    ...(json && { body: JSON.stringify(json) }),
    headers: { authorization, 'content-type': 'application/json' },
  })
  expect([path, response.ok]).toEqual([path, true])
  return (response.status === 204 ? undefined : await response.json()) as Row
}
async function visit(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const create = (slug: string) =>
  send('POST', '/pages', { title: 'Team', slug, content: '<p>Old words.</p>', is_published: true })
const linkTo = async (path: string) => {
  const { url } = await send<{ url: string }>('POST', `${path}/preview-links`)
  return new URL(url).pathname
}

describe('A preview link', () => {
  test('shows the latest draft, and nothing keeps it', async () => {
    const { id } = await create('team')
    await send('PUT', `/pages/${id}`, { content: '<p>Newer words.</p>', draft: true })
    const path = await linkTo(`/pages/${id}`)
    const { status, headers, html } = await visit(path)
    expect([status, html.includes('Newer words.'), html.includes('This is a draft.')]).toEqual([
      200,
      true,
      true,
    ])
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).not.toContain('rel="canonical"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    await send('PUT', `/pages/${id}`, { content: '<p>Newest words.</p>', draft: true })
    expect((await visit(path)).html).toContain('Newest words.')
    expect((await visit('/page/team')).html).toContain('Old words.')
    const token = path.split('/').at(-1)!
    const files = await readdir(join(folder, 'pages'), { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      // Files are being written meanwhile.
      const text = await readFile(join(file.parentPath, file.name), 'utf8').catch(() => '')
      expect([file.name, /Newe(r|st) words/.test(text), text.includes(token)]).toEqual([
        file.name,
        false,
        false,
      ])
    }
    await send('POST', `/pages/${id}/publish-draft`)
    expect((await visit('/page/team')).html).toContain('Newest words.')
    const gone = await visit(path)
    expect([gone.status, gone.html.includes('This preview has ended')]).toEqual([404, true])
    expect(server.output()).not.toContain(token)
  })

  test('shows a job without a form to send, and in maintenance too', async () => {
    const { id } = await send('POST', '/jobs', { title: 'Cook', description: '<p>Cook.</p>' })
    await send('PUT', `/jobs/${id}`, { title: 'Chef', draft: true })
    const path = await linkTo(`/jobs/${id}`)
    await send('PUT', '/settings/key/maintenance_mode', { value: 'true' })
    const { status, html } = await visit(path)
    await send('PUT', '/settings/key/maintenance_mode', { value: 'false' })
    expect([status, html.includes('Chef'), html.includes('<form')]).toEqual([200, true, false])
    expect(html).not.toContain('application/ld+json')
    const listed = await send<{ id: number }[]>('GET', `/jobs/${id}/preview-links`)
    await send('DELETE', `/preview-links/${listed[0]?.id}`)
    expect((await visit(path)).status).toBe(404)
  })

  test('that is invented is 404, and a POST changes nothing', async () => {
    expect((await visit(`/draft/${'x'.repeat(43)}`)).status).toBe(404)
    expect((await visit('/draft/x')).status).toBe(404)
    expect((await visit('/draft/%00')).status).toBeLessThan(500)
  })
})

test('a schedule is carried out after a restart', async () => {
  const publish_at = new Date(Date.now() + 86_400_000).toISOString()
  const { id } = await send('POST', '/pages', {
    title: 'Soon',
    slug: 'soon',
    content: '<p>Now.</p>',
    publish_at,
  })
  await server.stop()
  // The day comes while the server is down.
  const db = new DatabaseSync(join(folder, 'careers.db'))
  db.exec("UPDATE pages SET publish_at = '2026-01-01T08:00:00.000Z' WHERE slug = 'soon'")
  db.close()
  await start()
  await expect.poll(async () => (await visit('/page/soon')).status).toBe(200)
  const page = await send<{ is_published: boolean; publish_at: null }>('GET', `/pages/${id}`)
  expect(page).toMatchObject({ is_published: true, publish_at: null })
})

test('a former address leads to the new one, is counted, and unknown ones to Home', async () => {
  await send('PUT', '/redirects', [
    { from: '/careers.html', to: '/jobs?team=Field' },
    { from: '/über', to: '/page/team' },
  ])
  const redirect = async (path: string) => {
    const { status, headers } = await visit(path)
    return [status, headers.get('location'), headers.get('cache-control')]
  }
  for (const path of ['/careers.html', '/c%61reers.html?team=Office', '/careers.html/'])
    expect(await redirect(path)).toEqual([301, '/jobs?team=Field', 'no-cache'])
  expect((await redirect('/careers.html?utm_source=mail'))[1]).toBe(
    '/jobs?team=Field&utm_source=mail',
  )
  for (const path of ['/%C3%BCber', '/%c3%bcber', '/u%CC%88ber'])
    expect((await redirect(path)).slice(0, 2)).toEqual([301, '/page/team'])
  expect((await redirect('/careers')).slice(0, 2)).toEqual([302, '/'])
  const post = await fetch(`${server.url}/careers.html`, { method: 'POST', redirect: 'manual' })
  expect(post.status).toBeLessThan(400)
  await vi.waitUntil(async () => {
    const file = join(folder, 'pages', 'site', '_redirects')
    return (await readFile(file, 'utf8').catch(() => '')).includes(
      '/careers.html /jobs?team=Field 301',
    )
  }, 30_000)
  await server.stop()
  await start()
  const rows = await send<{ from: string; hits: number }[]>('GET', '/redirects')
  expect(rows.find(({ from }) => from === '/careers.html')?.hits).toBeGreaterThanOrEqual(3)
})
