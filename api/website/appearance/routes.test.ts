import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { appearances, auditEvents, contentVersion, media, mediaUses, settings } from '#db/schema.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { defaultAppearance } from './contract.ts'

const w = await world()
let sam: Person
beforeEach(async () => {
  for (const table of [mediaUses, appearances, media, settings]) await w.db.delete(table)
  sam = await w.as('sam')
})
afterAll(() => w.remove())

const put = (json: object, person = sam) => person.send('PUT', '/appearance', json)
const publish = (person = sam) => person.send('POST', '/appearance/publish')
const published = async () => (await w.visitor.get('/appearance/published')).body
const draft = async () => (await sam.get('/appearance')).body
const history = async () => (await sam.get('/appearance/history')).body
const uses = async () =>
  (await w.db.select().from(mediaUses)).map(({ kind, media_id }) => [kind, media_id]).sort()
const deletePicture = (id: number) => w.db.delete(media).where(eq(media.id, id))
const version = async () => (await w.db.select().from(contentVersion))[0]!.version

const nothing = { is_draft: false, published_at: null, updated_at: null }

describe('the draft', () => {
  test('is the default look on a site that nobody has changed', async () => {
    expect(await draft()).toEqual({ ...defaultAppearance, ...nothing })
    expect(await published()).toEqual({ ...defaultAppearance, pictures: [] })
    expect(await history()).toEqual([])
  })

  test('takes a partial change, also within hero, and keeps all else', async () => {
    const first = await put({ look: 'warm', hero: { headline: ' Bread for the harbor ' } })
    expect([first.status, first.body]).toEqual([
      200,
      {
        ...defaultAppearance,
        look: 'warm',
        hero: { ...defaultAppearance.hero, headline: 'Bread for the harbor' },
        is_draft: true,
        published_at: null,
        updated_at: expect.any(String),
      },
    ])
    const { body } = await put({ brand_color: '#8A1C3B', hero: { button_url: '/jobs', text: '' } })
    expect(body).toMatchObject({
      look: 'warm',
      brand_color: '#8a1c3b',
      hero: { headline: 'Bread for the harbor', text: null, button_url: '/jobs' },
    })
    expect(body.updated_at > first.body.updated_at).toBe(true)
    expect((await put({ hero: { headline: null } })).body.hero.headline).toBeNull()
  })

  test('takes the row as GET returned it, with and without a draft', async () => {
    for (let i = 0; i < 2; i++) expect((await put(await draft())).status).toBe(200)
  })

  test('is not what visitors see, and leaves cached pages alone', async () => {
    const before = await version()
    await put({ look: 'bold' })
    expect(await published()).toEqual({ ...defaultAppearance, pictures: [] })
    expect(await version()).toBe(before)
  })

  test('keeps fields that two people change at the same time', async () => {
    const ada = await w.as('ada')
    await Promise.all([put({ look: 'bold' }), put({ scheme: 'dark' }, ada)])
    expect(await draft()).toMatchObject({ look: 'bold', scheme: 'dark' })
  })

  test.each([
    [{ look: 'loud' }, ['look']],
    [{ brand_color: 'teal' }, ['brand_color']],
    [{ brand_color: '#0f766' }, ['brand_color']],
    [{ type_pairing: 'comic-sans' }, ['type_pairing']],
    [{ corners: 'sharp' }, ['corners']],
    [{ header: null }, ['header']],
    [{ logo_light: 0 }, ['logo_light']],
    [{ logo_light: '1' }, ['logo_light']],
    [{ hero: { headline: 'x'.repeat(201) } }, ['hero', 'headline']],
    [{ hero: { button_url: 'javascript:alert(1)' } }, ['hero', 'button_url']],
    [{ hero: { focal: { x: 101, y: 50 } } }, ['hero', 'focal', 'x']],
    [{ hero: { nothing: 1 } }, ['hero', 'nothing']],
    [{ nothing: 1 }, ['nothing']],
  ])('refuses %j', async (change, path) => {
    const response = await put(change)
    expect([response.status, response.body.details[0].path]).toEqual([400, path])
    expect((await draft()).is_draft).toBe(false)
  })
})

describe('pictures', () => {
  const sizes = {
    'logo_light 1 × 4,000 px': ['logo_light', 1, 4000],
    'logo_dark wider than 8:1': ['logo_dark', 1700, 200],
    'icon that is not square': ['icon', 400, 200],
  } as const
  test.each(Object.values(sizes))('%s of %i × %i px is refused', async (field, width, height) => {
    const response = await put({ [field]: await newPicture(w.db, { width, height }) })
    expect([response.status, response.body.details[0].path]).toEqual([400, [field]])
    const [w_, h_] = [width, height].map((n) => n.toLocaleString('en'))
    expect(response.body.error).toContain(`This image is ${w_} × ${h_} px. Choose `)
  })

  test('an unknown picture is refused at its field', async () => {
    const message = 'This image has been deleted. Choose another.'
    const response = await put({ logo_light: 999, hero: { media_id: 998 } })
    expect([response.status, response.body]).toEqual([
      400,
      {
        error: message,
        details: [
          { path: ['logo_light'], message },
          { path: ['hero', 'media_id'], message },
        ],
      },
    ])
  })

  test('of the draft and of the published look are in use, once each', async () => {
    const [logo, hero] = [await newPicture(w.db, { width: 400 }), await newPicture(w.db)]
    await put({ logo_light: logo, logo_dark: logo, hero: { media_id: hero } })
    expect(await uses()).toEqual([
      ['draft', logo],
      ['draft', hero],
    ])
    await publish()
    expect(await uses()).toEqual([
      ['published', logo],
      ['published', hero],
    ])
    await put({ logo_dark: null, logo_light: null })
    expect(await uses()).toEqual([
      ['draft', hero],
      ['published', logo],
      ['published', hero],
    ])
    await expect(deletePicture(logo)).rejects.toThrow()
    await publish()
    expect(await uses()).toEqual([['published', hero]])
    await deletePicture(logo)
    await put({ hero: { media_id: null } })
    await sam.send('POST', '/appearance/discard')
    expect(await uses()).toEqual([['published', hero]])
  })

  test('come with the published look, column by column', async () => {
    const variants = [{ width: 480, height: 320, format: 'webp', bytes: 9000 }] as const
    const picture = { alt: 'Our shop', focal_x: 30, focal_y: 70, variants: [...variants] }
    const id = await newPicture(w.db, picture)
    await put({ hero: { media_id: id } })
    await publish()
    expect((await published()).pictures).toEqual([
      {
        id,
        hash: expect.stringMatching(/^[0-9a-f]{32}$/),
        width: 1200,
        height: 800,
        alt: 'Our shop',
        decorative: false,
        transparent: false,
        color: '#8a7f70',
        focal: { x: 30, y: 70 },
        variants,
      },
    ])
  })
})

describe('a stale change', () => {
  test('gets 409 with the current look and the name of the person who changed it', async () => {
    const before = await draft()
    await put({ look: 'warm', updated_at: before.updated_at }, await w.as('ada'))
    const response = await put({ look: 'bold', updated_at: before.updated_at })
    expect([response.status, response.body]).toEqual([
      409,
      { error: 'Ada Admin changed the appearance in the meantime.', current: await draft() },
    ])
    const { updated_at } = response.body.current
    expect((await put({ look: 'bold', updated_at })).body.look).toBe('bold')
    const own = await put({ look: 'quiet', updated_at })
    expect(own.body.error).toBe('You changed the appearance in another window in the meantime.')
    expect((await draft()).look).toBe('bold')
  })

  test('gets 409 after the draft was published or discarded', async () => {
    for (const call of ['publish', 'discard']) {
      const { updated_at } = (await put({ look: 'warm' })).body
      await sam.send('POST', `/appearance/${call}`)
      const response = await put({ scheme: 'dark', updated_at })
      expect([response.status, response.body.current]).toEqual([409, await draft()])
      expect((await draft()).is_draft).toBe(false)
    }
  })
})

test('successive changes by one person are one audit event, until someone else acts', async () => {
  const ada = await w.as('ada')
  await put({ look: 'bold' }, ada)
  const earlier = (await w.db.select().from(auditEvents)).length
  for (const look of ['warm', 'bold', 'quiet']) await put({ look })
  await put({ look: 'warm' }, ada)
  for (const look of ['bold', 'quiet']) await put({ look })
  await publish()
  for (const look of ['warm', 'bold']) await put({ look })
  const events = await w.db.select().from(auditEvents).orderBy(auditEvents.id)
  const looks = events.slice(earlier).filter(({ action }) => action.startsWith('appearance.'))
  expect(looks.map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['appearance.changed', 'Sam Settings'],
    ['appearance.changed', 'Ada Admin'],
    ['appearance.changed', 'Sam Settings'],
    ['appearance.published', 'Sam Settings'],
    ['appearance.changed', 'Sam Settings'],
  ])
})

describe('POST /appearance/publish', () => {
  test('shows the draft to visitors and answers the row', async () => {
    await put({ look: 'warm' })
    const before = await version()
    const response = await publish()
    expect([response.status, response.body]).toMatchObject([200, { look: 'warm', is_draft: false }])
    expect(response.body).toEqual(await draft())
    expect(response.body.published_at).toEqual(expect.any(String))
    expect(await published()).toMatchObject({ look: 'warm' })
    expect(await version()).toBeGreaterThan(before)
  })

  test('is 409 without a draft, and once for two at the same time', async () => {
    expect([(await publish()).status, (await publish()).body]).toEqual([
      409,
      { error: 'There is no draft to publish.' },
    ])
    await put({ look: 'bold' })
    const responses = await Promise.all([publish(), publish()])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await history()).toHaveLength(1)
  })

  test('with updated_at publishes no draft that has changed since', async () => {
    const { updated_at } = (await put({ look: 'bold' })).body
    await put({ look: 'warm' }, await w.as('ada'))
    const path = `/appearance/publish?updated_at=${updated_at}`
    const response = await sam.send('POST', path)
    expect([response.status, response.body]).toMatchObject([
      409,
      { error: expect.stringContaining('Ada Admin'), current: { look: 'warm' } },
    ])
    expect(await history()).toEqual([])
  })
})

test('POST /appearance/discard returns to the published look, also without a draft', async () => {
  await put({ look: 'warm' })
  await publish()
  const before = await draft()
  await put({ look: 'bold' })
  for (let i = 0; i < 2; i++) {
    const response = await sam.send('POST', '/appearance/discard')
    expect([response.status, response.body]).toEqual([200, before])
  }
})

describe('the layout of the job list', () => {
  const setting = async () => (await w.visitor.get('/settings/key/jobs_layout')).body.value
  const putSetting = (value: string, by = sam) =>
    by.send('PUT', '/settings/key/jobs_layout', { value })
  beforeEach(async () => {
    await w.db.insert(settings).values({ key: 'jobs_layout', value: 'cards', category: 'jobs' })
  })

  test('is a draft until it is published, which changes the setting', async () => {
    await put({ jobs_layout: 'rows' })
    expect([(await draft()).jobs_layout, (await published()).jobs_layout]).toEqual([
      'rows',
      'cards',
    ])
    expect(await setting()).toBe('cards')
    await publish()
    expect([(await published()).jobs_layout, await setting()]).toEqual(['rows', 'rows'])
  })

  test('goes back to what visitors see when the draft is discarded', async () => {
    await put({ jobs_layout: 'rows' })
    await sam.send('POST', '/appearance/discard')
    expect((await draft()).jobs_layout).toBe('cards')
  })

  test('is published by a PUT of the setting, alone', async () => {
    await put({ look: 'warm' })
    await publish()
    await put({ look: 'bold', jobs_layout: 'cards' })
    expect((await putSetting('rows')).status).toBe(200)
    expect(await published()).toMatchObject({ look: 'warm', jobs_layout: 'rows' })
    expect(await draft()).toMatchObject({ look: 'bold', jobs_layout: 'rows', is_draft: true })
    await publish()
    expect(await published()).toMatchObject({ look: 'bold', jobs_layout: 'rows' })
  })

  test('of the setting counts on a site without a published look', async () => {
    await putSetting('rows')
    expect((await published()).jobs_layout).toBe('rows')
    expect(await draft()).toMatchObject({ jobs_layout: 'rows', is_draft: false })
    expect((await put({ look: 'warm' })).body.jobs_layout).toBe('rows')
  })

  test('of the setting counts for looks that were stored without one', async () => {
    const { jobs_layout: _, ...stored } = defaultAppearance
    const published_at = '2026-03-02T10:00:00.000Z'
    await w.db.insert(appearances).values([{ fields: stored, published_at }, { fields: stored }])
    await w.db.update(settings).set({ value: 'rows' }).where(eq(settings.key, 'jobs_layout'))
    const rows = { jobs_layout: 'rows' }
    expect([await published(), await draft(), ...(await history())]).toMatchObject([
      rows,
      rows,
      rows,
    ])
    await publish()
    expect(await setting()).toBe('rows')
  })

  test('that the setting has changed since makes a draft stale', async () => {
    const { updated_at } = (await put({ look: 'bold' })).body
    await putSetting('rows', await w.as('ada'))
    const response = await put({ look: 'warm', updated_at })
    expect([response.status, response.body.current.jobs_layout]).toEqual([409, 'rows'])
    expect(response.body.error).toBe('Ada Admin changed the appearance in the meantime.')
  })

  test('is cards while the setting is empty or missing', async () => {
    await putSetting('rows')
    await putSetting('')
    expect((await published()).jobs_layout).toBe('cards')
    await w.db.delete(settings)
    expect((await published()).jobs_layout).toBe('cards')
    await put({ jobs_layout: 'rows' })
    await publish()
    expect([(await published()).jobs_layout, await setting()]).toEqual(['rows', 'rows'])
  })
})

describe('earlier looks', () => {
  const restore = (id: number | string) => sam.send('POST', `/appearance/history/${id}/restore`)

  test('are listed newest first, with the name of the publisher', async () => {
    for (const look of ['warm', 'bold']) {
      await put({ look })
      await publish(await w.as('ada'))
    }
    await put({ look: 'quiet' })
    const { body, headers } = await sam.get('/appearance/history?per_page=1')
    expect(body).toMatchObject([{ look: 'bold', published_by: 'Ada Admin', missing: [] }])
    expect(headers.get('x-total-count')).toBe('2')
    expect((await sam.get('/appearance/history?per_page=1&page=2')).body).toMatchObject([
      { look: 'warm' },
    ])
  })

  test('are taken into the draft and stay as they are', async () => {
    await put({ look: 'warm', hero: { headline: 'Bread' } })
    await publish()
    await put({ look: 'bold', hero: { headline: 'More bread' } })
    await publish()
    const before = await history()
    const response = await restore(before[1].id)
    expect([response.status, response.body]).toMatchObject([
      200,
      { look: 'warm', hero: { headline: 'Bread' }, is_draft: true, missing: [] },
    ])
    expect(await published()).toMatchObject({ look: 'bold' })
    expect(await history()).toEqual(before)
  })

  test('lose the pictures that have been deleted since, and say so', async () => {
    const logo = await newPicture(w.db, { width: 800, height: 300 })
    const hero = await newPicture(w.db)
    await put({ logo_light: logo, hero: { media_id: hero } })
    await publish()
    await put({ hero: { media_id: null } })
    await publish()
    await deletePicture(hero)
    const [, first] = await history()
    expect(first.missing).toEqual(['hero'])
    const response = await restore(first.id)
    expect([response.status, response.body]).toMatchObject([
      200,
      { logo_light: logo, hero: { media_id: null }, missing: ['hero'] },
    ])
    expect(await uses()).toEqual([
      ['draft', logo],
      ['published', logo],
    ])
    expect((await publish()).status).toBe(200)
  })

  test('that were never published are 404', async () => {
    const { body } = await put({ look: 'bold' })
    expect(body.is_draft).toBe(true)
    const [row] = await w.db.select({ id: appearances.id }).from(appearances)
    for (const id of [row!.id, 999_999, 'x']) expect((await restore(id)).status).toBe(404)
  })
})

test('a look stored before a field existed has its default', async () => {
  const fields = { look: 'warm', hero: { headline: 'Bread' } } as never
  await w.db.insert(appearances).values({ fields, published_at: '2026-01-02T00:00:00.000Z' })
  expect(await published()).toEqual({
    ...defaultAppearance,
    look: 'warm',
    hero: { ...defaultAppearance.hero, headline: 'Bread' },
    pictures: [],
  })
})
