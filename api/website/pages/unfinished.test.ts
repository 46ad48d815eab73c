import { afterAll, beforeEach, expect, test } from 'vitest'
import { world } from '#scripts/testing/world.ts'

const w = await world()
beforeEach(() => w.reset())
afterAll(() => w.remove())

const rows = async (name: 'pam' | 'sam', path: string) => (await (await w.as(name)).get(path)).body
const privacyStep = async () =>
  (await rows('sam', '/setup')).find(({ item }: { item: string }) => item === 'privacy')

test('a page with text to fill in is listed, can be published, and leaves its step open', async () => {
  const pam = await w.as('pam')
  const before = await rows('pam', '/pages/unfinished')
  const content = '<p>[Your Company] runs this site.</p>'
  const page = { title: 'Privacy', slug: 'privacy', content, is_published: true }
  const { status, body } = await pam.send('POST', '/pages', page)
  expect(status).toBe(201)
  expect(await rows('pam', '/pages/unfinished')).toEqual([...before, body.id])
  expect(await privacyStep()).toMatchObject({ done: false, unfinished: true })

  await pam.send('PUT', `/pages/${body.id}`, { content: '<p>Bakery runs this site.</p>' })
  expect(await rows('pam', '/pages/unfinished')).toEqual(before)
  expect(await privacyStep()).toMatchObject({ done: true, unfinished: false })
})
