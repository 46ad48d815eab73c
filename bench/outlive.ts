// `npm run outlive`: Foyer behind a real nginx with deploy/nginx.conf. A change is seen with the next
// request, what is withdrawn is gone, and with the process killed every warm page still answers.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signIn, startServer } from '../scripts/serve.ts'
import { securityHeaders } from '../site/security-headers.ts'
import { foyerSite, startNginx } from './nginx.ts'
import { missing } from './tools.ts'

const absent = missing(['nginx'])
if (absent.length) {
  console.error(`Not tried: there is no ${absent.join(', no ')}.`)
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-outlive-'))
const pages = join(folder, 'pages')
const foyer = await startServer({ folder, env: { PAGES_DIR: pages, LOG_LEVEL: 'error' } })
const nginx = await startNginx(await foyerSite(pages, foyer.url))
const { token } = await signIn(foyer.url)

const get = (path: string, init?: RequestInit) =>
  fetch(nginx.url + path, { redirect: 'manual', ...init })
const fileOf = (path: string) => join(pages, 'current', path, 'index.html')

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = body && { body: JSON.stringify(body) }
  const answer = await get(`/api${path}`, { method, headers, ...sent })
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}`)
}

/** A page is written a moment after its first answer. */
async function lies(path: string) {
  for (let tries = 0; tries < 250 && !existsSync(fileOf(path)); tries++) await pause(20)
  assert.ok(existsSync(fileOf(path)), `${path} never became a file`)
}

async function changesAreSeen() {
  for (let round = 0; round < 200; round++) {
    if (round % 2) await lies('/jobs')
    await call('PUT', '/settings/key/site_name', {
      value: `Name ${String(round).padStart(3, '0')}`,
    })
    assert.match(
      await (await get('/jobs')).text(),
      new RegExp(`Name ${String(round).padStart(3, '0')}`),
    )
  }
  return '200 changes, each seen with the next request'
}

/** One ETag must never stand for two versions, also when both are of one second and one length. */
async function copiesAreNotOutdated() {
  for (let round = 0; round < 30; round++) {
    await lies('/jobs')
    const etag = (await get('/jobs')).headers.get('etag') ?? ''
    assert.equal((await get('/jobs', { headers: { 'if-none-match': etag } })).status, 304)
    await call('PUT', '/settings/key/site_name', {
      value: `Copy ${String(round).padStart(3, '0')}`,
    })
    await get('/jobs')
    await lies('/jobs')
    assert.equal((await get('/jobs', { headers: { 'if-none-match': etag } })).status, 200)
  }
  return '30 versions of one length, none taken for another'
}

async function draftsAreNowhere() {
  const draft = { title: 'Secret', slug: 'secret', content: '<p>Not yet</p>', is_published: false }
  await call('POST', '/pages', draft)
  assert.equal((await get('/page/secret')).status, 302)
  await lies('/jobs')
  assert.ok(!existsSync(fileOf('/page/secret')))
  return 'a draft has no file and no answer'
}

async function withdrawnIsGone() {
  await get('/jobs/2/apply')
  await lies('/jobs/2/apply')
  await call('POST', '/jobs/2/deactivate')
  assert.equal((await get('/jobs/2/apply')).status, 410)
  return 'a job that was closed answers 410 at once'
}

async function othersReachTheProcess() {
  await lies('/jobs')
  const asked = await get('/jobs?page=1')
  assert.ok(!asked.headers.has('server') || asked.headers.get('cache-control'))
  assert.match(asked.headers.get('etag') ?? '', /^W\/"[\w-]{22}"$/)
  const posted = await get('/jobs/1/apply', { method: 'POST', body: new FormData() })
  assert.ok(posted.status === 400 || posted.status === 415)
  assert.equal((await get('/nobody-knows')).status, 302)
  return 'queries, forms and unknown addresses reach the process'
}

async function pagesOutliveIt() {
  const warm = ['/', '/jobs', '/jobs/1/apply', '/page/about', '/login']
  for (const path of warm) await get(path)
  for (const path of warm) await lies(path)
  await foyer.kill()
  for (const path of warm)
    for (const encoding of ['gzip', 'identity']) {
      const answer = await get(path, { headers: { 'accept-encoding': encoding } })
      assert.equal(answer.status, 200, path)
      assert.match(await answer.text(), /<\/html>/)
      for (const [name, value] of Object.entries(securityHeaders))
        assert.equal(answer.headers.get(name), value, `${name} of ${path}`)
      assert.match(answer.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
      assert.match(answer.headers.get('cache-control') ?? '', /must-revalidate/)
      assert.equal(answer.headers.get('last-modified'), null)
    }
  assert.equal((await get('/readyz')).status, 502)
  return `with the process killed, ${warm.length} warm pages answer with every header`
}

const all = [changesAreSeen, copiesAreNotOutdated, draftsAreNowhere, withdrawnIsGone]
try {
  for (const part of [...all, othersReachTheProcess, pagesOutliveIt])
    console.log(`✓ ${await part()}`)
} finally {
  await nginx.stop()
  await foyer.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
