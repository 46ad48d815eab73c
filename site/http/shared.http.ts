import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationForm, resumeFile } from '#scripts/testing/fixtures/application-form.ts'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder: string
let server: RunningServer
let authorization: string
let id: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-shared-'))
  server = await startServer({
    folder,
    env: { SEED: 'empty', LOG_LEVEL: 'debug', BASE_PATH: '/careers' },
  })
  authorization = `Bearer ${(await signIn(server.url)).token}`
  const job = await send('POST', '/jobs', { title: 'Baker', description: '<p>Bake.</p>' })
  const body = applicationForm({ job_id: job.id, resume: resumeFile('mira.pdf') })
  await fetch(`${server.url}/api/applications/submit`, { method: 'POST', body })
  const db = new DatabaseSync(join(folder, 'careers.db'), { readOnly: true })
  id = Number(db.prepare('SELECT max(id) AS id FROM applications').get()?.id)
  db.close()
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function send(method: string, path: string, json?: object) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    ...(json && { body: JSON.stringify(json) }),
    headers: { authorization, 'content-type': 'application/json' },
  })
  expect([path, response.ok]).toEqual([path, true])
  return response.status === 204 ? undefined : await response.json()
}
const visit = (path: string) => fetch(new URL(path, server.url), { redirect: 'manual' })

test('the page of a shared link is for its reader alone, and ends when it is revoked', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const share = await send('POST', '/shares', { ids: [id], name: 'Dr. Vogt', expires_at })
  const path = new URL(share.url).pathname
  expect(path).toMatch(/^\/careers\/shared\/[\w-]{43}$/)
  const page = await visit(path)
  const html = await page.text()
  expect(page.status).toBe(200)
  for (const text of ['Mira', 'Baker', 'Confidential, for Dr. Vogt only', 'data-address'])
    expect(html).toContain(text)
  expect(html).not.toMatch(/@example|rel="canonical"/)
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  await send('DELETE', `/shares/${share.id}`)
  const gone = await visit(path)
  expect([gone.status, (await gone.text()).includes('not valid or has ended')]).toEqual([404, true])
  const token = path.split('/').at(-1) ?? ''
  expect(server.output()).not.toContain(token)
})

test('a name with markup is text, and the resume of the page can do nothing on its own', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const name = `"><img src=x onerror='alert(1)'>`
  const share = await send('POST', '/shares', { ids: [id], name, expires_at })
  const path = new URL(share.url).pathname
  const html = await (await visit(path)).text()
  // But for the values of attributes, which quotes end.
  expect(html.replace(/="[^"]*"/g, '')).not.toContain('<img src=x')
  expect(html).toContain('&lt;img src=x')
  const resume = await visit(`${path.replace('/shared/', '/api/shared/')}/1/resume`)
  expect([resume.status, (await resume.bytes()).length > 1000]).toEqual([200, true])
  expect(Object.fromEntries(resume.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringMatching(/sandbox.*default-src 'none'/),
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  expect(resume.headers.get('access-control-allow-origin')).toBe(null)
})

test('a hand-over leaves as a file that nobody keeps, and its address is in no log', async () => {
  const address = `/applications/${id}`
  const { updated_at } = await send('GET', address)
  await send('PUT', address, { status: 'selected', tell: 'never', updated_at })
  const { url } = await send('POST', `${address}/hand-over`)
  const { pathname } = new URL(url)
  expect(pathname).toMatch(/^\/careers\/api\/hand-overs\/[\w-]{43}$/)
  const archive = await visit(pathname)
  expect([archive.status, (await archive.text()).startsWith('PK')]).toEqual([200, true])
  expect(Object.fromEntries(archive.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(/^attachment/),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  })
  const token = pathname.split('/').at(-1) ?? ''
  expect(server.output()).not.toContain(token)
})
