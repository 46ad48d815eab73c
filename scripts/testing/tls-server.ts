import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCertificate } from '#db/fixtures/certificate.ts'

function newCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-tls-'))
  try {
    const { authority, ...certificate } = createCertificate(folder)
    return { ...certificate, ca: readFileSync(authority) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A real https server on this machine, with a certificate by an authority of its own. */
export async function tlsServer(listener: RequestListener) {
  const { ca, key, cert } = newCertificate()
  const server = createServer({ key, cert }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ca,
    /** For WEBHOOK_HOSTS. */
    host: `localhost:${port}`,
    port,
    url: `https://localhost:${port}`,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
