import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder: string
let server: RunningServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-first-'))
})
afterAll(async () => {
  await server?.kill()
  await rm(folder, { recursive: true })
})

test('the generated password is written to a private file, not to the log', async () => {
  server = await startServer({ folder, env: { ADMIN_PASSWORD: '' } })
  const file = join(folder, 'first-password')
  expect(server.output()).toContain(`in ${file}`)
  const password = (await readFile(file, 'utf8')).trim()
  expect(server.output()).not.toContain(password)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await signIn(server.url, { ...administrator, password })).token).toBeTruthy()
  await server.stop()
  server = await startServer({ folder, env: { ADMIN_PASSWORD: '' } })
  expect(server.output()).not.toContain('Sign in as')
})
