import { afterAll, beforeEach, expect, test } from 'vitest'
import { pages } from '#db/schema.ts'
import { world } from '#scripts/testing/world.ts'

const w = await world()
const pam = await w.as('pam')
afterAll(() => w.remove())
beforeEach(async () => void (await w.db.delete(pages)))

const create = async (slug: string): Promise<number> => {
  const page = { title: slug, slug, content: `<p>${slug}</p>`, is_published: true }
  return (await pam.send('POST', '/pages', page)).body.id
}
const rename = async (id: number, slug: string) =>
  expect((await pam.send('PUT', `/pages/${id}`, { slug })).status).toBe(200)
/** The id of the page that a visitor gets, and its slug; else the status. */
const visit = async (slug: string) => {
  const { status, body } = await w.visitor.get(`/pages/slug/${slug}`)
  return status === 200 ? [body.id, body.slug] : status
}

test('an old slug finds the page, which names its current slug', async () => {
  const id = await create('a')
  await rename(id, 'b')
  await rename(id, 'c')
  for (const slug of ['a', 'b', 'c']) expect(await visit(slug)).toEqual([id, 'c'])
})

test('a page that returns to an old slug is also found by the slug in between', async () => {
  const id = await create('a')
  await rename(id, 'b')
  await rename(id, 'a')
  for (const slug of ['a', 'b']) expect(await visit(slug)).toEqual([id, 'a'])
})

test.each([
  ['made', create],
  [
    'renamed',
    async (slug: string) => {
      const id = await create('x')
      await rename(id, slug)
      return id
    },
  ],
])(
  'a slug belongs to the page that has it now, %s after the other one left it',
  async (_, take) => {
    const first = await create('a')
    await rename(first, 'b')
    const second = await take('a')
    expect(await visit('a')).toEqual([second, 'a'])
    expect(await visit('b')).toEqual([first, 'b'])
    await rename(second, 'c')
    expect(await visit('a')).toEqual([second, 'c'])
  },
)

test('an unpublished page is found by none of its slugs, and they find no other page', async () => {
  const first = await create('a')
  await rename(first, 'b')
  await pam.send('POST', `/pages/${first}/unpublish`)
  expect(await visit('a')).toBe(404)
  const second = await create('a')
  await pam.send('POST', `/pages/${second}/unpublish`)
  await pam.send('POST', `/pages/${first}/publish`)
  expect([await visit('a'), await visit('b')]).toEqual([404, [first, 'b']])
})

test('deleting a page deletes its old slugs', async () => {
  const id = await create('a')
  await rename(id, 'b')
  await pam.send('DELETE', `/pages/${id}`)
  expect([await visit('a'), await visit('b')]).toEqual([404, 404])
  const next = await create('a')
  expect(await visit('a')).toEqual([next, 'a'])
})

test('a refused change of the slug changes no slug', async () => {
  const id = await create('a')
  await create('b')
  expect((await pam.send('PUT', `/pages/${id}`, { slug: 'b' })).status).toBe(409)
  expect(await visit('a')).toEqual([id, 'a'])
})
