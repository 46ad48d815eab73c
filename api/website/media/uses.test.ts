import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorCode } from '#db/errors.ts'
import { media, mediaUses, versions } from '#db/schema.ts'
import { type World, world } from '#scripts/testing/world.ts'
import { picturesIn, refuseMissingPictures, setUses } from './uses.ts'

const hashOf = (digit: string) => digit.repeat(32)
const [a, b, gone] = ['a', 'b', 'c'].map(hashOf) as [string, string, string]
const img = (hash: string) => `<figure><img src="/media/${hash}/1200.jpg" alt="" /></figure>`

let w: World
beforeEach(async () => {
  w = await world()
  const picture = { name: 'x.jpg', width: 9, height: 9, color: '#000000', variants: [] }
  await w.db.insert(media).values([a, b].map((hash) => ({ ...picture, hash })))
})
afterEach(() => w.remove())

const uses = () => w.db.select().from(mediaUses).orderBy(mediaUses.media_id)
const save = (html: string) =>
  w.db
    .batch(setUses(w.db, { kind: 'page', id: 7 }, picturesIn(html)))
    .catch(refuseMissingPictures(w.db, { title: null, content: html }))

test('pictures are found by their address, each once', () => {
  expect(picturesIn(img(a) + img(b), img(a), null, '<img src="/media/x/1.jpg">', a)).toEqual([a, b])
})

test('what a text uses is replaced with each save', async () => {
  await save(img(a) + img(b))
  expect(await uses()).toMatchObject([
    { media_id: 1, kind: 'page', subject_id: 7 },
    { media_id: 2, kind: 'page', subject_id: 7 },
  ])
  await save(img(b))
  expect(await uses()).toMatchObject([{ media_id: 2 }])
  await save('')
  expect(await uses()).toEqual([])
})

test('a deleted picture fails the save on the field that has it, and changes nothing', async () => {
  await save(img(a))
  const message = 'An image in this text has been deleted. Take it out or upload it again.'
  const body = { error: message, details: [{ path: ['content'], message }] }
  await expect(save(img(b) + img(gone))).rejects.toMatchObject({ status: 400, body })
  expect(await uses()).toMatchObject([{ media_id: 1 }])
})

test('a picture in use cannot be deleted', async () => {
  await save(img(a))
  const error = await w.db.delete(media).catch((error: unknown) => error)
  expect(errorCode(error)).toBe('SQLITE_CONSTRAINT_FOREIGNKEY')
})

const used = async (kind: string, id: number) =>
  (await uses()).filter((use) => use.kind === kind && use.subject_id === id).length

test('a page uses the pictures of its text, and a stale save changes nothing', async () => {
  const pam = await w.as('pam')
  const page = { title: 'Team', slug: 'team', content: `<p>Us</p>${img(a)}` }
  const { body } = await pam.send('POST', '/pages', page)
  expect(await used('page', body.id)).toBe(1)
  const stale = { content: '<p>None</p>', updated_at: '2020-01-01T00:00:00.000Z' }
  expect((await pam.send('PUT', `/pages/${body.id}`, stale)).status).toBe(409)
  await pam.send('PUT', `/pages/${body.id}`, { title: 'People' })
  expect(await used('page', body.id)).toBe(1)
  const missing = await pam.send('PUT', `/pages/${body.id}`, { content: img(gone) })
  expect(missing).toMatchObject({ status: 400, body: { details: [{ path: ['content'] }] } })
  expect((await pam.send('DELETE', `/pages/${body.id}`)).status).toBe(204)
  expect(await used('page', body.id)).toBe(0)
  // It can be put back, and its history shown.
  expect((await uses()).map(({ kind }) => kind)).toEqual(['page_version', 'page_version'])
  await w.db.delete(versions)
  expect(await uses()).toEqual([])
})

test('a job and its copy use the pictures of description and requirements', async () => {
  const joe = await w.as('joe')
  const job = { title: 'Baker', description: `<p>Bake</p>${img(b)}`, requirements: img(a) }
  const { body } = await joe.send('POST', '/jobs', job)
  const copy = (await joe.send('POST', `/jobs/${body.id}/duplicate`)).body
  await joe.send('PUT', `/jobs/${copy.id}`, { title: 'Cook' })
  expect([await used('job', body.id), await used('job', copy.id)]).toEqual([2, 2])
  const missing = await joe.send('PUT', `/jobs/${copy.id}`, { requirements: img(gone) })
  expect(missing).toMatchObject({ status: 400, body: { details: [{ path: ['requirements'] }] } })
  await joe.send('PUT', `/jobs/${copy.id}`, { description: '<p>Cook</p>' })
  expect(await used('job', copy.id)).toBe(1)
  await joe.send('DELETE', `/jobs/${copy.id}`)
  expect(await used('job', copy.id)).toBe(0)
})
