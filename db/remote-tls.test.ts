import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from './client.ts'
import { createCertificate, missingForTls } from './fixtures/certificate.ts'
import { type Child, startChild } from './fixtures/child.ts'
import { startNetworkProxy, startTlsProxy } from './fixtures/network-proxy.ts'
import { createToken, startSqld } from './fixtures/sqld.ts'
import { settings } from './schema.ts'

describe.skipIf(missingForTls)(`A libSQL server behind TLS, with a token${missingForTls}`, () => {
  const { token, publicKey } = createToken()
  const children: Child[] = []
  let folder = ''
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let tls: Awaited<ReturnType<typeof startTlsProxy>>
  let direct: Db

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'foyer-tls-'))
    const certificate = createCertificate(folder)
    // Read at process start, so only child processes can use it.
    process.env.NODE_EXTRA_CA_CERTS = certificate.authority
    sqld = await startSqld({ publicKey })
    tls = await startTlsProxy(sqld.url, certificate)
    direct = await openDb(sqld.url, { authToken: token })
  })
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill()))
    direct?.$client.close()
    tls?.stop()
    await sqld?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(url: string, name: string) {
    const child = await startChild('remote-client.ts', url, token, name)
    children.push(child)
    return child
  }
  const stored = (name: string) => direct.$count(settings, like(settings.key, `${name}_%`))

  test('responds uncompressed, since compressing takes it 30 ms', async () => {
    const child = await start(tls.url, 'plain')
    expect(await child.ask('bursts 3')).toEqual([])
    expect(tls.heard()).toContain('HTTP/1.1 200')
    expect(tls.heard().match(/^content-encoding: \w+/gim)).toBeNull()
  })

  test.concurrent.each([40, 120, 200, 300])(
    'that is %i ms away is not considered away until it is',
    async (roundTrip) => {
      const line = await startNetworkProxy(tls.url, { roundTrip })
      const child = await start(line.url, `far${roundTrip}`)
      expect(await child.ask('bursts 6')).toEqual([])
      expect(await stored(`far${roundTrip}`)).toBe(18)
      line.become('dead')
      // A second is the promise; the rest is for a busy machine.
      expect(await child.ask('failure')).toBeLessThan(5_000 + roundTrip)
      line.stop()
    },
    60_000,
  )

  test('cannot be used without the token and reports it', async () => {
    const refusal = await openDb(sqld.url).catch(String)
    expect(refusal).toMatch(/401|auth/i)
  })
})
