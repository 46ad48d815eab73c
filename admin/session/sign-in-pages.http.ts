import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, signIn, startServer } from '#scripts/testing/serve.ts'

let folder: string
let server: RunningServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-sign-in-'))
  server = await startServer({ folder, env: { SEED: 'empty' } })
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('The sign-in pages', () => {
  test.each([
    ['/forgot-password', 'Please enable JavaScript to reset your password'],
    ['/reset-password', 'Please enable JavaScript to choose a password'],
  ])('%s says that it needs JavaScript', async (path, sentence) => {
    const response = await fetch(server.url + path)
    expect(response.headers.get('referrer-policy')).toBeTruthy()
    expect(await response.text()).toMatch(new RegExp(`<noscript>.*${sentence}.*</noscript>`, 's'))
    const posted = await fetch(server.url + path, {
      method: 'POST',
      body: new URLSearchParams({ newPassword: 'typed before the script was there' }),
      redirect: 'manual',
    })
    expect([posted.status, posted.headers.get('location')]).toEqual([303, path])
  })

  test('the sign-in pages stay open during maintenance and load no analytics', async () => {
    const { token } = await signIn(server.url)
    const set = (key: string, value: string) =>
      fetch(`${server.url}/api/settings/key/${key}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ value }),
      })
    await set('google_analytics_id', 'G-ABCDEFGH12')
    await set('maintenance_mode', 'true')
    for (const path of ['/login', '/forgot-password', '/reset-password']) {
      const response = await fetch(server.url + path)
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain('G-ABCDEFGH12')
      expect(response.headers.get('content-security-policy')).not.toContain('google')
    }
    expect((await fetch(`${server.url}/jobs`)).status).toBe(503)
  })
})
