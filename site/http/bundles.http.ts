import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { startingThemes } from '#api/website/appearance/contract/starting-looks.ts'
import { themes } from '#db/enums.ts'
import { readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const client = join(dist, 'client')
const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, text: readFileSync(join(client, file), 'utf8') }))

describe('Client bundles', () => {
  test.each([
    ['drizzle:entityKind', 'drizzle-orm/entity.js'],
    ['URL_SCHEME_NOT_SUPPORTED', '@libsql/client/lib-esm/http.js'],
    ['auth_session', 'lucia/dist/core.js'],
    ['NAPI_RS_', '@node-rs/argon2/index.js'],
    ['default level:', 'pino/lib/levels.js'],
    ['allowedSchemesAppliedToAttributes', 'sanitize-html/index.js'],
    ['Boundary not found', 'busboy/lib/types/multipart.js'],
  ])('contain no %s, which is in %s', (mark, file) => {
    expect(readFileSync(join(dist, '../node_modules', file), 'utf8').includes(mark)).toBe(true)
    expect(scripts.filter(({ text }) => text.includes(mark))).toEqual([])
  })

  test('import no Node module', () => {
    expect(scripts.filter(({ text }) => /from\s?["'`]node:/.test(text))).toEqual([])
  })
})

describe('Pages', () => {
  const journey = startJourney()

  test.each(['/', '/jobs', '/page/about', '/application/success', '/jobs/3/apply'])(
    'load no script: %s',
    async (path) => {
      const page = await readPage(journey.url + path)
      const loading = [
        ...page.all('script').filter(({ attributes }) => 'src' in attributes),
        ...page.all('script', { type: 'module' }),
        ...page.all('link', { rel: 'modulepreload' }),
        ...page.all('astro-island'),
      ]
      expect(loading).toEqual([])
    },
  )

  test.each(themes)('need at most 9 KB for the job list in the look %s', async (look) => {
    const call = staffCalls(journey)
    await call('PUT', '/appearance', { look, ...startingThemes[look] })
    await call('POST', '/appearance/publish')
    const { headers } = await fetch(`${journey.url}/jobs`, { headers: { 'accept-encoding': 'br' } })
    console.log(`${look}: ${headers.get('content-length')} bytes`)
    expect(Number(headers.get('content-length'))).toBeLessThanOrEqual(9 * 1024)
  })
})
