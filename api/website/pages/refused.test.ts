import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { pages } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const pam = await w.as('pam')
afterAll(() => w.remove())
beforeEach(async () => {
  await w.db.delete(pages)
})

const team = { title: 'The team', slug: 'the-team', content: '<p>Who we are.</p>' }
const create = async () => (await pam.send('POST', '/pages', team)).body

describe.each([
  [{ title: '' }, 'title'],
  [{ title: '  ' }, 'title'],
  [{ title: null }, 'title'],
  [{ title: 'a'.repeat(201) }, 'title'],
  [{ title: 'a\u0000b' }, 'title'],
  [{ title: 'a\u202Eb' }, 'title'],
  [{ slug: '' }, 'slug'],
  [{ slug: null }, 'slug'],
  [{ slug: 7 }, 'slug'],
  [{ slug: ['a'] }, 'slug'],
  [{ slug: 'About' }, 'slug'],
  [{ slug: 'a b' }, 'slug'],
  [{ slug: 'a/b' }, 'slug'],
  [{ slug: 'a_b' }, 'slug'],
  [{ slug: 'über' }, 'slug'],
  [{ slug: 'about\n' }, 'slug'],
  [{ slug: 'a'.repeat(101) }, 'slug'],
  [{ content: '' }, 'content'],
  [{ content: '<p>&nbsp;</p>' }, 'content'],
  [{ content: '<script>only this</script>' }, 'content'],
  [{ content: 'a'.repeat(210_000) }, 'content'],
  [{ content: { a: 1 } }, 'content'],
  [{ meta_description: 'a'.repeat(2001) }, 'meta_description'],
  [{ meta_description: 'a\u0000b' }, 'meta_description'],
  [{ meta_description: 'a\u001Bb' }, 'meta_description'],
  [{ meta_description: 'a\uD800b' }, 'meta_description'],
  [{ meta_description: 5 }, 'meta_description'],
  [{ is_published: 'true' }, 'is_published'],
  [{ is_published: 1 }, 'is_published'],
  [{ is_published: null }, 'is_published'],
  [{ author: 'me' }, 'author'],
])('a page with fault %#', (fault, field) => {
  test('is neither created nor changed', async () => {
    const before = await create()
    for (const response of [
      await pam.send('POST', '/pages', { ...team, slug: 'another', ...fault }),
      await pam.send('PUT', `/pages/${before.id}`, fault),
    ]) {
      expect(response.status).toBe(400)
      expect(response.body.details[0]).toEqual({ path: [field], message: response.body.error })
      for (const { path } of response.body.details) expect(path).toEqual([field])
    }
    expect((await pam.get('/pages')).headers.get('x-total-count')).toBe('1')
    expect((await pam.get(`/pages/${before.id}`)).body).toEqual(before)
  })
})

test('all missing fields are reported at once', async () => {
  const { status, body } = await pam.send('POST', '/pages', {})
  expect(status).toBe(400)
  expect(body.details.map(({ message }: { message: string }) => message)).toEqual([
    'Title is required',
    'Slug is required',
    'Content is required',
  ])
})
