import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { media, pages } from '#db/schema.ts'
import { isoTime } from '#scripts/testing/fixtures/iso-time.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const pam = await w.as('pam')
afterAll(() => w.remove())
beforeEach(async () => {
  await w.db.delete(pages)
})

const team = {
  title: 'The team',
  slug: 'the-team',
  content: '<p>Who <strong>we</strong> are.</p>',
  meta_description: 'Who works here',
}
const create = async (page: object = team) => (await pam.send('POST', '/pages', page)).body
const forEditors = {
  publish_at: null,
  unpublish_at: null,
  has_draft: false,
  draft_saved_at: null,
  draft_saved_by: null,
}
/** What visitors get of it. */
const visible = (page: object) =>
  Object.fromEntries(Object.entries(page).filter(([name]) => !(name in forEditors)))
const slugTaken = {
  error: 'Another page has this slug already',
  details: [{ path: ['slug'], message: 'Another page has this slug already' }],
}

test('a new page is a draft and is returned in full', async () => {
  const response = await pam.send('POST', '/pages', team)
  expect(response.status).toBe(201)
  expect(response.body).toEqual({
    ...team,
    id: expect.any(Number),
    is_published: false,
    language: null,
    ...forEditors,
    created_at: isoTime,
    updated_at: isoTime,
  })
  expect((await pam.get(`/pages/${response.body.id}`)).body).toEqual(response.body)
  expect((await w.visitor.get('/pages/slug/the-team')).status).toBe(404)
})

test('a new page can be published at once', async () => {
  const page = await create({ ...team, is_published: true })
  expect((await w.visitor.get('/pages/slug/the-team')).body).toEqual(visible(page))
})

test('fixed paths are not taken for ids, and invalid ids are 404', async () => {
  expect((await w.visitor.get('/pages/published')).status).toBe(200)
  for (const id of ['slug', '0', '-1', '1.5', '1e3', '9007199254740993', 'abc'])
    for (const method of ['GET', 'DELETE'])
      expect((await pam.send(method, `/pages/${id}`)).body).toEqual({ error: 'Page not found' })
})

test('the staff list includes drafts, newest first, paginated, without content', async () => {
  const { content: _, ...draft } = await create()
  for (const slug of ['a', 'b']) await create({ ...team, slug, is_published: true })
  const response = await pam.get('/pages')
  expect(response.body.map(({ slug }: { slug: string }) => slug)).toEqual(['b', 'a', 'the-team'])
  expect(response.body[2]).toEqual({ ...draft, changed_by: 'Pam Pages' })
  const second = await pam.get('/pages?per_page=1&page=2')
  expect(second.body).toMatchObject([{ slug: 'a' }])
  expect(second.headers.get('x-total-count')).toBe('3')
  expect(second.headers.get('link')).toContain('</api/pages?per_page=1&page=3>; rel="next"')
  expect((await pam.get('/pages?per_page=501')).status).toBe(400)
})

describe('the staff list names who changed a page last', () => {
  const changedBy = async () => (await pam.get('/pages')).body[0].changed_by

  test('when someone edits, publishes or unpublishes it', async () => {
    const { id } = await create()
    const ada = await w.as('ada')
    for (const change of ['publish', 'unpublish']) {
      await ada.send('POST', `/pages/${id}/${change}`)
      expect(await changedBy()).toMatch(/ Admin$/)
      await pam.send('PUT', `/pages/${id}`, { title: change })
      expect(await changedBy()).toBe('Pam Pages')
    }
  })

  test('only if the activity log has that change', async () => {
    await create()
    await w.db.update(pages).set({ updated_at: '2999-01-01T00:00:00.000Z' })
    expect(await changedBy()).toBeNull()
  })

  test('to editors only', async () => {
    await create({ ...team, is_published: true })
    const [page] = (await w.visitor.get('/pages/published')).body
    expect(page).not.toHaveProperty('changed_by')
  })
})

test('a picture is content, one of another site is not', async () => {
  const hash = '0'.repeat(32)
  const picture = { hash, name: 'a.jpg', width: 1200, height: 800, color: '#000000', variants: [] }
  await w.db.insert(media).values(picture)
  const image = `<img src="/media/${hash}/1200.jpg" alt="Bakers">`
  expect((await create({ ...team, content: image })).content).toBe(
    `<figure>${image.replace('>', ' />')}</figure>`,
  )
  const content = '<img src="https://x.example/a.jpg" alt="Bakers">'
  expect((await pam.send('POST', '/pages', { ...team, slug: 'b', content })).body).toEqual({
    error: 'Content is required',
    details: [{ path: ['content'], message: 'Content is required' }],
  })
})

test('content is sanitized on write', async () => {
  const page = await create({
    ...team,
    content: '<h1 id=x onclick=y()>We<script>x()</script></h1>',
  })
  expect(page.content).toBe('<h1>We</h1>')
  const changed = await pam.send('PUT', `/pages/${page.id}`, { content: '<p style=x>You</p>' })
  expect(changed.body.content).toBe('<p>You</p>')
})

test.each([[''], ['  '], [null], ['\n']])(
  'a description %j is stored as null',
  async (meta_description) => {
    expect((await create({ ...team, meta_description })).meta_description).toBeNull()
  },
)

test('a description takes 2000 characters, and its line breaks become spaces', async () => {
  const page = await create({ ...team, meta_description: 'Who\nworks\r\n here ' })
  expect(page.meta_description).toBe('Who works here')
  const long = { meta_description: 'a'.repeat(2000) }
  expect((await pam.send('PUT', `/pages/${page.id}`, long)).body).toMatchObject(long)
})

describe('a slug', () => {
  test('belongs to one page only', async () => {
    await create()
    const again = await pam.send('POST', '/pages', { ...team, title: 'Another' })
    expect([again.status, again.body]).toEqual([409, slugTaken])
    const other = await create({ ...team, slug: 'other' })
    const moved = await pam.send('PUT', `/pages/${other.id}`, { slug: 'the-team' })
    expect([moved.status, moved.body]).toEqual([409, slugTaken])
    expect((await pam.get(`/pages/${other.id}`)).body).toEqual(other)
  })

  test('is free again when its page is deleted or gets another slug', async () => {
    const page = await create()
    expect((await pam.send('PUT', `/pages/${page.id}`, { slug: 'moved' })).status).toBe(200)
    const second = await pam.send('POST', '/pages', team)
    expect(second.status).toBe(201)
    expect((await pam.send('DELETE', `/pages/${second.body.id}`)).status).toBe(204)
    expect((await pam.send('POST', '/pages', team)).status).toBe(201)
  })

  test('is given to exactly one of twenty concurrent new pages', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        pam.send('POST', '/pages', { ...team, title: `Team ${n}` }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const winner = responses.find(({ status }) => status === 201)!
    for (const { status, body } of responses) if (status === 409) expect(body).toEqual(slugTaken)
    const { content: _, ...listed } = winner.body
    expect((await pam.get('/pages')).body).toEqual([{ ...listed, changed_by: 'Pam Pages' }])
  })

  test('is given to exactly one of twenty concurrent changes', async () => {
    const all = []
    for (let n = 0; n < 20; n++) all.push(await create({ ...team, slug: `team-${n}` }))
    const responses = await Promise.all(
      all.map(({ id }) => pam.send('PUT', `/pages/${id}`, { slug: 'the-team' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    const now = (await pam.get('/pages')).body.map(({ slug }: { slug: string }) => slug)
    expect(now.filter((slug: string) => slug === 'the-team')).toHaveLength(1)
  })
})

describe('PUT /pages/:id', () => {
  test('changes only the given fields', async () => {
    const before = await create()
    const response = await pam.send('PUT', `/pages/${before.id}`, { meta_description: null })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ ...before, meta_description: null, updated_at: isoTime })
    expect(response.body.updated_at > before.updated_at).toBe(true)
  })

  test('accepts the unchanged row', async () => {
    const before = await create()
    const response = await pam.send('PUT', `/pages/${before.id}`, { ...before, title: 'We' })
    expect([response.status, response.body]).toEqual([
      200,
      { ...before, title: 'We', updated_at: isoTime },
    ])
    const moved = { id: 99, created_at: '2001-01-01T00:00:00.000Z' }
    const { body } = await pam.send('PUT', `/pages/${before.id}`, moved)
    expect(body).toMatchObject({ id: before.id, created_at: before.created_at })
  })

  test('with an old updated_at overwrites nothing', async () => {
    const read = await create()
    const { body: current } = await pam.send('PUT', `/pages/${read.id}`, { title: 'First' })
    const response = await pam.send('PUT', `/pages/${read.id}`, { ...read, title: 'Second' })
    expect(response.status).toBe(409)
    expect(response.body).toEqual({
      error: expect.any(String),
      current,
      changed_by: expect.any(String),
    })
    expect((await pam.get(`/pages/${read.id}`)).body).toEqual(current)
  })

  test('succeeds once among twenty based on the same row', async () => {
    const { id, updated_at } = await create()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        pam.send('PUT', `/pages/${id}`, { title: `Team ${n}`, updated_at }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  })
})

test('publishing shows a page to visitors, unpublishing hides it, and twice changes nothing', async () => {
  const { id, updated_at } = await create()
  const shown = await pam.send('POST', `/pages/${id}/publish`)
  expect([shown.status, shown.body.is_published]).toEqual([200, true])
  expect(shown.body.updated_at > updated_at).toBe(true)
  expect((await w.visitor.get('/pages/slug/the-team')).body).toEqual(visible(shown.body))
  expect((await pam.send('POST', `/pages/${id}/publish`)).body).toEqual(shown.body)
  const hidden = await pam.send('POST', `/pages/${id}/unpublish`)
  expect([hidden.status, hidden.body.is_published]).toEqual([200, false])
  expect((await w.visitor.get('/pages/slug/the-team')).status).toBe(404)
  expect((await pam.send('POST', `/pages/${id}/unpublish`)).body).toEqual(hidden.body)
})

test('a deleted page is 404 for everyone', async () => {
  const { id } = await create({ ...team, is_published: true })
  expect((await pam.send('DELETE', `/pages/${id}`)).status).toBe(204)
  expect((await w.visitor.get('/pages/slug/the-team')).status).toBe(404)
  for (const [method, path, json] of [
    ['GET', ''],
    ['PUT', '', { title: 'Back' }],
    ['PUT', '', { title: '' }],
    ['POST', '/publish'],
    ['POST', '/unpublish'],
    ['DELETE', ''],
  ] as const) {
    const response = await pam.send(method, `/pages/${id}${path}`, json)
    expect([response.status, response.body]).toEqual([404, { error: 'Page not found' }])
  }
})
