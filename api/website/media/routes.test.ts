import { execFileSync } from 'node:child_process'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StagedFile } from '#api/core/files/store.ts'
import { auditEvents, contentVersion, media, mediaUses } from '#db/schema.ts'
import { newPicture, pictureForm, png } from '#scripts/testing/fixtures/picture.ts'
import { testPictures } from '#scripts/testing/pictures.ts'
import { type Person, type World, world } from '#scripts/testing/world.ts'
import { uploadLimit } from './contract.ts'
import { startSlowFormats } from './slow-formats.ts'

const w = await world()
const pam = await w.as('pam')
afterAll(() => w.remove())
beforeEach(async () => {
  await w.db.delete(mediaUses)
  await w.db.delete(media)
  await rm(join(w.folder, 'media'), { recursive: true, force: true })
  for (const key of await w.files()) await w.store.remove(key)
})

const post = async (form: FormData, who: Person = pam, where: World = w) =>
  where.read(await who.raw('/media', { method: 'POST', body: form }))
const rows = () => w.db.select().from(media)
const publicFiles = async (where: World, hash: string) =>
  (await readdir(join(where.folder, 'media', hash)).catch(() => [])).sort()

describe('POST /media', () => {
  test('stores files, row and source, and answers with what an img points to', async () => {
    const { status, body } = await post(pictureForm(png('aa5500', { width: 1300, height: 650 })))
    expect(status).toBe(201)
    const { hash } = body
    expect(body).toMatchObject({
      name: 'shop.png',
      alt: 'The shop',
      decorative: false,
      width: 1300,
      height: 650,
      url: `/media/${hash}/1200.jpg`,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      focal: { x: 50, y: 50 },
      used_on: [],
      slow_formats: 'waiting',
      warning: null,
    })
    const names = body.variants.map(
      ({ width, format }: { width: number; format: string }) => `${width}.${format}`,
    )
    expect(await publicFiles(w, hash)).toEqual(names.sort())
    const [row] = await rows()
    expect((await w.store.open(row!.source_key!))?.size).toBeGreaterThan(0)
    expect((await pam.get(`/media/${body.id}`)).body).toEqual({ ...body, warning: undefined })
    const [event] = await w.db.select().from(auditEvents).where(eq(auditEvents.target_id, body.id))
    expect(event).toMatchObject({ action: 'media.uploaded', target_name: 'shop.png' })
  })

  test('the same upload again is the same picture, also at the same time', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => post(pictureForm())))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect((await post(pictureForm())).status).toBe(200)
    expect(await rows()).toHaveLength(1)
    const events = w.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.target_id, responses[0]!.body.id))
    expect(await events).toMatchObject([{ action: 'media.uploaded' }])
    expect(await w.files()).toHaveLength(1 + (await rows())[0]!.variants.length)
    expect(await readdir(join(w.folder, 'incoming'))).toEqual([])
  })

  test('an SVG is drawn and its source is not kept', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#123456"/></svg>'
    const { status, body } = await post(pictureForm(Buffer.from(svg), {}, 'logo.svg'))
    expect(status).toBe(201)
    expect(body).toMatchObject({ slow_formats: 'made', alt: '' })
    expect(JSON.stringify(await publicFiles(w, body.hash))).not.toContain('svg')
    expect((await rows())[0]?.source_key).toBeNull()
  })

  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  test.each([
    ['a GIF', gif],
    ['a truncated file', png('000000', { width: 500, height: 500 }).subarray(0, 300)],
    ['too many pixels', png('000000', { width: 30_000, height: 2_000 })],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an SVG with an entity bomb', Buffer.from('<!DOCTYPE svg [<!ENTITY a "aa">]><svg>&a;</svg>')],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is 400 on file with a sentence, and leaves nothing', async (_, bytes) => {
    const { status, body } = await post(pictureForm(bytes))
    expect(status).toBe(400)
    expect(body.error).toMatch(/^[A-Z].*[.a-z]$/)
    expect(body.details).toEqual([{ path: ['file'], message: body.error }])
    expect([await rows(), await w.files()]).toEqual([[], []])
  })

  test('more than 15 MB is 413 on file, a missing file and a bad field are 400', async () => {
    const large = await post(pictureForm(new Uint8Array(uploadLimit + 1)))
    expect(large).toMatchObject({ status: 413, body: { details: [{ path: ['file'] }] } })
    expect(large.body.error).toContain('15 MB')
    const none = await post(new FormData())
    expect(none).toMatchObject({ status: 400, body: { error: 'Choose an image' } })
    const long = await post(pictureForm(png(), { alt: 'x'.repeat(301) }))
    expect(long).toMatchObject({ status: 400, body: { details: [{ path: ['alt'] }] } })
    const odd = await post(pictureForm(png(), { decorative: 'perhaps' }))
    expect(odd).toMatchObject({ status: 400, body: { details: [{ path: ['decorative'] }] } })
    expect(await rows()).toEqual([])
  })

  test('needs edit_pages or manage_settings', async () => {
    for (const [name, status] of [
      ['joe', 403],
      ['rita', 403],
      ['sam', 201],
    ] as const)
      expect((await post(pictureForm(), await w.as(name))).status).toBe(status)
    expect((await post(pictureForm(), w.visitor)).status).toBe(401)
  })
})

describe('a server that cannot take pictures', () => {
  let other: World | undefined
  afterEach(() => other?.remove())

  test('with a full queue answers 429 and when to try again', async () => {
    other = await world({ pictures: testPictures({ maxWaiting: 0 }) })
    const response = await post(pictureForm(), await other.as('pam'), other)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await other.files()).toEqual([])
  })

  test('whose store goes away during the upload answers 503, and takes the same file later', async () => {
    other = await world()
    const folder = other.folder
    const pam = await other.as('pam')
    const { body, headers } = new Request('http://x', { method: 'POST', body: pictureForm() })
    const bytes = new Uint8Array(await new Response(body).arrayBuffer())
    const half = bytes.length / 2
    const halves = new ReadableStream({
      async pull(controller) {
        controller.enqueue(bytes.slice(0, half))
        // Begun before the store goes.
        await expect.poll(() => readdir(join(folder, 'incoming'))).not.toEqual([])
        await rename(folder, `${folder}-away`)
        controller.enqueue(bytes.slice(half))
        controller.close()
      },
    })
    const init = { method: 'POST', headers, body: halves, duplex: 'half' }
    const response = await other.read(await pam.raw('/media', init as RequestInit))
    await rename(`${folder}-away`, folder)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await other.db.select().from(media)).toEqual([])
    expect((await post(pictureForm(), pam, other)).status).toBe(201)
  })

  test('with a full disk answers 507 and stores nothing', async () => {
    other = await world({ folder: { reserved: Number.MAX_SAFE_INTEGER } })
    expect((await post(pictureForm(), await other.as('pam'), other)).status).toBe(507)
    expect(await other.files()).toEqual([])
  })
})

describe('the library', () => {
  test('lists newest first, by words, by page and by whether pictures are used', async () => {
    const [shop, oven] = [
      await newPicture(w.db, { created_at: '2026-01-01T00:00:00.000Z' }),
      await newPicture(w.db, { name: 'oven 100%.jpg', alt: 'A hot oven' }),
    ]
    await w.db.insert(mediaUses).values({ media_id: shop, kind: 'published', subject_id: 9 })
    const ids = async (query: string) =>
      (await pam.get(`/media${query}`)).body.map(({ id }: { id: number }) => id)
    expect(await ids('')).toEqual([oven, shop])
    expect(await ids('?q=HOT')).toEqual([oven])
    expect(await ids('?q=0%25')).toEqual([oven])
    expect(await ids('?q=_x')).toEqual([])
    expect(await ids('?unused=true')).toEqual([oven])
    expect(await ids('?per_page=1&page=2')).toEqual([shop])
    expect((await pam.get(`/media/${shop}`)).body.used_on).toEqual([
      { kind: 'published', id: 9, title: '' },
    ])
  })

  test('changes words and focal point, and refuses a stale change', async () => {
    const id = await newPicture(w.db)
    const before = (await pam.get(`/media/${id}`)).body
    const change = { alt: 'Bread', decorative: true, focal: { x: 12.6, y: 100 } }
    const { body } = await pam.send('PUT', `/media/${id}`, { ...before, ...change })
    expect(body).toMatchObject({ ...change, focal: { x: 13, y: 100 } })
    expect((await pam.send('PUT', `/media/${id}`, { alt: '' })).body.alt).toBe('')
    const stale = await pam.send('PUT', `/media/${id}`, before)
    expect(stale).toMatchObject({ status: 409, body: { current: { alt: '', decorative: true } } })
  })

  test('deletes row, files and source, but not of a picture in use', async () => {
    const { body } = await post(pictureForm())
    await w.db.insert(mediaUses).values({ media_id: body.id, kind: 'page', subject_id: 1 })
    const refused = await pam.send('DELETE', `/media/${body.id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.used_on).toEqual([{ kind: 'page', id: 1, title: '' }])
    expect(await publicFiles(w, body.hash)).not.toEqual([])
    await w.db.delete(mediaUses)
    expect((await pam.send('DELETE', `/media/${body.id}`)).status).toBe(204)
    expect((await pam.send('DELETE', `/media/${body.id}`)).status).toBe(404)
    expect(await w.files()).toEqual([])
  })

  test('deleting and uploading the same picture at once leaves a row with files, or neither', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await post(pictureForm())
      await Promise.all([pam.send('DELETE', `/media/${body.id}`), post(pictureForm())])
      const [row] = await rows()
      expect(await publicFiles(w, body.hash)).toHaveLength(row?.variants.length ?? 0)
    }
  })
})

describe('AVIF', () => {
  let other: World
  afterEach(() => other?.remove())
  const start = (times = {}) =>
    world({ slowFormats: (parts) => startSlowFormats({ ...parts, times }) })
  const row = async (where: World) => (await where.db.select().from(media))[0]!

  test('is made after the answer, and pages hear of it only where the picture is used', async () => {
    other = await start()
    const pam = await other.as('pam')
    const version = async () => (await other.db.select().from(contentVersion))[0]!.version
    const { body } = await post(pictureForm(png('00aa55', { width: 900 })), pam, other)
    const before = await version()
    await expect.poll(async () => (await row(other)).slow_formats).toBe('made')
    const { variants, source_key } = await row(other)
    expect(source_key).toBeNull()
    const avif = variants.filter(({ format }) => format === 'avif')
    expect(avif.map(({ width }) => width)).toEqual([480, 800, 900])
    expect(await publicFiles(other, body.hash)).toHaveLength(variants.length)
    for (const { width, format, bytes } of variants)
      expect((await stat(join(other.folder, 'media', body.hash, `${width}.${format}`))).size).toBe(
        bytes,
      )
    // Only rows and their files are left.
    await expect.poll(() => other.files()).toHaveLength(variants.length)
    expect(await version()).toBe(before)
  })

  test('is tried three times; then the picture stays as it is', async () => {
    other = await start({ pollMs: 20, pauseMs: 0 })
    await other.db.insert(media).values({
      hash: 'a'.repeat(32),
      name: 'x',
      width: 1,
      height: 1,
      color: '#000000',
      variants: [],
      source_key: 'b'.repeat(32),
    })
    await expect.poll(async () => (await row(other)).slow_formats).toBe('failed')
    expect(await row(other)).toMatchObject({ attempts: 3, source_key: null })
  })

  test.each([
    ['tries it', { lease_until: '2100-01-01T00:00:00.000Z' }],
    ['has made it', { slow_formats: 'made', lease_until: null }],
  ] as const)('a failure changes nothing when another process %s by then', async (_, theirs) => {
    const staged = await w.store.stage(Readable.from([Buffer.from('no image')]), 100)
    const source_key = await w.store.save(staged as StagedFile)
    await w.db.insert(media).values({
      hash: 'a'.repeat(32),
      name: 'x',
      width: 1,
      height: 1,
      color: '#000000',
      variants: [],
      source_key,
      attempts: 2,
    })
    const pictures = testPictures()
    const tried = Promise.withResolvers<void>()
    const worker = startSlowFormats({
      db: w.db,
      store: w.store,
      log: w.log,
      pictures: {
        async makeAvif(source, output) {
          const result = await pictures.makeAvif(source, output)
          await w.db.update(media).set(theirs)
          tried.resolve()
          return result
        },
      },
    })
    await tried.promise
    await worker.stop()
    await pictures.stop()
    expect(await row(w)).toMatchObject({
      slow_formats: 'waiting',
      attempts: 2,
      source_key,
      ...theirs,
    })
    expect(await w.store.open(source_key)).not.toBeNull()
  })
})

test('nobody else on the machine can read the files', async () => {
  const { body } = await post(pictureForm())
  const modes = execFileSync('find', [w.folder, '-perm', '/077'], { encoding: 'utf8' })
  expect(modes).toBe('')
  expect(body.id).toBeGreaterThan(0)
})
