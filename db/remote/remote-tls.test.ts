import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDb } from '../client.ts'
import { createCertificate, missingForTls } from '../fixtures/certificate.ts'
import { type Child, startChild } from '../fixtures/child.ts'
import { startTlsProxy } from '../fixtures/network-proxy.ts'
import { createToken, startSqld } from '../fixtures/sqld.ts'

describe.skipIf(missingForTls)(`A libSQL server behind TLS, with a token${missingForTls}`, () => {
  const { token, publicKey } = createToken()
  const children: Child[] = []
  let folder = ''
  let sqld: Awaited<ReturnType<typeof startSqld>>
  let tls: Awaited<ReturnType<typeof startTlsProxy>>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'foyer-tls-'))
    const certificate = createCertificate(folder)
    // Read at process start, so only child processes can use it.
    process.env.NODE_EXTRA_CA_CERTS = certificate.authority
    sqld = await startSqld({ publicKey })
    tls = await startTlsProxy(sqld.url, certificate)
  })
  afterAll(async () => {
    await Promise.all(children.map((child) => child.kill()))
    tls?.stop()
    await sqld?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(url: string, name: string) {
    const child = await startChild('remote-client.ts', url, token, name)
    children.push(child)
    return child
  }

  test('responds uncompressed, since compressing takes it 30 ms', async () => {
    const child = await start(tls.url, 'plain')
    await child.ask('bursts 3')
    expect(tls.heard()).toContain('HTTP/1.1 200')
    expect(tls.heard().match(/^content-encoding: \w+/gim)).toBeNull()
  })

  test('cannot be used without the token, and says so', async () => {
    const refusal = await openDb(sqld.url).catch(String)
    expect(refusal).toMatch(/401|auth/i)
  })
})
