import { afterAll, expect, test } from 'vitest'
import { pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { testPictures } from '#scripts/testing/pictures.ts'
import { world } from '#scripts/testing/world.ts'
import { loadPublished } from '../appearance/rows.ts'
import { isImagePath, shareAddress, shareDrawing, shareHash } from './contract.ts'
import { createImages } from './images.ts'

const pictures = testPictures()
const w = await world({ pictures })
const images = createImages({ db: w.db, store: w.store, pictures })
afterAll(() => w.remove())

test('a picture is served from its address, for ever, and any other address is 404', async () => {
  const pam = await w.as('pam')
  const posted = await pam.raw('/media', { method: 'POST', body: pictureForm(png()) })
  const { hash, variants } = await posted.json()
  const types = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' }
  for (const { width, format, bytes } of variants) {
    const response = await images(`/media/${hash}/${width}.${format}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': types[format as keyof typeof types],
      'content-length': String(bytes),
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await response.arrayBuffer()).byteLength).toBe(bytes)
  }
  for (const path of [
    `/media/${hash}/481.jpg`,
    `/media/${hash}/480.svg`,
    `/media/${hash}`,
    `/media/${'0'.repeat(32)}/480.jpg`,
    `/media/../resumes/${hash}/480.jpg`,
    `/share/jobs/1-${hash}.png`,
    `/icons/${hash}-192.png`,
  ]) {
    expect(isImagePath(path)).toBe(true)
    expect([path, (await images(path)).status]).toEqual([path, 404])
  }
})

test('the address of a share image changes with what it shows, and with nothing else', async () => {
  const look = await loadPublished(w.db)
  const drawing = shareDrawing({ title: 'Baker', location_text: 'Oslo' }, 'Crumb', look)
  const first = await shareHash(drawing)
  expect(await shareHash({ ...drawing })).toBe(first)
  for (const change of [{ title: 'Cook' }, { place: null }, { site: 'X' }, { brand_color: '#000' }])
    expect(await shareHash({ ...drawing, ...change })).not.toBe(first)
  expect(await shareAddress('jobs', 7, drawing)).toBe(`/share/jobs/7-${first}.png`)
})

test('the share image of Home shows the headline, or else the name of the site', async () => {
  const look = await loadPublished(w.db)
  const home = { title: 'Home', slug: 'home' }
  expect(shareDrawing(home, 'Crumb', look).title).toBe('Crumb')
  const hero = { ...look.hero, headline: 'Bake with us' }
  expect(shareDrawing(home, 'Crumb', { ...look, hero }).title).toBe('Bake with us')
  expect(shareDrawing({ title: 'Crust', slug: 'crust' }, 'Crumb', look).title).toBe('Crust')
})

test('without an icon of its own the site has no favicon.ico', async () => {
  expect((await images('/favicon.ico')).status).toBe(404)
})
