import { beforeAll, describe, expect, test } from 'vitest'
import { blockNames } from '#api/website/blocks/contract/kinds.ts'
import { allBlocks, uploadPicture } from '#scripts/testing/fixtures/blocks.ts'
import { pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { linksIn, readPage } from '#scripts/testing/html.ts'
import { startJourney } from '#scripts/testing/journey.ts'
import { signIn } from '#scripts/testing/serve.ts'
import { staffCalls } from '#scripts/testing/staff-calls.ts'
import { invalidHtml } from '#scripts/testing/valid-html.ts'

const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? ''

describe('A page of all blocks', () => {
  const journey = startJourney({ SMTP_URL: '' })
  const call = staffCalls(journey)
  const read = (path: string) => readPage(journey.url + path)
  let content = ''
  let id = 0
  beforeAll(async () => {
    const { token } = await signIn(journey.url)
    const picture = await uploadPicture(
      journey.url,
      token,
      pictureForm(png('aa5533', { width: 900, height: 600 })),
    )
    content = allBlocks('Tea & cake </script> “daily”', picture)
    const stored = await call('POST', '/pages', {
      title: 'All',
      slug: 'all',
      content,
      is_published: true,
    })
    expect(stored.content).toBe(content)
    id = stored.id
  })

  test('is valid HTML without scripts, and names each block', async () => {
    const { html, main, all } = await read('/page/all')
    expect(await invalidHtml(html)).toEqual([])
    expect(main.all('section').flatMap(({ attributes }) => attributes['data-block'] ?? [])).toEqual(
      blockNames,
    )
    const types = all('script').map(({ attributes }) => attributes.type)
    expect(types.filter((type) => type !== 'application/ld+json')).toEqual(
      (await read('/page/about')).all('script').map(({ attributes }) => attributes.type),
    )
  })

  test('tells search engines its questions and answers', async () => {
    const { all } = await read('/page/all')
    const data = all('script', { type: 'application/ld+json' }).map(({ source }) =>
      JSON.parse(source),
    )
    const faq = data.find((one) => one['@type'] === 'FAQPage')
    expect(faq.mainEntity).toHaveLength(2)
    expect(faq.mainEntity[0]).toMatchObject({
      name: 'Tea & cake </script> “daily”',
      acceptedAnswer: { text: 'Tea & cake </script> “daily”' },
    })
  })

  test('opens the policy for its player, and no other page does', async () => {
    const { headers, main } = await read('/page/all')
    expect(policyOf(headers)).toMatch(/frame-src 'self' https:\/\/player\.vimeo\.com(;|$)/)
    for (const path of ['/page/about', '/', '/jobs/1/apply'])
      expect(policyOf((await read(path)).headers)).not.toContain('vimeo')
    const frame = main.one('iframe').attributes
    expect(frame.title).toContain('(Vimeo)')
    expect(frame.src).toBe(undefined)
    // The poster is our own; the player is only behind the link.
    expect(frame.srcdoc?.match(/https:\/\/[^"]*/g)).toEqual([
      'https://player.vimeo.com/video/76979871?autoplay=1',
    ])
    expect(linksIn(main)).toContain('https://vimeo.com/76979871')
  })

  test('shows the jobs that are open now', async () => {
    const job = await call('POST', '/jobs', {
      title: 'Cook',
      team: 'Ops',
      description: '<p>You cook.</p>',
      places: [{ locality: 'Cork', country: 'IE' }],
      is_active: true,
    })
    await call('PUT', `/pages/${id}`, {
      content: content.replace('place=Cork&amp;team=Ops', 'team=Ops'),
    })
    const jobs = async () => (await read('/page/all')).main.one('section', { 'data-block': 'jobs' })
    expect(linksIn(await jobs())).toEqual([`/jobs/${job.id}/apply`, '/jobs?team=ops'])
    expect((await jobs()).text).toContain(job.title)
    await call('PUT', `/jobs/${job.id}`, { is_active: false })
    await expect.poll(async () => linksIn(await jobs())).toEqual(['/jobs?team=ops'])
    expect((await jobs()).text).toContain('have any open positions')
  })

  test('is Home, too', async () => {
    const pages: { id: number; slug: string }[] = await call('GET', '/pages')
    await call('PUT', `/pages/${pages.find(({ slug }) => slug === 'home')?.id}`, { content })
    const { html, headers, main } = await read('/')
    expect(await invalidHtml(html)).toEqual([])
    expect(policyOf(headers)).toContain('https://player.vimeo.com')
    expect(main.all('section').flatMap(({ attributes }) => attributes['data-block'] ?? [])).toEqual(
      blockNames,
    )
  })

  test('may have 200 blocks and no more', async () => {
    const text = '<p>Many.</p>'
    const divider = '<section data-block="divider"><hr /></section>'
    const page = { title: 'Many', slug: 'many', is_published: true }
    await call('POST', '/pages', { ...page, content: text + divider.repeat(200) })
    await expect(
      call('POST', '/pages', { ...page, slug: 'more', content: text + divider.repeat(201) }),
    ).rejects.toThrow(/answered 400.*200 blocks/)
  })
})

describe('Below BASE_PATH', () => {
  const journey = startJourney({ SMTP_URL: '', BASE_PATH: '/careers' })
  const call = staffCalls(journey)

  test('the addresses of blocks are, in the frame of a video too', async () => {
    const { token } = await signIn(journey.url)
    const picture = await uploadPicture(
      journey.url,
      token,
      pictureForm(png('aa5533', { width: 900, height: 600 })),
    )
    await call('POST', '/pages', {
      title: 'All',
      slug: 'all',
      content: allBlocks('Tea', picture),
      is_published: true,
    })
    const { main } = await readPage(`${journey.url}/page/all`)
    const srcdoc = main.one('iframe').attributes.srcdoc ?? ''
    const own = [...srcdoc.matchAll(/(?:src|href|srcset)="(\/[^"]*)/g)].map(([, path]) => path)
    expect(own.length).toBeGreaterThan(1)
    for (const path of own) expect(path).toMatch(/^\/careers\//)
    for (const link of linksIn(main)) expect(link).toMatch(/^(https:\/\/|\/careers\/)/)
  })
})
