import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { securityHeaders } from '../security-headers.ts'
import { caching } from './kept-page.ts'

const said = [...Object.values(securityHeaders), ...caching.filter((_, index) => index % 2)]

test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])(
  '%s says of a page what the process says',
  (file) => {
    const config = readFileSync(file, 'utf8')
    // Caddy makes Vary itself.
    const words = file.endsWith('conf') ? said : said.filter((word) => word !== 'Accept-Encoding')
    for (const word of words) expect(config).toContain(word)
    expect(config).toContain("frame-ancestors 'none'")
  },
)
