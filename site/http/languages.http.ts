import { beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#api/core/words/contract.ts'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

describe('A site in several languages', () => {
  const journey = startJourney()
  const call = staffCalls(journey)
  const put = (key: string, value: string) => call('PUT', `/settings/key/${key}`, { value })
  const read = async (path: string) => (await fetch(journey.url + path)).text()
  const redirect = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(journey.url + path, { redirect: 'manual', ...init })
    return [response.status, response.headers.get('location')]
  }
  const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part]) => part)
  const pages = ['/', '/jobs', '/jobs/1/apply', '/page/about', '/accessibility', '/feed.xml']
  const inGerman = (path: string) => `/de${path === '/' ? '' : path}`
  let before: string[]

  beforeAll(async () => {
    await put('public_url', journey.url)
    before = await Promise.all(pages.map(read))
    await put('site_languages', 'de,fr')
  })

  test('the feed for job boards has an address in each language', async () => {
    const feed = await read('/de/jobs.xml')
    expect(feed).toContain('<source>')
    expect(feed.match(/<job>/g)).toEqual((await read('/jobs.xml')).match(/<job>/g))
  })

  test('with one language there is no trace of others', async () => {
    for (const html of before)
      expect(html).not.toMatch(/hreflang|og:locale|="\/de|in-your-language/)
  })

  test('each page is at its own address in each language, and links stay in it', async () => {
    const seen = new Set<string>()
    const queue = ['/de']
    for (let path = queue.pop(); path; path = queue.pop()) {
      if (seen.has(path) || seen.size > 80) continue
      seen.add(path)
      const response = await fetch(journey.url + path, { redirect: 'manual' })
      const original = await fetch(journey.url + path.slice(3), { redirect: 'manual' })
      expect([path, response.status]).toEqual([path, original.status])
      const html = await response.text()
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue
      expect(html).toContain('<html lang="de"')
      for (const [, other, href = ''] of html.matchAll(
        / (hreflang="[^"]*" )?(?:href|action)="(\/[^"#]*)/g,
      )) {
        if (other) continue
        expect([path, href]).toEqual([
          path,
          expect.not.stringMatching(/^\/($|jobs$|jobs[/?]|page\/)/),
        ])
        if (href.startsWith('/de'))
          queue.push(href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
      }
    }
    for (const path of pages) expect([...seen]).toContain(inGerman(path))
    expect(await read('/de/jobs')).toContain(languages.de.jobs.heading)
    expect(await read('/fr/jobs')).toContain(languages.fr.jobs.heading)
    expect(await read('/jobs')).toContain(languages.en.jobs.heading)
  })

  test('a switch leads to the same page in the other languages', async () => {
    const switchOf = (html: string) => all(html, / hreflang="\w\w" href="([^"]+)" lang/g)
    expect(switchOf(await read('/de/jobs?q=technician'))).toEqual([
      ...['/jobs?q=technician', '/de/jobs?q=technician', '/fr/jobs?q=technician'],
    ])
    expect(switchOf(await read('/login'))).toEqual([])
    expect(switchOf(await read('/application'))).toEqual([])
  })

  test('addresses that a language does not have lead to its home', async () => {
    expect(await redirect('/de/')).toEqual([308, '/de'])
    expect(await redirect('/de/?all=1')).toEqual([308, '/de?all=1'])
    expect(await redirect('/de/jobs/')).toEqual([308, '/de/jobs'])
    for (const path of ['/de/login', '/de/nowhere', '/de/page/nowhere', '/de/backoffice'])
      expect([path, ...(await redirect(path))]).toEqual([path, 302, '/de'])
    expect(await redirect('/es/jobs')).toEqual([302, '/'])
    await call('PUT', '/redirects', [{ from: '/de/karriere', to: '/jobs' }])
    expect((await redirect('/de/karriere'))[0]).toBe(301)
    await call('PUT', '/redirects', [])
  })

  test('a form without script stays in its language, errors and success', async () => {
    const post = (body: FormData) =>
      fetch(`${journey.url}/de/jobs/1/apply`, { method: 'POST', body, redirect: 'manual' })
    const refused = await (await post(applicationForm({ first_name: '' }))).text()
    expect(refused).toContain(languages.de.errors.firstNameRequired)
    expect(refused).toContain('<html lang="de"')
    const sent = await post(applicationForm({ email: 'greta@example.org' }))
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/de\/application\/success\?jobId=1/),
    ])
  })

  test('what staff translated is in the language of the page, and the rest says which it is in', async () => {
    const translate = (path: string, fields: object) =>
      call('PUT', `/translations/${path}/de`, { fields })
    await put('site_tagline', 'We build instruments.')
    await call('PUT', '/menus/header', [
      { label: 'Open jobs', url: '/jobs' },
      { label: 'Magazine', url: 'https://magazine.example.org' },
    ])
    await call('PUT', '/appearance', { hero: { headline: 'Come and build', text: 'With us.' } })
    await call('POST', '/appearance/publish')
    const original = await read('/')
    await translate('setting/site_tagline', { value: 'Wir bauen Messgeräte.' })
    await translate('menu/header', { 'url:/jobs': 'Freie Stellen' })
    await translate('appearance/hero', { headline: 'Bauen Sie mit' })
    const german = await read('/de')
    for (const text of ['Wir bauen Messgeräte.', 'Freie Stellen', 'Bauen Sie mit'])
      expect(german).toContain(text)
    for (const text of ['We build instruments.', 'Open jobs', 'Come and build'])
      expect(german).not.toContain(text)
    expect(german).toMatch(/<a [^>]*lang="en"[^>]*>\s*Magazine/)
    expect(german).toMatch(/<p [^>]*lang="en"[^>]*>With us\./)
    expect(await read('/')).toBe(original)
    expect(await read('/fr')).toContain('Come and build')
    await call('DELETE', '/translations/setting/site_tagline/de')
    expect(await read('/de')).toContain('We build instruments.')
    await call('DELETE', '/menus/header')
  })

  test('a private page is in the language of its application, which it can change without script', async () => {
    const body = applicationForm({ email: 'lotte@example.org', language: 'de' })
    const init = { method: 'POST', body, redirect: 'manual' as const }
    const sent = await fetch(`${journey.url}/de/jobs/1/apply`, init)
    const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? ''
    const own = async (path = '/application', more: RequestInit = {}) =>
      fetch(journey.url + path, { redirect: 'manual', ...more, headers: { cookie } })
    const german = await (await own()).text()
    expect(german).toContain('<html lang="de"')
    expect(german).toContain(languages.de.application.withdraw)
    expect(german).toMatch(/ href="\/de\/jobs"/)
    expect(all(german, /<button[^>]* name="language" value="(\w+)"/g)).toEqual(['en', 'de', 'fr'])

    const choice = new URLSearchParams({ language: 'fr' })
    const changed = await own('/application?act=language', { method: 'POST', body: choice })
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/application'])
    expect(await (await own()).text()).toContain('<html lang="fr"')
    await put('site_tagline', 'We build instruments.')
    await put('status_pending', 'We are reading.')
    const untranslated = await (await own()).text()
    expect(untranslated).toMatch(/<h2 id="state"[^>]* lang="en"[^>]*>We are reading\./)
    for (const [key, value] of [
      ['site_tagline', 'Nous mesurons.'],
      ['status_pending', 'Nous lisons.'],
    ])
      await call('PUT', `/translations/setting/${key}/fr`, { fields: { value } })
    const french = await (await own()).text()
    expect(french).toMatch(/<h2 id="state"(?![^>]* lang=)[^>]*>Nous lisons\./)
    expect(french).toContain('Nous mesurons.')
    await put('status_pending', '')
    const refused = await own('/application?act=language', {
      method: 'POST',
      body: new URLSearchParams({ language: 'es' }),
    })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain(languages.fr.server.unknownLanguage)

    await put('site_languages', '')
    const only = await (await own()).text()
    expect(only).toContain('<html lang="en"')
    expect(only).not.toContain('name="language"')
    await put('site_languages', 'de,fr')
  })

  test('a change is on the next page of each language; a language switched off is unknown', async () => {
    await put('site_name', 'Brackwater North')
    for (const path of ['/', '/de', '/fr/jobs'])
      expect(await read(path)).toContain('Brackwater North')
    await put('site_languages', 'fr')
    expect(await redirect('/de/jobs')).toEqual([302, '/'])
    expect((await fetch(`${journey.url}/fr/jobs`)).status).toBe(200)
    await put('site_languages', '')
    expect(await redirect('/fr/jobs')).toEqual([302, '/'])
    await put('site_language', 'de')
    // Those rendered ahead, by the call that changed it.
    for (const path of ['/', '/jobs', '/page/about'])
      expect(await read(path)).toContain(languages.de.site.skip)
    expect(await read('/jobs')).toContain(languages.de.jobs.heading)
    await put('site_language', 'en')
    await put('site_languages', 'de,fr')
  })
})
