import { beforeAll, describe, expect, test } from 'vitest'
import { applicationForm } from '#scripts/testing/fixtures/application-form.ts'
import { readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'

describe('Jobs and pages in several languages', () => {
  const journey = startJourney()
  const call = staffCalls(journey)
  const put = (key: string, value: string) => call('PUT', `/settings/key/${key}`, { value })
  const read = async (path: string) => (await fetch(journey.url + path)).text()
  const links = (html: string, rel: string) =>
    Object.fromEntries(
      [
        ...html.matchAll(
          new RegExp(`<link rel="${rel}"(?: hreflang="([^"]+)")? href="([^"]+)"`, 'g'),
        ),
      ].map(([, tag = 'own', href = '']) => [tag, href.slice(journey.url.length)]),
    )
  const pages = [
    '/',
    '/jobs',
    '/jobs/1/apply',
    '/page/about',
    '/feed.xml',
    '/jobs.json',
    '/sitemap.xml',
  ]
  const withoutTimes = (text: string) =>
    text.replace(/<updated>[^<]*|"updated_at":"[^"]*"|<lastmod>[^<]*/g, '')
  const readAll = async () => (await Promise.all(pages.map(read))).map(withoutTimes)
  let about = 0
  let question = { id: 0, options: [] as string[] }

  const german = {
    title: 'Messtechnikerin',
    description: '<p>Sie prüfen Fühler.</p>',
    requirements: '<p>Geduld.</p>',
    location: 'Am Hafen',
  }

  beforeAll(async () => {
    await put('public_url', journey.url)
    const shift = {
      kind: 'single_choice',
      label: 'Which shift?',
      options: ['Early', 'Late'],
      required: true,
    }
    const job = (await call('PUT', '/jobs/1', { questions: [shift] })) as {
      questions: (typeof question)[]
    }
    question = job.questions[0] as typeof question
    const rows = (await call('GET', '/pages')) as { id: number; slug: string }[]
    about = rows.find(({ slug }) => slug === 'about')?.id ?? 0
  })

  test('with one language, translations change no byte', async () => {
    const before = await readAll()
    await put('site_languages', 'de,fr')
    await call('PUT', '/jobs/1/translations/de', {
      ...german,
      questions: [{ id: question.id, label: 'Welche Schicht?', options: ['Früh', 'Spät'] }],
      published: true,
    })
    await call('PUT', `/pages/${about}/translations/fr`, {
      title: 'Qui nous sommes',
      content: '<p>Nous mesurons.</p>',
      published: true,
    })
    await put('site_languages', '')
    expect(await readAll()).toEqual(before)
    await put('site_languages', 'de,fr')
  })

  test('a translated job is in its language on its page, in lists, the feed and jobs.json', async () => {
    for (const path of [
      '/de',
      '/de/jobs',
      '/de/jobs/1/apply',
      '/de/feed.xml',
      '/jobs.json?lang=de',
    ])
      expect([path, await read(path)]).toEqual([path, expect.stringContaining(german.title)])
    for (const path of ['/', '/jobs', '/jobs/1/apply', '/fr/jobs', '/jobs.json'])
      expect([path, await read(path)]).toEqual([path, expect.not.stringContaining(german.title)])
    const page = await read('/de/jobs/1/apply')
    expect(page).toContain('Sie prüfen Fühler.')
    expect(page).toMatch(/<h1 dir="auto">|<h1[^>]*(?<! lang="en")>/)
    expect(page).toContain('"inLanguage":"de"')
    expect(page).toContain(`"url":"${journey.url}/de/jobs/1/apply"`)
    expect(await read('/fr/jobs/1/apply')).toMatch(/<h1[^>]* lang="en"/)
    const { jobs } = (await (await fetch(`${journey.url}/jobs.json?lang=de`)).json()) as {
      jobs: { id: number; url: string }[]
    }
    expect(jobs.find(({ id }) => id === 1)).toMatchObject({
      url: `${journey.url}/de/jobs/1/apply`,
      shown_language: 'de',
    })
    expect(jobs.find(({ id }) => id === 2)).toMatchObject({ shown_language: 'en' })
    expect(page).toContain('<meta property="og:locale" content="de_DE"')
    // A language without a translation has the posting of the original, at its address.
    const french = await readPage(`${journey.url}/fr/jobs/1/apply`)
    expect([french.meta('og:locale'), french.meta('og:url')]).toEqual([
      'fr_FR',
      `${journey.url}/jobs/1/apply`,
    ])
    const english = await readPage(`${journey.url}/jobs/1/apply`)
    const [posting, original] = [french, english].map(
      (one) => one.one('script', { type: 'application/ld+json' }).source,
    )
    expect(posting).toBe(original)
    expect(posting).toContain('"inLanguage":"en"')
    const image = /og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await fetch(image)).status).toBe(200)
  })

  test('each address has a canonical, and hreflang pairs point at each other', async () => {
    const sitemap = await read('/sitemap.xml')
    const located = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, href = '']) => href)
    for (const [path, own] of [
      ['/jobs/1/apply', ['en', 'de']],
      ['/page/about', ['en', 'fr']],
      ['/jobs/2/apply', ['en']],
    ] as const)
      for (const tag of ['en', 'de', 'fr'] as const) {
        const at = (one: string) => (one === 'en' ? path : `/${one}${path}`)
        const html = await read(at(tag))
        const isOwn = (own as readonly string[]).includes(tag)
        expect([at(tag), links(html, 'canonical').own]).toEqual([at(tag), at(isOwn ? tag : 'en')])
        const pairs =
          own.length > 1 && isOwn
            ? { ...Object.fromEntries(own.map((one) => [one, at(one)])), 'x-default': path }
            : {}
        const { own: _, ...found } = links(html, 'alternate')
        expect([at(tag), found]).toEqual([at(tag), pairs])
        expect([at(tag), located.includes(journey.url + at(tag))]).toEqual([at(tag), isOwn])
      }
    expect(sitemap).toContain(`hreflang="de" href="${journey.url}/de/jobs/1/apply"`)
  })

  test('an option is chosen in the language, and sent and stored as the original', async () => {
    const page = await read('/de/jobs/1/apply')
    expect(page).toContain('Welche Schicht?')
    expect(page).toContain('Früh')
    expect(page).toMatch(/value="Early"/)
    let sent = 0
    const post = (answer: string) => {
      const body = applicationForm({
        email: `greta${++sent}@example.org`,
        [`answer_${question.id}`]: answer,
      })
      return fetch(`${journey.url}/de/jobs/1/apply`, { method: 'POST', body, redirect: 'manual' })
    }
    expect((await post('Early')).status).toBe(303)
    const [row] = (await call('GET', '/applications?per_page=1')) as { id: number }[]
    const { answers } = (await call('GET', `/applications/${row?.id}`)) as { answers: unknown[] }
    expect(answers).toMatchObject([{ label: 'Which shift?', value: 'Early' }])
    // Renamed between form and post.
    await call('PUT', '/jobs/1', { questions: [{ ...question, options: ['Morning', 'Late'] }] })
    const refused = await post('Early')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('Spät')
  })

  test('a page that moved leads to its new address in the same language', async () => {
    await call('PUT', `/pages/${about}`, { slug: 'who-we-are' })
    const moved = await fetch(`${journey.url}/fr/page/about`, { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/fr/page/who-we-are'])
    expect(await read('/fr/page/who-we-are')).toContain('Nous mesurons.')
    await call('PUT', `/pages/${about}`, { slug: 'about' })
  })

  test('a preview link shows the unpublished changes of a translation', async () => {
    const page = `/pages/${about}`
    await call('PUT', page, { draft: true, title: 'Unseen' })
    const changes = { title: 'Inédit', draft: true }
    await call('PUT', `${page}/translations/fr`, changes)
    const { url } = (await call('POST', `${page}/preview-links`)) as { url: string }
    const { pathname } = new URL(url)
    const french = await read(`${pathname}?lang=fr`)
    expect(french).toContain('<html lang="fr"')
    expect(french).toContain('Inédit')
    expect(await read(pathname)).toContain('Unseen')
    expect(await read('/fr/page/about')).not.toContain('Inédit')
    await call('DELETE', `${page}/draft`)
  })

  test('with "hide", what is not translated is left out, and its address leads to the original', async () => {
    await put('untranslated', 'hide')
    const list = await read('/de/jobs')
    expect(list).toContain('/de/jobs/1/apply')
    expect(list).not.toContain('/de/jobs/2/apply')
    const followed = async (path: string) => (await fetch(journey.url + path)).url
    expect(await followed('/de/page/about?utm_source=x')).toBe(
      `${journey.url}/page/about?utm_source=x`,
    )
    // At the visitor's address, whatever the site's own is.
    await put('public_url', 'https://careers.example.org')
    expect(await followed('/de/jobs/2/apply')).toBe(`${journey.url}/jobs/2/apply`)
    await put('public_url', journey.url)
    // Nothing leads search engines or feed readers to a redirect.
    const listed = [
      ...(await read('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g),
      ...(await read('/de/feed.xml')).matchAll(/<link href="([^"]+)"/g),
    ].map(([, address = '']) => address)
    expect(listed).toContain(`${journey.url}/de/jobs/1/apply`)
    for (const address of listed)
      expect([address, (await fetch(address, { redirect: 'manual' })).status]).toEqual([
        address,
        200,
      ])
    expect(await read('/jobs/2/apply')).toMatch(/hreflang="de" href="\/de\/jobs"/)
    await put('untranslated', 'show')
  })
})
