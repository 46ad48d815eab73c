import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn, startServer } from '#scripts/testing/serve.ts'
import { unprivileged } from '#scripts/testing/unprivileged.ts'

describe('The server', () => {
  const journey = startJourney()
  const knock = (path: string, init?: RequestInit) =>
    fetch(journey.url + path, { redirect: 'manual', ...init })

  test.each([
    ['/nobody-knows-this', 302, '/'],
    ['/backoffice/nope', 302, '/'],
    ['/backoffice/jobs/1/nope', 302, '/'],
    ['/jobs/1', 308, '/jobs/1/apply'],
    ['/jobs/', 308, '/jobs'],
    ['/page/about//?from=mail', 308, '/page/about'],
    ['/dashboard', 302, '/backoffice/dashboard'],
    ['/page/missing', 302, '/'],
    ['/_astro/missing.js', 302, '/'],
  ])('redirects %s with %i to %s', async (path, status, target) => {
    const answer = await knock(path)
    expect(answer.status).toBe(status)
    expect(new URL(answer.headers.get('location') ?? '', journey.url).pathname).toBe(target)
  })

  test.each([
    ['/', 200],
    ['/jobs', 200],
    ['/jobs/1/apply', 200],
    ['/application/success', 200],
    ['/page/about', 200],
    ['/login', 200],
    ['/backoffice', 200],
    ['/backoffice/applications/1/edit?scroll=notes', 200],
    ['/jobs/3/apply', 410],
    ['/jobs/99999/apply', 404],
    ['/jobs/one/apply', 404],
    ['/healthz', 200],
    ['/readyz', 200],
    ['/api/nope', 404],
    ['/api/jobs', 401],
    ['/api/jobs/active', 200],
    ['/favicon.svg', 200],
    ['/nobody-knows-this', 302],
  ])('answers %s with %i and every security header', async (path, status) => {
    const { status: answered, headers } = await knock(path)
    expect(answered).toBe(status)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'|default-src 'self'/)
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('answers 410 for a closed job with a link back', async () => {
    const answer = await fetch(`${journey.url}/jobs/3/apply`)
    const html = await answer.text()
    expect(answer.status).toBe(410)
    for (const words of ['This position is closed', 'Job not found']) expect(html).toContain(words)
    expect(html).toMatch(/href="\/jobs"[^>]*>\s*Back to Jobs/)
  })

  test('answers HEAD for a page that is not cached yet', async () => {
    const agent = await knock('/jobs/2/apply', { method: 'HEAD' })
    expect([agent.status, await agent.text()]).toEqual([200, ''])
    expect((await knock('/jobs/2/apply')).status).toBe(200)
  })

  test.each([
    ['/page/..%5C..%5Cjobs%5Cactive', 302],
    ['/jobs/..%5Cpages%5Cslug%5Cabout/apply', 404],
    ['/application/%73uccess?jobId=../pages/slug/about', 200],
    ['/jobs/%E6%97%A5', 302],
    ['/jobs/x%0Ay', 302],
    ['//_image', 302],
  ])('serves nothing else at a malformed address: %s', async (path, status) => {
    const answer = await knock(path)
    expect(answer.status).toBe(status)
    expect(await answer.text()).not.toContain('for <strong>')
  })

  test.each([
    ['/page/about', 'GET, HEAD'],
    ['/jobs/1/apply', 'GET, HEAD, POST'],
  ])('answers 405 for other methods: %s allows %s', async (path, allowed) => {
    const answer = await knock(path, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
  })
})

describe('Unknown paths', () => {
  const journey = startJourney()

  test.each([
    ['/nobody-knows-this', 302],
    ['/backoffice/nobody-knows-this', 302],
    ['/backoffice/jobs', 405],
    ['/favicon.svg', 405],
    ['/healthz', 405],
  ])('redirect to / for non-GET methods: %s', async (path, status) => {
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      const answer = await fetch(journey.url + path, { method, redirect: 'manual' })
      expect([method, answer.status]).toEqual([method, status])
      expect(answer.headers.get('location')).toBe(status === 302 ? '/' : null)
    }
  })
})

describe('A failing start', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-door-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Expects exactly one line of output and exit code 1. */
  const complaint = (env: Record<string, string>) => {
    const ended = spawnSync(...unprivileged(process.execPath, ['dist/server/entry.mjs']), {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: `file:${join(folder, 'careers.db')}`,
        STORAGE_URL: `file:${join(folder, 'resumes')}`,
        ADMIN_PASSWORD: 'a-password-for-tests',
        ...env,
      },
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(ended.status).toBe(1)
    expect(ended.stdout).toBe('')
    expect(ended.stderr.trim().split('\n')).toHaveLength(1)
    return ended.stderr
  }

  test.each([
    ['PORT', 'eighty'],
    ['HOST', '192.0.2.1'],
    ['DATABASE_URL', 'postgres://here'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', '1qaz2wsx3edc'],
  ])('explains in one line what is wrong with %s=%s', (name, value) => {
    const line = complaint({ [name]: value })
    expect(line).toContain(`${name} is `)
    expect(line.includes(value)).toBe(name !== 'ADMIN_PASSWORD')
  })

  test('reports that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => other.once('listening', listening))
    const { port } = other.address() as { port: number }
    expect(complaint({ PORT: String(port) })).toContain(`port ${port} is taken`)
    other.close()
  })

  test('reports that the file is not a database', async () => {
    const file = join(folder, 'noise.db')
    await writeFile(file, Buffer.alloc(8192, 'noise'))
    expect(complaint({ DATABASE_URL: `file:${file}` })).toContain('noise.db')
  })

  test('names the database file that is not writable', async () => {
    const readOnly = join(folder, 'read-only')
    const file = join(readOnly, 'careers.db')
    const server = await startServer({ folder: readOnly, env: { DATABASE_URL: `file:${file}` } })
    await server.stop()
    await chmod(file, 0o444)
    await chmod(readOnly, 0o555)
    expect(complaint({ DATABASE_URL: `file:${file}` })).toContain(file)
    await chmod(readOnly, 0o755)
  })

  test('names the folder for resumes that is not writable', async () => {
    await mkdir(join(folder, 'locked'), { mode: 0o555 })
    const resumes = join(folder, 'locked', 'resumes')
    expect(complaint({ STORAGE_URL: `file:${resumes}` })).toContain(resumes)
  })

  test('does not happen when nothing is wrong', async () => {
    const server = await startServer({ folder: join(folder, 'fresh') })
    expect((await fetch(server.url)).status).toBe(200)
    await server.stop()
  })
})

describe('SIGTERM', () => {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-end-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('waits for open responses and no longer, even with keep-alive from a proxy', async () => {
    const env = { TRUST_PROXY: 'true' }
    const server = await startServer({ folder, env })
    // A server that has just started is busy, and would not have seen the form when it is stopped.
    await (await fetch(`${server.url}/jobs`)).text()
    const proxy = new Agent({ keepAlive: true })
    const form = request(`${server.url}/api/auth/login`, { method: 'POST', agent: proxy })
    const answered = once(form, 'response')
    form.setHeader('content-type', 'application/json')
    form.write('{"email":"nobody@example.com",')
    await setTimeout(500)
    const stopped = server.stop()
    await setTimeout(200)
    form.end('"password":"made-up-words"}')
    const [answer] = await answered
    expect(answer.resume().statusCode).toBe(401)
    await stopped
    proxy.destroy()
  })

  test('tells uploads that wait for their turn to come again', async () => {
    const server = await startServer({ folder })
    const { token } = await signIn(server.url)
    const picture = await sharp({
      create: {
        ...{ width: 3000, height: 2000, channels: 3, background: 'black' },
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer()
    const upload = async (_: unknown, number: number) => {
      const body = new FormData()
      // Bytes after the end of a JPEG are ignored; without them all would be the same picture.
      body.append('file', new File([picture, String(number)], `${number}.jpg`))
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.url}/api/media`, { method: 'POST', headers, body })).status
    }
    const uploads = Promise.all(Array.from({ length: 12 }, upload))
    await setTimeout(2000)
    // Throws after ten seconds.
    await server.stop()
    const answers = await uploads
    expect(answers).toContain(503)
    expect(answers.filter((status) => status !== 201 && status !== 503)).toEqual([])
  })
})
