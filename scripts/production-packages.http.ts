import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resumeFile } from './testing/fixtures/application-form.ts'
import { administrator, type RunningServer, signIn, startServer } from './testing/serve.ts'

const root = join(import.meta.dirname, '..')
let image = ''
let server: RunningServer

/** What the Dockerfile copies: the build, the commands and the production dependencies. */
beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'foyer-image-'))
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const production = Object.entries<{ dev?: true; devOptional?: true; link?: true }>(lock.packages)
    .filter(([path, { dev, devOptional, link }]) => path && !dev && !devOptional && !link)
    // Native SQLite, which the image leaves out as well.
    .filter(([path]) => path.startsWith('node_modules/') && !path.includes('@libsql/linux-'))
    .map(([path]) => path)
  for (const path of ['package.json', 'dist', 'db', 'api', 'scripts', ...production])
    await cp(join(root, path), join(image, path), { recursive: true }).catch((error) => {
      // Packages for other platforms are in the lock file only.
      if (error.code !== 'ENOENT') throw error
    })
  server = await startServer({
    folder: join(image, 'data'),
    program: join(image, 'dist/server/entry.mjs'),
  })
})
afterAll(async () => {
  await server?.stop()
  await rm(image, { recursive: true, force: true })
})

test('the server reads a picture with the production dependencies', async () => {
  const { token } = await signIn(server.url)
  const headers = { authorization: `Bearer ${token}` }
  const plain = { width: 700, height: 500, channels: 3, background: '#0f766e' } as const
  const body = new FormData()
  body.append('file', new Blob([await sharp({ create: plain }).png().toBuffer()]), 'plain.png')
  body.append('decorative', 'true')
  const response = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  const { id, url } = await response.json()
  const read = async () =>
    (await (await fetch(`${server.url}/api/media/${id}`, { headers })).json()).slow_formats
  await expect.poll(read).toBe('made')
  expect((await fetch(server.url + url)).status).toBe(200)
})

test('the server reads a resume with the production dependencies', async () => {
  const { token } = await signIn(server.url)
  const headers = { authorization: `Bearer ${token}` }
  const created = await fetch(`${server.url}/api/jobs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Cook', description: '<p>Cook.</p>' }),
  })
  const { id } = await created.json()
  const body = new FormData()
  body.append('resumes', resumeFile('mira.pdf', 'cv.pdf'))
  const response = await fetch(`${server.url}/api/jobs/${id}/resumes`, {
    method: 'POST',
    headers,
    body,
  })
  expect(await response.json()).toMatchObject([{ email: 'mira@example.com', error: null }])
})

test('the server and its commands need no package but the production dependencies', async () => {
  expect((await fetch(server.url)).status).toBe(200)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--import', './scripts/drizzle-modules.mjs', ...args], {
      cwd: image,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: `file:${join(image, 'data/careers.db')}`,
        STORAGE_URL: `file:${join(image, 'data/resumes')}`,
      },
      encoding: 'utf8',
    })
  for (const args of [
    ['scripts/backup.ts', join(image, 'backup')],
    ['scripts/admin.ts', 'reset-password', administrator.email],
  ])
    expect(run(...args)).toMatchObject({ status: 0, stderr: '' })
  await rm(join(image, 'data'), { recursive: true })
  expect(run('scripts/restore.ts', join(image, 'backup'))).toMatchObject({ status: 0, stderr: '' })
})
