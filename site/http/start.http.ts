import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, signIn, startServer } from '#scripts/testing/serve.ts'
import { unprivileged } from '#scripts/testing/unprivileged.ts'

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
      timeout: 60_000,
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
    // Time passes: the server reads the beginning of the form.
    await setTimeout(500)
    const stopped = server.stop()
    // Time passes: the server is stopping.
    await setTimeout(200)
    form.end('"password":"made-up-words"}')
    const [answer] = await answered
    expect(answer.resume().statusCode).toBe(401)
    await stopped
    proxy.destroy()
  })

  test('is in the log: one line with the signal', async () => {
    const server = await startServer({ folder })
    await server.stop()
    const lines = server.output().split('\n')
    const stops = lines.filter((line) => line.includes('the process stops'))
    expect(stops.map((line) => JSON.parse(line))).toMatchObject([{ level: 30, signal: 'SIGTERM' }])
  })

  test('tells uploads that wait for their turn to come again', async () => {
    const server = await startServer({ folder })
    const { token } = await signIn(server.url)
    const picture = await sharp({
      create: {
        width: 3000,
        height: 2000,
        channels: 3,
        background: 'black',
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
    // Time passes: images are being read.
    await setTimeout(2000)
    // Throws after ten seconds.
    await server.stop()
    const answers = await uploads
    expect(answers).toContain(503)
    expect(answers.filter((status) => status !== 201 && status !== 503)).toEqual([])
  })
})

test('the generated password is written to a private file, not to the log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-first-'))
  let server = await startServer({ folder, env: { ADMIN_PASSWORD: '' } })
  const file = join(folder, 'first-password')
  expect(server.output()).toContain(`in ${file}`)
  const password = (await readFile(file, 'utf8')).trim()
  expect(server.output()).not.toContain(password)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await signIn(server.url, { ...administrator, password })).token).toBeTruthy()
  await server.stop()
  server = await startServer({ folder, env: { ADMIN_PASSWORD: '' } })
  expect(server.output()).not.toContain('Sign in as')
  await server.stop()
  await rm(folder, { recursive: true })
})

test.each(['14.21.3', '20.20.2', '22.99.0'])(
  'the built server says that Node %s is too old',
  async (node) => {
    const cwd = await mkdtemp(join(tmpdir(), 'foyer-old-node-'))
    const pretend = `data:text/javascript,Object.defineProperties(process,{version:{value:'v${node}'},versions:{value:{node:'${node}'}}})`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', pretend, resolve('dist/server/entry.mjs')],
      { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, PORT: '0' } },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `Foyer cannot start: it needs Node 24 or newer, and this is v${node}. npm start brings its own\n`,
    )
    expect(await readdir(cwd)).toEqual([])
    await rm(cwd, { recursive: true })
  },
)
