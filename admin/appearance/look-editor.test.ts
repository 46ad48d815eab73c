import { afterAll, beforeEach, expect, test } from 'vitest'
import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'
import { appearances } from '#db/schema.ts'
import { type Person, world } from '#scripts/testing/world.ts'
import { ApiError } from '../lib/api/api-error.ts'
import { createThemeEditor } from './look-editor.ts'
import type { ThemeChange } from './queries.ts'

const w = await world()
let sam: Person
let ada: Person
beforeEach(async () => {
  await w.db.delete(appearances)
  ;[sam, ada] = await Promise.all([w.as('sam'), w.as('ada')])
})
afterAll(() => w.remove())

const current = async () => (await sam.get('/appearance')).body as AppearanceRow

const saveAs = (person: Person) => async (change: ThemeChange) => {
  const { status, body } = await person.send('PUT', '/appearance', change)
  if (status !== 200) throw new ApiError(status, body)
  return body as AppearanceRow
}
const editorOf = async (person: Person, save = saveAs(person)) =>
  createThemeEditor({ row: await current(), save, pause: 0, retryAfter: 1 })

test('changes are saved, and the typed text stays as it was typed', async () => {
  const editor = await editorOf(sam)
  editor.set({ headline: 'Bread ' })
  editor.set({ look: 'warm' })
  expect(await editor.flush()).toBe(true)
  expect(await current()).toMatchObject({ look: 'warm', hero: { headline: 'Bread' } })
  expect(editor.state().values.headline).toBe('Bread ')
})

test('a field with an error is not saved, the others are', async () => {
  const editor = await editorOf(sam)
  editor.set({ brand_color: '#12', look: 'bold', media_id: 999 })
  expect(await editor.flush()).toBe(false)
  expect(editor.state().errors).toEqual({
    brand_color: 'Must be a color such as #0f766e',
    media_id: 'This image has been deleted. Choose another.',
  })
  expect(await current()).toMatchObject({ look: 'bold', hero: { media_id: null } })
  editor.set({ brand_color: '#123456', media_id: null })
  expect(await editor.flush()).toBe(true)
  expect(await current()).toMatchObject({ brand_color: '#123456' })
})

test('two people who change different fields keep both', async () => {
  const [first, second] = [await editorOf(sam), await editorOf(ada)]
  first.set({ look: 'bold' })
  await first.flush()
  second.set({ headline: 'Bread' })
  expect(await second.flush()).toBe(true)
  expect(second.state().theirs).toEqual({
    sentence: 'Sam Settings changed the appearance in the meantime.',
    fields: ['look'],
    contested: [],
  })
  expect(second.state().values).toMatchObject({ look: 'bold', headline: 'Bread' })
  expect(await current()).toMatchObject({ look: 'bold', hero: { headline: 'Bread' } })
})

test('two people who change the same field: the second keeps what they typed and decides', async () => {
  const conflict = async () => {
    const [first, second] = [await editorOf(sam), await editorOf(ada)]
    first.set({ headline: 'Bread', look: 'warm' })
    await first.flush()
    second.set({ headline: 'Cake', brand_color: '#123456' })
    expect(await second.flush()).toBe(false)
    expect(second.state().theirs).toMatchObject({
      fields: ['look', 'headline'],
      contested: ['headline'],
    })
    expect(second.state().values).toMatchObject({ headline: 'Cake', look: 'warm' })
    expect((await current()).hero.headline).toBe('Bread')
    return second
  }
  const second = await conflict()
  second.choose('headline', 'mine')
  expect(await second.flush()).toBe(true)
  expect(await current()).toMatchObject({ look: 'warm', hero: { headline: 'Cake' } })

  await w.db.delete(appearances)
  const other = await conflict()
  other.choose('headline', 'theirs')
  expect(other.state().values.headline).toBe('Bread')
  expect(await other.flush()).toBe(true)
  expect(await current()).toMatchObject({ brand_color: '#123456', hero: { headline: 'Bread' } })
})

test('without a connection it tries again, and loses nothing', async () => {
  let isOffline = true
  const online = saveAs(sam)
  const editor = await editorOf(sam, (change) =>
    isOffline
      ? Promise.reject(new ApiError(0, { error: "Can't reach the server." }))
      : online(change),
  )
  editor.set({ headline: 'Bread' })
  expect(await editor.flush()).toBe(false)
  expect(editor.state().failure).toBe("Your changes are not saved yet. Can't reach the server.")
  isOffline = false
  await expect.poll(async () => (await current()).hero.headline).toBe('Bread')
  await expect.poll(() => editor.state().failure).toBeUndefined()
})

test('a row read later is taken over only while nothing is unsaved', async () => {
  const editor = await editorOf(sam)
  await saveAs(ada)({ look: 'bold' })
  editor.set({ brand_color: '#12' })
  await editor.flush()
  editor.adopt(await current())
  expect(editor.state().values).toMatchObject({ look: 'quiet', brand_color: '#12' })
  editor.set({ brand_color: '#0f766e' })
  editor.adopt(await current())
  expect(editor.state().values.look).toBe('bold')
})
