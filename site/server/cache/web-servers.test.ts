import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { securityHeaders, transportSecurity } from '../security-headers.ts'
import { caching } from './cached-page.ts'

const said = [...Object.values(securityHeaders), ...caching.filter((_, index) => index % 2)]

test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])(
  '%s sets the same headers on pages as the process',
  (file) => {
    const config = readFileSync(file, 'utf8')
    // Caddy sets Vary itself.
    const words = file.endsWith('conf') ? said : said.filter((word) => word !== 'Accept-Encoding')
    for (const word of words) expect(config).toContain(word)
    expect(config).toContain("frame-ancestors 'none'")
    // For files that other websites load.
    expect(config).toMatch(/Access-Control-Allow-Origin "?\*/)
    expect(config).toContain('Cross-Origin-Resource-Policy cross-origin')
  },
)

test('deploy/Caddyfile sets the same HSTS header as the process', () => {
  const config = readFileSync('deploy/Caddyfile', 'utf8')
  const [name, value] = transportSecurity
  const asks = new RegExp(`^\\s*header @tls ${name} "${value}"$`, 'im')
  expect(config).toMatch(asks)
  expect(config).toMatch(/^\s*@tls protocol https$/m)
})
