import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

const folder = await mkdtemp(join(tmpdir(), 'foyer-standalone-'))
const unavailable = join(folder, 'site', 'unavailable.html')
const styleOf = (html: string) => /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
const hashOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`

describe('Pages with one message', () => {
  // Registered first, so that it runs last: the server writes there until it ends.
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const journey = startJourney({ PAGES_DIR: folder })
  const call = staffCalls(journey)
  const setMaintenance = (isOn: boolean) =>
    call('PUT', '/settings/key/maintenance_mode', { value: String(isOn) })

  beforeAll(async () => {
    const { token } = await signIn(journey.url)
    const upload = await fetch(`${journey.url}/api/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: pictureForm(png('aa5533', { width: 96, height: 24 })),
    })
    const { id: logo_light } = await upload.json()
    const look = { look: 'warm', brand_color: '#8a1c3b', type_pairing: 'fraunces-source' }
    await call('PUT', '/appearance', { ...look, logo_light })
    await call('POST', '/appearance/publish')
  })

  /** The page's style has the published color, face and paper, for light and dark. */
  function expectBrand(css: string) {
    expect(css).toContain('color-scheme:light dark')
    expect(css).toMatch(/--fill:light-dark\(#8a1c3b,#[0-9a-f]{6}\)/)
    expect(css).toMatch(/--heading:"Fraunces"/)
    expect(css).toMatch(/--paper:light-dark\(#fcf6ee,#191410\)/)
  }

  test('in maintenance wear the published brand, inside the page', async () => {
    await setMaintenance(true)
    try {
      const page = await fetch(`${journey.url}/jobs`)
      const html = await page.text()
      expect(page.status).toBe(503)
      expect(await invalidHtml(html)).toEqual([])
      expectBrand(styleOf(html))
      expect(page.headers.get('content-security-policy')).toContain(hashOf(styleOf(html)))
      expect(html).not.toMatch(/<script|rel="stylesheet"/)
      const [, logo = ''] = /<header><picture><img[^>]* src="([^"]+)"/.exec(html) ?? []
      expect((await fetch(new URL(logo, journey.url))).status).toBe(200)
    } finally {
      await setMaintenance(false)
    }
  })

  test('while the process is down wear it too, with the bytes of the logo', async () => {
    await fetch(`${journey.url}/jobs`)
    const isWritten = () =>
      existsSync(unavailable) && readFileSync(unavailable, 'utf8').includes('#8a1c3b')
    await vi.waitUntil(isWritten, 30_000)
    const html = readFileSync(unavailable, 'utf8')
    expect(await invalidHtml(html)).toEqual([])
    expectBrand(styleOf(html))
    expect(html).toContain(`style-src ${hashOf(styleOf(html))}`)
    expect(html).toMatch(/<header><picture><img class="logo" src="data:image\/(webp|png);base64,/)
    expect(html).toContain('<h1>Temporarily unavailable</h1>')
  })

  test.each(['/login', '/forgot-password', '/reset-password'])('%s wears it', async (path) => {
    const html = await (await fetch(journey.url + path)).text()
    const css = styleOf(html)
    expect(css).toMatch(/--brand:light-dark\(#8a1c3b,#[0-9a-f]{6}\)/)
    expect(css).toMatch(/--heading:"Fraunces"/)
    expect(html).toMatch(/<img[^>]* src="\/media\/[^"]+"[^>]* class="logo"/)
  })
})
