import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents, drafts, mediaUses, pages, previewLinks, trash, versions } from '#db/schema.ts'
import { newPicture } from '#scripts/testing/fixtures/picture.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { emptyTrash, forgetNames } from '../content/trash.ts'

const w = await world()
let pam: Person
afterAll(() => w.remove())
beforeEach(async () => {
  await w.reset()
  for (const table of [pages, drafts, versions, previewLinks, trash]) await w.db.delete(table)
  pam = await w.as('pam')
})

const team = { title: 'Team', slug: 'team', content: '<p>Old.</p>', is_published: true }
const create = async (page: object = team) => (await pam.send('POST', '/pages', page)).body
const put = (id: number, json: object) => pam.send('PUT', `/pages/${id}`, json)
const saveDraft = (id: number, json: object = { content: '<p>New.</p>' }) =>
  put(id, { ...json, draft: true })
const shown = async (slug = 'team') => (await w.visitor.get(`/pages/slug/${slug}`)).body
const list = async (id: number) => (await pam.get(`/pages/${id}/versions`)).body

describe('A draft of a published page', () => {
  test('changes nothing that visitors see, until it is published', async () => {
    const page = await create()
    const saved = await saveDraft(page.id)
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        ...page,
        content: '<p>New.</p>',
        has_draft: true,
        draft_saved_at: expect.any(String),
        draft_saved_by: 'Pam Pages',
        draft_is_behind: false,
      },
    ])
    expect((await shown()).content).toBe('<p>Old.</p>')
    const { body } = await pam.get(`/pages/${page.id}`)
    expect(body).toMatchObject({ content: '<p>Old.</p>', has_draft: true })
    expect((await pam.get(`/pages/${page.id}?draft=true`)).body).toEqual(saved.body)
    const published = await pam.send('POST', `/pages/${page.id}/publish-draft`)
    expect(published.body).toMatchObject({ content: '<p>New.</p>', has_draft: false })
    expect((await shown()).content).toBe('<p>New.</p>')
    const again = await pam.send('POST', `/pages/${page.id}/publish-draft`)
    expect([again.status, again.body.error]).toEqual([404, 'There are no unpublished changes'])
  })

  test('is left alone by other saves and by publishing, and can be discarded', async () => {
    const { id } = await create()
    await saveDraft(id)
    await put(id, { title: 'People' })
    await pam.send('POST', `/pages/${id}/publish`)
    const { body } = await pam.get(`/pages/${id}?draft=true`)
    expect(body).toMatchObject({ title: 'Team', content: '<p>New.</p>', has_draft: true })
    const discarded = await pam.send('DELETE', `/pages/${id}/draft`)
    expect(discarded.body).toMatchObject({ title: 'People', content: '<p>Old.</p>' })
    expect((await pam.send('DELETE', `/pages/${id}/draft`)).status).toBe(404)
  })

  test('is over once a save says that it was based on it, unless it was saved since', async () => {
    const { id } = await create()
    const { draft_saved_at } = (await saveDraft(id)).body
    const { updated_at } = (await saveDraft(id, { title: 'People' })).body
    const stale = await put(id, { content: '<p>New.</p>', updated_at, draft_saved_at })
    expect(stale).toMatchObject({ status: 409, body: { current: { title: 'People' } } })
    const { current } = stale.body
    const saved = await put(id, { title: 'Us', draft_saved_at: current.draft_saved_at })
    expect(saved.body).toMatchObject({ title: 'Us', content: '<p>Old.</p>', has_draft: false })
  })

  test('keeps the fields that a later save leaves out', async () => {
    const { id } = await create()
    await saveDraft(id, { title: 'People' })
    const { body } = await saveDraft(id)
    expect(body).toMatchObject({ title: 'People', content: '<p>New.</p>', slug: 'team' })
  })

  test('based on another one is 409 with the current one, and of twenty at once one wins', async () => {
    const { id } = await create()
    const { draft_saved_at } = (await saveDraft(id)).body
    const stale = await saveDraft(id, { title: 'People', draft_saved_at: null })
    expect(stale).toMatchObject({
      status: 409,
      body: { current: { content: '<p>New.</p>', draft_saved_at } },
    })
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => saveDraft(id, { title: `Team ${n}`, draft_saved_at })),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  })

  test('is not begun from a page that has changed since, and says when it is behind', async () => {
    const { id, updated_at } = await create()
    await put(id, { title: 'People' })
    const stale = await saveDraft(id, { content: '<p>New.</p>', updated_at })
    expect(stale).toMatchObject({ status: 409, body: { current: { title: 'People' } } })
    expect((await saveDraft(id)).body.draft_is_behind).toBe(false)
    await put(id, { content: '<p>Newer.</p>' })
    const { draft_is_behind } = (await saveDraft(id, { title: 'Us' })).body
    expect(draft_is_behind).toBe(true)
  })

  test('of somebody else is not taken over by a late save', async () => {
    const { id, updated_at } = await create()
    await put(id, { title: 'People' })
    await saveDraft(id)
    const { body } = await put(id, { slug: 'crew', updated_at })
    expect(body.current).toMatchObject({ has_draft: false, draft_saved_at: null })
  })

  test('is checked like a page', async () => {
    const { id } = await create()
    await create({ ...team, slug: 'taken' })
    const refused = async (json: object) => {
      const { status, body } = await saveDraft(id, json)
      return [status, body.details?.[0].path]
    }
    expect(await refused({ title: '' })).toEqual([400, ['title']])
    expect(await refused({ content: '<p></p>' })).toEqual([400, ['content']])
    expect(await refused({ slug: 'taken' })).toEqual([409, ['slug']])
    const gone = `<figure><img src="/media/${'0'.repeat(32)}/640.jpg"></figure>`
    expect(await refused({ content: gone })).toEqual([400, ['content']])
    const hostile = await saveDraft(id, { content: '<p onclick="x()">Hi<script>1</script></p>' })
    expect(hostile.body.content).toBe('<p>Hi</p>')
    expect((await saveDraft(987654)).status).toBe(404)
  })

  test('whose slug somebody has taken since is not published', async () => {
    const { id } = await create()
    await saveDraft(id, { slug: 'crew' })
    await create({ ...team, slug: 'crew' })
    const refused = await pam.send('POST', `/pages/${id}/publish-draft`)
    expect([refused.status, refused.body.details[0].path]).toEqual([409, ['slug']])
    expect((await pam.get(`/pages/${id}`)).body.has_draft).toBe(true)
  })

  test('needs the permission', async () => {
    const { id } = await create()
    await saveDraft(id)
    const joe = await w.as('joe')
    for (const [method, path] of [
      ['GET', '/versions'],
      ['GET', '/versions/1'],
      ['POST', '/versions/1/restore'],
      ['POST', '/publish-draft'],
      ['DELETE', '/draft'],
      ['GET', '/preview-links'],
      ['POST', '/preview-links'],
    ] as const) {
      expect([path, (await joe.send(method, `/pages/${id}${path}`)).status]).toEqual([path, 403])
      expect((await w.visitor.send(method, `/pages/${id}${path}`)).status).toBe(401)
    }
  })
})

describe('History', () => {
  test('has every public save and who made it, newest first', async () => {
    const { id } = await create()
    await put(id, { title: 'People' })
    await put(id, { title: 'People' })
    await saveDraft(id)
    expect(await list(id)).toMatchObject([
      { version: 3, is_draft: true, saved_by: 'Pam Pages' },
      { version: 2, is_draft: false },
      { version: 1, is_draft: false },
    ])
    const { body } = await pam.get(`/pages/${id}/versions/2`)
    expect(body.fields).toEqual({
      title: 'People',
      slug: 'team',
      content: '<p>Old.</p>',
      meta_description: null,
    })
  })

  test('starts with the page as it was before the first change', async () => {
    const { id } = await create()
    await w.db.delete(versions)
    await saveDraft(id)
    expect(await list(id)).toMatchObject([
      { version: 2, is_draft: true },
      { version: 1, is_draft: false, saved_by: null },
    ])
  })

  test('restores an earlier version as a new one, and keeps the address', async () => {
    const { id } = await create()
    await put(id, { title: 'People', slug: 'people', content: '<p>New.</p>' })
    const { body } = await pam.send('POST', `/pages/${id}/versions/1/restore`)
    expect(body).toMatchObject({ title: 'Team', slug: 'people', content: '<p>Old.</p>' })
    expect((await shown('people')).content).toBe('<p>Old.</p>')
    expect(await list(id)).toHaveLength(3)
    const missing = await pam.send('POST', `/pages/${id}/versions/9/restore`)
    expect([missing.status, missing.body.error]).toEqual([404, 'Version not found'])
  })

  test('keeps the last 50 drafts beside what was public', async () => {
    const { id } = await create()
    for (let n = 0; n < 55; n++) await saveDraft(id, { title: `Team ${n}` })
    const rows = (await pam.get(`/pages/${id}/versions?per_page=100`)).body
    expect(rows).toHaveLength(51)
    expect(rows.at(-1)).toMatchObject({ version: 1, is_draft: false })
    expect(rows[0].version).toBe(56)
  })

  test('keeps the last 200 that were public', async () => {
    const { id } = await create()
    await saveDraft(id)
    const earlier = { kind: 'page', subject_id: id, is_draft: false } as const
    await w.db
      .insert(versions)
      .values(
        Array.from({ length: 200 }, (_, n) => ({ ...earlier, version: n + 3, fields: { n } })),
      )
    await put(id, { title: 'People' })
    const rows = (await pam.get(`/pages/${id}/versions?per_page=500`)).body
    expect(rows.filter(({ is_draft }: { is_draft: boolean }) => !is_draft)).toHaveLength(200)
    expect(rows.filter(({ is_draft }: { is_draft: boolean }) => is_draft)).toHaveLength(1)
    expect(rows[0].version).toBe(203)
  })

  test('keeps the pictures of what it shows', async () => {
    const media_id = await newPicture(w.db)
    const { body: picture } = await pam.get(`/media/${media_id}`)
    const { id } = await create()
    await saveDraft(id, {
      content: `<p>Us</p><figure><img src="/media/${picture.hash}/1200.jpg" alt="" /></figure>`,
    })
    await pam.send('DELETE', `/pages/${id}/draft`)
    const refused = await pam.send('DELETE', `/media/${media_id}`)
    expect([refused.status, refused.body.used_on]).toEqual([
      409,
      [{ kind: 'page_version', id: expect.any(Number), title: 'Team' }],
    ])
    await w.db.delete(versions)
    expect(await w.db.$count(mediaUses, eq(mediaUses.media_id, media_id))).toBe(0)
  })

  test('forgets names with the activity log', async () => {
    const { id } = await create()
    await w.db.update(versions).set({ saved_at: '2020-01-01T00:00:00.000Z' })
    await put(id, { title: 'People' })
    await forgetNames(w.db)
    expect(await list(id)).toMatchObject([{ saved_by: 'Pam Pages' }, { saved_by: null }])
  })
})

const changePam = async (change: object) => {
  const { id } = (await pam.get('/auth/profile')).body
  return (await w.as('ada')).send('PUT', `/users/${id}`, change)
}

describe('A preview link', () => {
  const link = async (id: number) => (await pam.send('POST', `/pages/${id}/preview-links`)).body
  const read = ({ url }: { url: string }) =>
    w.visitor.get(`/drafts/${new URL(url).pathname.split('/').at(-1)}`)

  test('shows the latest draft to anyone, and its address only once', async () => {
    const { id } = await create()
    await saveDraft(id, { content: '<p>First.</p>' })
    const made = await link(id)
    await saveDraft(id, { content: '<p>Second.</p>' })
    const { body } = await read(made)
    expect(body).toMatchObject({ kind: 'page', page: { title: 'Team', content: '<p>Second.</p>' } })
    expect(body.page).not.toHaveProperty('draft_saved_by')
    const listed = await pam.get(`/pages/${id}/preview-links`)
    expect(listed.body).toEqual([
      {
        id: made.id,
        created_at: expect.any(String),
        created_by: 'Pam Pages',
        expires_at: made.expires_at,
      },
    ])
    const stored = await w.db.select().from(previewLinks)
    expect(JSON.stringify(stored)).not.toContain(new URL(made.url).pathname.split('/').at(-1))
    const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 1)
  })

  test('is refused while nothing is unpublished', async () => {
    const { id } = await create()
    const refused = await pam.send('POST', `/pages/${id}/preview-links`)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'There is nothing to preview: everything is published. Save a draft first.',
    ])
  })

  test.each<[string, (id: number, link: { id: number }) => Promise<unknown>]>([
    ['is revoked', (_, link) => pam.send('DELETE', `/preview-links/${link.id}`)],
    [
      'has expired',
      () => w.db.update(previewLinks).set({ expires_at: '2020-01-01T00:00:00.000Z' }),
    ],
    ['has lost its draft', (id) => pam.send('DELETE', `/pages/${id}/draft`)],
    ['is about what is published', (id) => pam.send('POST', `/pages/${id}/publish-draft`)],
    ['is of a deleted page', (id) => pam.send('DELETE', `/pages/${id}`)],
    [
      'was made by someone without the permission now',
      () => changePam({ permissions: ['manage_jobs'] }),
    ],
    ['was made by someone whose account is off', () => changePam({ is_active: false })],
  ])('that %s shows nothing', async (why, end) => {
    const { id } = await create()
    await saveDraft(id)
    const made = await link(id)
    expect((await read(made)).status).toBe(200)
    const ended = (await end(id, made)) as { status?: number }
    expect(ended.status ?? 200).toBeLessThan(300)
    expect((await read(made)).status).toBe(404)
    expect(await w.db.$count(previewLinks)).toBe(why === 'has expired' ? 1 : 0)
  })

  test('of a page that is no longer published works without a draft', async () => {
    const { id } = await create({ ...team, is_published: false })
    const made = await link(id)
    expect((await read(made)).body.page.content).toBe('<p>Old.</p>')
    await pam.send('POST', `/pages/${id}/publish`)
    expect((await read(made)).status).toBe(404)
  })

  test('with an invented token is 404, and another’s link is not revoked', async () => {
    for (const token of ['x'.repeat(43), 'x', '..%2F', '%00'])
      expect((await w.visitor.get(`/drafts/${token}`)).status).toBe(404)
    const { id } = await create()
    await saveDraft(id)
    const made = await link(id)
    const joe = await w.as('joe')
    expect((await joe.send('DELETE', `/preview-links/${made.id}`)).status).toBe(404)
    expect((await read(made)).status).toBe(200)
  })
})

describe('A deleted page', () => {
  test('can be put back as it was, with its draft and history', async () => {
    const page = await create()
    await saveDraft(page.id)
    await pam.send('DELETE', `/pages/${page.id}`)
    const { body: deleted } = await pam.get('/trash')
    expect(deleted).toEqual([
      {
        kind: 'page',
        id: page.id,
        title: 'Team',
        deleted_at: expect.any(String),
        deleted_by: 'Pam Pages',
        kept_until: expect.any(String),
      },
    ])
    expect((await (await w.as('joe')).get('/trash')).body).toEqual([])
    const { status, body } = await pam.send('POST', `/trash/pages/${page.id}/restore`)
    expect([status, body]).toEqual([
      200,
      {
        ...page,
        updated_at: expect.any(String),
        has_draft: true,
        draft_saved_at: expect.any(String),
        draft_saved_by: 'Pam Pages',
      },
    ])
    expect((await shown()).content).toBe('<p>Old.</p>')
    // What was deleted is the newest version.
    expect(await list(page.id)).toHaveLength(3)
    expect((await pam.get('/trash')).body).toEqual([])
    expect((await pam.send('POST', `/trash/pages/${page.id}/restore`)).status).toBe(404)
  })

  test('keeps its former addresses, and comes back once', async () => {
    const { id } = await create()
    await put(id, { slug: 'crew' })
    await pam.send('DELETE', `/pages/${id}`)
    const path = `/trash/pages/${id}/restore`
    const both = await Promise.all([pam.send('POST', path), pam.send('POST', path)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await shown('team')).slug).toBe('crew')
  })

  test('whose slug is taken gets another one', async () => {
    const { id } = await create()
    await pam.send('DELETE', `/pages/${id}`)
    await create()
    const refused = await pam.send('POST', `/trash/pages/${id}/restore`)
    expect([refused.status, refused.body.details[0].path]).toEqual([409, ['slug']])
    const { body } = await pam.send('POST', `/trash/pages/${id}/restore?slug=team-2`)
    expect(body.slug).toBe('team-2')
  })

  test('is gone after 30 days, with its draft and history', async () => {
    const { id } = await create()
    const kept = await create({ ...team, slug: 'kept' })
    await saveDraft(id)
    for (const page of [id, kept.id]) await pam.send('DELETE', `/pages/${page}`)
    const is = and(eq(trash.kind, 'page'), eq(trash.subject_id, id))
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    await w.db
      .update(trash)
      .set({ deleted_at: ago(29.9) })
      .where(is)
    expect(await emptyTrash(w.db)).toBe(0)
    await w.db
      .update(trash)
      .set({ deleted_at: ago(30.1) })
      .where(is)
    expect(await emptyTrash(w.db)).toBe(1)
    expect(await w.db.$count(drafts)).toBe(0)
    expect(await w.db.selectDistinct({ id: versions.subject_id }).from(versions)).toEqual([
      { id: kept.id },
    ])
  })
})

test('what staff did with drafts is in the activity log', async () => {
  const { id } = await create()
  await saveDraft(id)
  await pam.send('POST', `/pages/${id}/preview-links`)
  await pam.send('POST', `/pages/${id}/publish-draft`)
  await saveDraft(id, { title: 'People' })
  await pam.send('DELETE', `/pages/${id}/draft`)
  await pam.send('POST', `/pages/${id}/versions/1/restore`)
  await pam.send('DELETE', `/pages/${id}`)
  await pam.send('POST', `/trash/pages/${id}/restore`)
  const events = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, id))
  expect(
    events
      .filter(({ action }) => /^(page|preview_link)\./.test(action))
      .map(({ action, target_name }) => `${action} ${target_name}`),
  ).toEqual([
    'page.created Team',
    'page.draft_saved Team',
    'preview_link.created Team',
    'page.draft_published Team',
    'page.draft_saved People',
    'page.draft_discarded Team',
    'page.version_restored Team',
    'page.deleted Team',
    'page.put_back Team',
  ])
  expect(await w.db.$count(pages)).toBe(1)
})
