import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { appearances, jobs, menus, pages, settings } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'
import { defaultAppearance } from '../appearance/contract.ts'

const w = await world()
afterAll(() => w.remove())
beforeEach(async () => {
  for (const table of [menus, pages, jobs, settings, appearances]) await w.db.delete(table)
})

async function newPage(slug: string, content = '<p>We.</p>', is_published = true) {
  const values = { title: slug, slug, content, is_published }
  return (await w.db.insert(pages).values(values).returning({ id: pages.id }))[0]!.id
}
const unlinked = async () => (await (await w.as('pam')).get('/pages/unlinked')).body
const link = (href: string) => `<p>Our <a href="${href}" rel="noopener noreferrer">team</a></p>`

test('lists published pages without a link to them, newest first, but not home', async () => {
  const [team, perks] = [await newPage('team'), await newPage('perks')]
  await newPage('home')
  await newPage('plan', '<p>Later.</p>', false)
  expect(await unlinked()).toEqual([perks, team])
})

test('about, privacy and imprint have their places', async () => {
  for (const slug of ['about', 'privacy', 'imprint']) await newPage(slug)
  expect(await unlinked()).toEqual([])
})

test('items of menus count, by page and by address', async () => {
  const team = await newPage('team')
  await newPage('perks')
  const press = await newPage('press')
  await w.db.insert(menus).values([
    { name: 'header', items: [{ label: 'Team', page_id: team }] },
    { name: 'footer', items: [{ label: 'Perks', url: '/page/perks#food' }] },
  ])
  expect(await unlinked()).toEqual([press])
})

describe('links in texts', () => {
  beforeEach(() =>
    w.db.insert(settings).values({
      key: 'public_url',
      value: 'https://careers.example.org/',
      category: 'general',
    }),
  )

  test.each([
    '/page/team',
    '/page/team/',
    '/page/team?a=1&amp;b=2#top',
    'https://careers.example.org/page/team',
    'http://localhost:4321/page/team',
  ])('%s counts', async (href) => {
    const team = await newPage('team')
    expect(await unlinked()).toEqual([team])
    await newPage('home', link(href))
    expect(await unlinked()).toEqual([])
  })

  test.each([
    'https://example.org/page/team',
    '/page/teams',
    '/page/team/more',
    'mailto:page/team',
  ])('%s does not count', async (href) => {
    const team = await newPage('team')
    await newPage('home', link(href))
    expect(await unlinked()).toEqual([team])
  })

  test('an address without a link, a draft, and the page itself do not count', async () => {
    const team = await newPage('team', link('/page/team'))
    await newPage('home', '<p>See /page/team</p>')
    await newPage('plan', link('/page/team'), false)
    expect(await unlinked()).toEqual([team])
  })

  test('open jobs count, in description and requirements', async () => {
    const [team, perks] = [await newPage('team'), await newPage('perks')]
    await w.newJob({ description: link('/page/team'), is_active: false })
    await w.newJob({ requirements: link('/page/perks') })
    expect(await unlinked()).toEqual([team])
    await w.newJob({ description: link('/page/team') })
    expect(await unlinked()).toEqual([])
    expect(perks).toBeGreaterThan(team)
  })

  test('an old slug counts for the page that had it', async () => {
    const team = await newPage('team')
    await newPage('home', link('/page/team'))
    const pam = await w.as('pam')
    await pam.send('PUT', `/pages/${team}`, { slug: 'people' })
    expect(await unlinked()).toEqual([])
    const other = await newPage('team')
    expect(await unlinked()).toEqual([team])
    expect(other).toBeGreaterThan(team)
  })

  test('of many texts the last one is found too', async () => {
    const team = await newPage('team')
    const more = Array.from({ length: 120 }, (_, i) => ({
      title: 'x',
      slug: `x${i}`,
      is_published: true,
      content: link(i ? `/page/x${i - 1}` : '/page/team'),
    }))
    await w.db.insert(pages).values(more)
    const found = await unlinked()
    expect(found).toHaveLength(1)
    expect(found).not.toContain(team)
  })
})

test('the button of the home page counts once its look is published', async () => {
  const team = await newPage('team')
  const hero = { ...defaultAppearance.hero, button_label: 'Team', button_url: '/page/team' }
  const [draft] = await w.db
    .insert(appearances)
    .values({ fields: { ...defaultAppearance, hero } })
    .returning()
  expect(await unlinked()).toEqual([team])
  await w.db.update(appearances).set({ published_at: draft!.created_at })
  expect(await unlinked()).toEqual([])
})
