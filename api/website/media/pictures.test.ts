import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPictures } from '#scripts/testing/pictures.ts'
import { requireHarmless } from './child/drawing.ts'
import { chooseFonts } from './child/font-characters.ts'
import { requireStillPicture } from './child/format.ts'
import { makeDrawingFonts } from './drawing-fonts.ts'
import type { PicturesOptions } from './pictures.ts'

let folder = ''
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pictures-'))
  sharp.concurrency(1)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function file(bytes: Uint8Array | string) {
  const path = join(folder, `source-${++count}`)
  await writeFile(path, bytes)
  return path
}
const output = () => join(folder, `output-${++count}`)

async function read(bytes: Uint8Array | string, options?: PicturesOptions) {
  const to = output()
  const result = await testPictures(options).read(await file(bytes), to)
  return { result, to, files: (await readdir(to).catch(() => null))?.sort() }
}
async function value(bytes: Uint8Array | string) {
  const { result, ...rest } = await read(bytes)
  if (!result.ok) throw new Error(result.message)
  return { ...result.value, ...rest }
}
async function refused(bytes: Uint8Array | string, options?: PicturesOptions) {
  const { result, files } = await read(bytes, options)
  expect(files).toBeUndefined()
  return result.ok ? 'read' : result.message
}

/** By their first bytes alone. */
function judge(bytes: string) {
  try {
    requireStillPicture(Buffer.from(bytes, 'latin1'))
    return 'fine'
  } catch (error) {
    return (error as Error).message
  }
}

const plain = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A PNG of any claimed size; what is inside is up to the test. */
function png(width: number, height: number, data: Buffer, kind = 0, depth = 8) {
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), body])
    const framed = Buffer.alloc(named.length + 8)
    framed.writeUInt32BE(body.length)
    named.copy(framed, 4)
    framed.writeUInt32BE(crc32(named), named.length + 4)
    return framed
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, kind, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a picture', () => {
  test('is written as JPEG and WebP at each width up to its own, without metadata', async () => {
    const source = await plain(1300, 650)
      .withExif({ IFD3: { GPSLatitude: '47/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(source).metadata()).exif).toBeDefined()
    const { width, height, transparent, color, variants, isDrawing, files, to } =
      await value(source)
    expect({ width, height, transparent, isDrawing }).toEqual({
      width: 1300,
      height: 650,
      transparent: false,
      isDrawing: false,
    })
    expect(color).toMatch(/^#3[0-9a-f]6[0-9a-f]c[0-9a-f]$/)
    expect(files).toEqual(
      ['1200', '1300', '480', '800'].flatMap((width) => [`${width}.jpg`, `${width}.webp`]),
    )
    for (const variant of variants) {
      const bytes = await readFile(join(to, `${variant.width}.${variant.format}`))
      const metadata = await sharp(bytes).metadata()
      expect(metadata).toMatchObject({ width: variant.width, height: variant.width / 2 })
      expect(variant).toMatchObject({ height: variant.width / 2, bytes: bytes.length })
      expect(metadata.exif ?? metadata.xmp ?? metadata.icc).toBeUndefined()
    }
  })

  test('smaller than all widths keeps its own', async () => {
    const { files } = await value(await plain(90, 30).png().toBuffer())
    expect(files).toEqual(['90.jpg', '90.webp'])
  })

  test('turned by EXIF becomes upright', async () => {
    const source = await sharp({
      create: { width: 60, height: 20, channels: 3, background: '#ffffff' },
    })
      .composite([{ input: await plain(30, 20, '#ff0000').png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer()
    const { width, height, to } = await value(source)
    expect([width, height]).toEqual([20, 60])
    // The left half, turned a quarter clockwise, is at the top.
    const { data, info } = await sharp(join(to, '20.jpg'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 3).subarray(0, 3),
    ]
    expect(pixel(10, 5)[1]).toBeLessThan(60)
    expect(pixel(10, 55)[1]).toBeGreaterThan(200)
  })

  test('with transparency is PNG and WebP, never a black JPEG', async () => {
    const source = await sharp({
      create: { width: 500, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: await plain(50, 50).png().toBuffer(), left: 0, top: 0 }])
      .webp()
      .toBuffer()
    const { transparent, files, color, to } = await value(source)
    expect({ transparent, files }).toEqual({
      transparent: true,
      files: ['480.png', '480.webp', '500.png', '500.webp'],
    })
    expect(color).not.toBe('#000000')
    const corner = sharp(join(to, '480.png')).extract({ left: 470, top: 0, width: 1, height: 1 })
    expect((await corner.raw().toBuffer())[3]).toBe(0)
  })

  test('with an alpha channel but no transparent pixel is a JPEG', async () => {
    const { transparent, files } = await value(await plain(20, 20).ensureAlpha().png().toBuffer())
    expect({ transparent, files }).toEqual({ transparent: false, files: ['20.jpg', '20.webp'] })
  })

  test('in CMYK, in gray or with 16 bits becomes sRGB', async () => {
    for (const source of [
      await plain(30, 20).toColourspace('cmyk').jpeg().toBuffer(),
      await plain(30, 20).toColourspace('b-w').png().toBuffer(),
      await plain(30, 20).toColourspace('rgb16').png().toBuffer(),
    ]) {
      const { to } = await value(source)
      const metadata = await sharp(join(to, '30.webp')).metadata()
      expect(metadata).toMatchObject({ space: 'srgb', channels: 3 })
    }
  })

  test('of 1 × 4,000 pixels stays 1 pixel wide; of 100 × 20,000 is made smaller for WebP', async () => {
    expect(await value(await plain(1, 4000).png().toBuffer())).toMatchObject({
      width: 1,
      height: 4000,
      variants: [{ width: 1, height: 4000 }, { format: 'webp' }],
    })
    const tall = await value(await plain(100, 20_000).png().toBuffer())
    expect(tall).toMatchObject({ height: 20_000, variants: [{ width: 80, height: 16_000 }, {}] })
  })

  test('with HTML behind its end is stored without it', async () => {
    const html = '<script>alert(1)</script>'
    const source = Buffer.concat([await plain(40, 40).jpeg().toBuffer(), Buffer.from(html)])
    const { to, files } = await value(source)
    for (const name of files ?? [])
      expect((await readFile(join(to, name))).includes('script')).toBe(false)
  })

  test('gets its AVIF files later, from the same source', async () => {
    const source = await file(await plain(900, 300).jpeg().toBuffer())
    const to = output()
    const result = await testPictures().makeAvif(source, to)
    expect(result).toMatchObject({
      ok: true,
      value: {
        variants: [
          { width: 480, height: 160, format: 'avif' },
          { width: 800, height: 267, format: 'avif' },
          { width: 900, height: 300, format: 'avif' },
        ],
      },
    })
    expect((await sharp(join(to, '800.avif')).metadata()).compression).toBe('av1')
  })
})

describe('a file that cannot be used', () => {
  test('of 30,000 × 30,000 pixels is refused by its header, with the figures', async () => {
    expect(await refused(png(30_000, 30_000, deflateSync(Buffer.alloc(1000))))).toBe(
      'This image has 900 megapixels (30,000 × 30,000). The limit is 50: make it smaller and upload it again.',
    )
  })

  test('unpacking to far more than its size is read within the limits', async () => {
    const bomb = png(2000, 2000, deflateSync(Buffer.alloc((2000 * 8 + 1) * 2000)), 6, 16)
    expect(bomb.length).toBeLessThan(40_000)
    expect(await value(bomb)).toMatchObject({ width: 2000, transparent: true })
  })

  test('as AVIF of more than 16 megapixels asks for a JPEG', async () => {
    const avif = await plain(64, 64).avif({ effort: 0 }).toBuffer()
    // The size is in the property `ispe`.
    const at = avif.indexOf('ispe') + 8
    avif.writeUInt32BE(5000, at)
    avif.writeUInt32BE(4000, at + 4)
    expect(await refused(avif)).toMatch(/^This image has 20 megapixels .* Save it as JPEG\.$/)
  })

  test('cut off is refused', async () => {
    const noise = sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
    for (const whole of [await noise.jpeg().toBuffer(), await noise.png().toBuffer()])
      expect(await refused(whole.subarray(0, whole.length / 2))).toMatch(/damaged or incomplete/)
  })

  test('that moves is refused', async () => {
    const raw = { width: 16, height: 640, channels: 3 as const, pageHeight: 16 }
    const moving = await sharp(randomBytes(16 * 640 * 3), { raw })
      .webp()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(40)
    expect(await refused(moving)).toMatch(/^This is an animation\./)
    const animatedPng = png(20, 20, deflateSync(Buffer.alloc(61 * 20)), 2).toString('latin1')
    expect(judge(animatedPng)).toBe('fine')
    expect(judge(animatedPng.replace('IDAT', 'acTL....IDAT'))).toMatch(/^This is an animation\./)
    expect(judge('\0\0\0\x1cftypavis\0\0\0\0avisavifmif1miaf')).toMatch(/^This is an animation\./)
  })

  test.each([
    ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', /HEIC .* iPhone/],
    ['TIFF', 'II*\0\x08\0\0\0', /^TIFF files .* JPEG or PNG/],
    ['a video', '\0\0\0\x18ftypmp42\0\0\0\0', /^This is a video/],
    ['text', 'Dear team,', /^This file is not an image/],
    ['nothing', '', /^This file is not an image/],
    ['a GIF', 'GIF89a\x10\0\x10\0', /^GIF files .* save one frame\.$/],
  ])('%s is refused with what to do', (_, bytes, message) => {
    expect(judge(bytes)).toMatch(message)
  })
})

describe('an SVG', () => {
  const svg = (body: string, attributes = 'viewBox="0 0 200 100"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`
  const circle = '<circle cx="50" cy="50" r="40" fill="#cc3300"/>'

  test('is drawn as PNG and WebP from its vectors, on a transparent ground', async () => {
    const drawn = await value(
      `<?xml version="1.0" encoding="UTF-8"?>\n${svg(circle, 'width="20" height="10" viewBox="0 0 200 100"')}`,
    )
    expect(drawn).toMatchObject({
      isDrawing: true,
      width: 1200,
      height: 600,
      transparent: true,
      warning: null,
      files: ['1200.png', '1200.webp', '480.png', '480.webp', '800.png', '800.webp'],
    })
    // Sharp at its edge: no pixels of a 20 px picture enlarged.
    const { data } = await sharp(join(drawn.to, '1200.png'))
      .extract({ left: 0, top: 300, width: 120, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const between = Array.from({ length: 120 }, (_, x) => data[x * 4 + 3]!).filter(
      (a) => a > 0 && a < 255,
    )
    expect(between.length).toBeLessThan(5)
  })

  test('is the same without its scripts and references to elsewhere', async () => {
    const { files } = await value(
      svg(`<script>alert(1)</script><style>@import url(http://127.0.0.1:9/a.css)</style>
        <image href="file:///etc/hostname" width="10" height="10"/>
        <image href="http://127.0.0.1:9/a.png" width="10" height="10"/>${circle}`),
    )
    expect(files).toContain('480.png')
  })

  test('with text has a warning', async () => {
    const { warning } = await value(svg(`<text y="50">Acme</text>${circle}`))
    expect(warning).toMatch(/Convert text to paths/)
  })

  const entities = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
  test.each([
    ['entities', entities + svg('<text>&b;</text>'), /DOCTYPE/],
    [
      'an entity bomb in UTF-16',
      Buffer.from(`\ufeff${entities}${svg(circle)}`, 'utf16le'),
      /not an image|UTF-8/,
    ],
    ['more than 256 KB', svg(`<path d="${'M0 0'.repeat(70_000)}"/>`), /256 KB/],
    ['2,001 elements', svg('<g/>'.repeat(2001)), /2,000 elements/],
    ['51 references', svg('<use href="#a"/>'.repeat(51)), /50 times/],
    ['a reference to another file', svg('<use href="other.svg#a"/>'), /another file/],
    ['only an embedded image', svg('<image href="data:image/png;base64,AA"/>'), /made of pixels/],
  ])('with %s is refused', (_, source, message) => {
    expect(() => requireHarmless(Buffer.from(source))).toThrow(message)
  })

  test('that draws nothing, is damaged or is HTML is refused', async () => {
    expect(await refused(svg('<g/>'))).toMatch(/nothing that can be seen/)
    expect(await refused(svg('<path'))).toMatch(/damaged/)
    expect(await refused('<!doctype html><title>a</title>')).toMatch(/^This file is not an image/)
  })

  test('that never ends is killed in time, and the next picture is read', async () => {
    const blur =
      '<feGaussianBlur stdDeviation="900"/><feTurbulence baseFrequency="0.01" numOctaves="90"/>'
    const bomb = svg(`<filter id="f">${blur.repeat(60)}</filter><g filter="url(#f)">${circle}</g>`)
    const pictures = testPictures({ drawingTime: 0.6 })
    const [first, second] = [output(), output()]
    const [killed, next] = await Promise.all([
      pictures.read(await file(bomb), first),
      pictures.read(await file(await plain(30, 30).png().toBuffer()), second),
    ])
    expect(killed).toMatchObject({
      ok: false,
      reason: 'unusable',
      message: expect.stringMatching(/too long/),
    })
    expect(next).toMatchObject({ ok: true })
    expect(await readdir(first).catch(() => 'gone')).toBe('gone')
  })
})

describe('the queue', () => {
  const small = () => plain(20, 20).png().toBuffer()

  test('refuses what would wait too long, and takes AVIF last', async () => {
    const pictures = testPictures({ maxWaiting: 2 })
    const source = await file(await small())
    const order: string[] = []
    const run = async (operation: 'read' | 'makeAvif', name: string) => {
      const { ok } = await pictures[operation](source, output())
      order.push(`${name} ${ok}`)
    }
    // The first is running when the others arrive.
    const all = [run('read', 'first'), run('makeAvif', 'avif'), run('read', 'second')]
    expect(pictures.isBusy()).toBe(true)
    expect(await pictures.read(source, output())).toMatchObject({ ok: false, reason: 'busy' })
    await Promise.all(all)
    expect(order).toEqual(['first true', 'second true', 'avif true'])
  })

  test('of one copy, the largest, refuses what would wait longer than a person does', async () => {
    const source = await file(await plain(900, 600).jpeg().toBuffer())
    const pictures = testPictures({ maxWaitMs: 1 })
    const first = await pictures.readLargest(source, output())
    expect(first).toMatchObject({ ok: true, value: { variants: { length: 2 } } })
    const second = pictures.readLargest(source, output())
    expect(await pictures.readLargest(source, output())).toMatchObject({ reason: 'busy' })
    expect(await second).toMatchObject({ ok: true })
  })

  test('kills a child that takes too much memory', async () => {
    expect(await refused(await plain(3000, 3000).jpeg().toBuffer(), { memory: 30 })).toMatch(
      /too much memory/,
    )
  })

  test('stopping kills the child, ends what waits, and leaves no file', async () => {
    const pictures = testPictures()
    const source = await file(await plain(3000, 3000).png().toBuffer())
    const folders = [output(), output()]
    const results = folders.map((to) => pictures.read(source, to))
    await expect
      .poll(
        () =>
          readdir(folders[0]!).then(
            () => true,
            () => false,
          ),
        { interval: 5 },
      )
      .toBe(true)
    await pictures.stop()
    for (const result of [...results, pictures.read(source, output())])
      expect(await result).toMatchObject({ ok: false, reason: 'stopped' })
    for (const to of folders) expect(await readdir(to).catch(() => 'gone')).toBe('gone')
  })

  test.runIf(process.platform === 'linux')('a server that dies leaves no child', async () => {
    const source = await file(
      await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
    )
    const to = output()
    const server = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `const { createPictures } = await import('./api/website/media/pictures.ts')
         createPictures({ niceness: 0 }).makeAvif(${JSON.stringify(source)}, ${JSON.stringify(to)})`,
      ],
      { stdio: 'inherit' },
    )
    const children = () =>
      readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').then(Number, () => 0)
    await expect.poll(children, { interval: 10 }).toBeGreaterThan(0)
    const child = await children()
    await expect.poll(() => readFile(`/proc/${child}/oom_score_adj`, 'utf8')).toBe('1000\n')
    server.kill('SIGKILL')
    await once(server, 'close')
    await expect
      .poll(() =>
        readFile(`/proc/${child}/stat`, 'utf8').then(
          (stat) => /\) Z /.test(stat),
          () => true,
        ),
      )
      .toBe(true)
  })
})

describe('a drawn picture', () => {
  const color = '#0f766e'
  const at = async (path: string, left: number, top: number) =>
    (
      await sharp(path).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()
    ).toString('hex')

  test('for sharing holds a title in any script, without what no font can draw', async () => {
    const fonts = output()
    await makeDrawingFonts(fonts)
    const pictures = testPictures({ fonts })
    const share = async (title: string) => {
      const to = output()
      const drawing = { title, place: 'Oslo', site: 'Crumb', brand_color: color }
      const result = await pictures.drawShareImage(
        { ...drawing, type_pairing: 'fraunces-source' },
        null,
        to,
      )
      expect(await readdir(to)).toEqual(['share.png'])
      const file = join(to, 'share.png')
      expect(await sharp(file).metadata()).toMatchObject({ width: 1200, height: 630 })
      expect(await at(file, 2, 2)).toBe(`${color.slice(1)}ff`)
      return result
    }
    const named = { ok: true, value: { hasTitle: true } }
    expect(await share('Młodszy <b>księgowy</b> & more')).toMatchObject(named)
    expect(await share('高级软件工程师 مهندس')).toMatchObject(named)
    expect(await share('மென்பொருள் 2')).toMatchObject({ ok: true, value: { hasTitle: false } })
    const drawable = await chooseFonts({
      heading: join(fonts, 'fraunces'),
      fallback: join(fonts, 'fallback'),
      chosen: join(output(), 'fonts'),
    })
    const european = ['Μηχανικός λογισμικού', 'Старший инженер', 'Kỹ sư', 'Młodszy księgowy']
    const asian = [
      '高级软件工程师',
      '資深軟體工程師',
      '組み込みソフトウェア',
      '선임 엔지니어',
      'วิศวกร',
    ]
    for (const title of [...european, ...asian, 'مهندس برمجيات', 'מהנדס תוכנה', 'वरिष्ठ इंजीनियर'])
      expect(await drawable(title)).toBe(title.normalize())
    expect(await drawable('Data 🚀 Engi\u00adneer, 5\u202Fyears')).toBe('Data Engineer, 5 years')
  }, 180_000)

  test.each([
    ['would vanish', ['#0f766e'], true],
    ['would half vanish', ['#0f766e', '#ffffff'], true],
    ['is seen', ['#ffffff', '#ffe08a'], false],
  ])('for sharing has a logo that %s: on a plate: %s %s', async (_, stripes, hasPlate) => {
    const parts = stripes.map(async (stripe, n) => ({
      input: await plain(90, 20, stripe).png().toBuffer(),
      left: 5,
      top: 5 + 25 * n,
    }))
    const logo = sharp({ create: { width: 100, height: 60, channels: 4, background: '#00000000' } })
    const source = await file(
      await logo
        .composite(await Promise.all(parts))
        .png()
        .toBuffer(),
    )
    const to = output()
    const drawing = { title: '', place: null, site: '', brand_color: color }
    const type_pairing = 'system' as const
    await testPictures().drawShareImage({ ...drawing, type_pairing }, source, to)
    // Inside the plate, left of the logo.
    const ground = await at(join(to, 'share.png'), 76, 110)
    expect(ground === `${color.slice(1)}ff`).toBe(!hasPlate)
  })

  test('is every icon of the site, on a ground where it would not be seen', async () => {
    const to = output()
    const logo = sharp({
      create: { width: 100, height: 100, channels: 4, background: '#00000000' },
    })
    const dark = await plain(60, 60, '#111111').png().toBuffer()
    const source = await file(
      await logo
        .composite([{ input: dark }])
        .png()
        .toBuffer(),
    )
    const result = await testPictures().makeIcons(source, color, to)
    const names = ['icon-192.png', 'icon-512.png', 'icon-512-maskable.png', 'apple-touch-icon.png']
    expect(result).toEqual({ ok: true, value: ['favicon.ico', ...names] })
    for (const name of names) expect(await at(join(to, name), 1, 1)).toBe(`${color.slice(1)}ff`)
    const ico = await readFile(join(to, 'favicon.ico'))
    expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
    expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ width: 32, height: 32 })
  })
})
