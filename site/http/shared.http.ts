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
