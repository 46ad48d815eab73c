import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { setOut } from '../../scripts/journey.ts'
import { administrator } from '../../scripts/serve.ts'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const sources = (folder: string, ending: RegExp) =>
  readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(join(dist, folder, file), 'utf8'))
    .join('\n')

/** Bytes of script that the page fetches until nothing more comes, as compressed with gzip. */
async function scriptBytes(page: Page, act: () => Promise<unknown>) {
  const files = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') files.add(new URL(request.url()).pathname)
  })
  await act()
  await page.waitForLoadState('networkidle')
  const sizes = [...files].map((file) => readFileSync(join(dist, 'client', `${file}.gz`)).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

describe('What a browser has to fetch', () => {
  const journey = setOut()

  test.each([
    ['drizzle', 'drizzle:'],
    ['libsql', 'libsql'],
    ['lucia', 'auth_session'],
    ['argon2', 'argon2'],
    ['pino', 'pino'],
    ['sanitize-html', 'sanitize-html'],
    ['busboy', 'busboy'],
    ['the modules of Node', 'node:'],
  ])('holds nothing of %s, which the server does', (_library, mark) => {
    expect(sources('server', /\.m?js$/)).toContain(mark)
    expect(sources('client', /\.js$/)).not.toContain(mark)
  })

  test('is at most 75 KB of script for the application form, before the editor', async () => {
    const page = await journey.open('/')
    const bytes = await scriptBytes(page, async () => {
      await page.goto(`${journey.url}/jobs/1/apply#apply`)
      await page.getByText('0/400 characters').waitFor()
    })
    console.log(`application form: ${kilobytes(bytes)} of script`)
    expect(bytes).toBeLessThanOrEqual(75_000)
  })

  test('is at most 160 KB of script for the first screen of the back office', async () => {
    const page = await journey.open('/', { as: administrator })
    const bytes = await scriptBytes(page, async () => {
      await page.goto(`${journey.url}/backoffice`)
      await page.getByRole('link', { name: /^Pending/ }).waitFor()
    })
    console.log(`dashboard: ${kilobytes(bytes)} of script`)
    expect(bytes).toBeLessThanOrEqual(160_000)
  })

  test.each(['/', '/jobs', '/page/about', '/application/success', '/jobs/3/apply'])(
    'is no script at all for %s',
    async (path) => {
      const page = await journey.open('/login')
      const bytes = await scriptBytes(page, () => page.goto(journey.url + path))
      expect(bytes).toBe(0)
    },
  )
})
