import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder: string
let server: RunningServer
let authorization: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-slugs-'))
  server = await startServer({ folder, env: { SEED: 'empty' } })
  authorization = `Bearer ${(await signIn(server.url)).token}`
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function send(method: string, path: string, json: object) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    body: JSON.stringify(json),
    headers: { authorization, 'content-type': 'application/json' },
  })
  expect(response.ok).toBe(true)
  return (await response.json()) as { id: number }
}
const create = (slug: string) =>
  send('POST', '/pages', { title: slug, slug, content: `<p>I am ${slug}</p>`, is_published: true })
const rename = (id: number, slug: string) => send('PUT', `/pages/${id}`, { slug })
const pageBySlug = async (slug: string) =>
  (await (await fetch(`${server.url}/api/pages/slug/${slug}`)).json()) as { id: number }

/** Status and target of a redirect, or status and text of a page. */
async function visit(path: string) {
  const response = await fetch(server.url + path, { redirect: 'manual' })
  const text = /I am [a-z]+/.exec(await response.text())?.[0]
  return [response.status, response.headers.get('location') ?? text]
}

test('an old slug redirects to the page under its current slug', async () => {
  const { id } = await create('one')
  expect(await visit('/page/one')).toEqual([200, 'I am one'])
  await rename(id, 'two')
  // Twice: the second response comes from the cache.
  for (const _ of [1, 2]) expect(await visit('/page/one')).toEqual([301, '/page/two'])
  await rename(id, 'three')
  expect(await visit('/page/one')).toEqual([301, '/page/three'])
  expect(await visit('/page/two?utm_source=mail')).toEqual([301, '/page/three?utm_source=mail'])
  expect(await visit('/page/three')).toEqual([200, 'I am one'])
})

test('a redirect ends when another page takes over the slug', async () => {
  const { id } = await create('spring')
  await rename(id, 'summer')
  const response = await fetch(`${server.url}/page/spring`, { redirect: 'manual' })
  expect([response.status, response.headers.get('cache-control')]).toEqual([301, 'no-cache'])
  await send('POST', `/pages/${id}/unpublish`, {})
  expect(await visit('/page/spring')).toEqual([302, '/'])
  await create('spring')
  expect(await visit('/page/spring')).toEqual([200, 'I am spring'])
})

test('Home follows the slug home, and About in the header the page', async () => {
  const front = async () => (await fetch(server.url)).text()
  // The starter page, a draft.
  await send('PUT', '/pages/2', { is_published: true })
  expect(await front()).toContain('/page/about')
  const [home, about] = [await pageBySlug('home'), await pageBySlug('about')]
  await rename(home.id, 'welcome')
  await rename(about.id, 'team')
  expect(await visit('/page/home')).toEqual([301, '/page/welcome'])
  expect(await visit('/page/about')).toEqual([301, '/page/team'])
  expect(await front()).toContain('<a href="/page/team"')
  await create('home')
  expect(await visit('/')).toEqual([200, 'I am home'])
})
