// Draws the demo's pictures anew, in all sizes and formats: node scripts/demo/make-pictures.ts
// The drawings are in `scenes`; what the seed stores is written to db/demo/pictures.
import '../one-line-errors.ts'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createPictures, type PictureResult } from '#api/website/media/pictures.ts'
import { hashOf } from '#api/website/media/upload.ts'
import type { Focal } from '#db/enums.ts'
import { bridgeOverRiver } from './scenes/bridge.ts'
import { desk } from './scenes/desk.ts'
import { harbor } from './scenes/harbor.ts'
import { anton, colm, maeve, oda, pam, rita } from './scenes/portraits.ts'
import { sea } from './scenes/sea.ts'
import { tank } from './scenes/tank.ts'
import { workshop } from './scenes/workshop.ts'

type Words = { alt: string; focal?: Focal }
type Scene = Words & { name: string; draw: () => string; width: number }

const scenes: Scene[] = [
  {
    name: 'harbor',
    draw: harbor,
    width: 2400,
    alt: 'The old ice house on the fish quay of Port Ellery at dusk, with the Plover moored beside it',
    focal: { x: 84, y: 55 },
  },
  {
    name: 'workshop',
    draw: workshop,
    width: 1600,
    alt: 'Two people at the bench of the electronics workshop, in front of windows over the harbour',
  },
  {
    name: 'tank',
    draw: tank,
    width: 1600,
    alt: 'The calibration tank in the vaulted cellar, with a batch of probes lowered into the water',
  },
  {
    name: 'bridge',
    draw: bridgeOverRiver,
    width: 1600,
    alt: 'A field engineer beside a radar gauge on a stone bridge over a river',
    focal: { x: 46, y: 50 },
  },
  {
    name: 'sea',
    draw: sea,
    width: 1600,
    alt: 'Two people on the stern of the Plover lower a wave buoy into the sea',
  },
  {
    name: 'desk',
    draw: desk,
    width: 1600,
    alt: 'A desk at home in the evening: two screens with river levels, a lamp and a sleeping cat',
  },
  { name: 'rita', draw: rita, width: 1200, alt: 'Rita Marchetti in front of her shelves' },
  { name: 'maeve', draw: maeve, width: 1200, alt: 'Maeve Tierney at the harbour' },
  { name: 'anton', draw: anton, width: 1200, alt: 'Anton Reyes in front of his tools' },
  { name: 'oda', draw: oda, width: 1200, alt: 'Oda Lindqvist at her desk' },
  { name: 'colm', draw: colm, width: 1200, alt: 'Colm Byrne beside a river' },
  { name: 'pam', draw: pam, width: 1200, alt: 'Pam Osei in the office over the harbour' },
]
const drawings = [
  { name: 'logo-light', alt: 'Brackwater' },
  { name: 'logo-dark', alt: 'Brackwater' },
  { name: 'icon', alt: '' },
]

const target = fileURLToPath(new URL('../../db/demo/pictures', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'foyer-demo-'))
const pictures = createPictures({ niceness: 0, pictureTime: 120, drawingTime: 60 })

function done<T>(result: PictureResult<T>): T {
  if (!result.ok) throw new Error(result.message)
  return result.value
}

/** As an upload would be stored: `hash` is the name of its folder. */
async function make(name: string, original: Buffer, { alt, focal }: Words) {
  const source = join(folder, name)
  await writeFile(source, original)
  const hash = hashOf({ sha256: createHash('sha256').update(original).digest('hex') })
  const read = done(await pictures.read(source, join(folder, hash)))
  const slow = done(await pictures.makeAvif(source, join(folder, `${hash}-avif`)))
  for (const { width, format } of slow.variants)
    await rename(
      join(folder, `${hash}-avif`, `${width}.${format}`),
      join(folder, hash, `${width}.${format}`),
    )
  await rename(join(folder, hash), join(target, hash))
  const { width, height, transparent, color } = read
  const variants = [...read.variants, ...slow.variants]
  const bytes = variants.reduce((sum, variant) => sum + variant.bytes, 0)
  console.log(`${name}: original ${original.length}, in all sizes ${bytes} bytes`)
  return {
    hash,
    name,
    alt,
    decorative: alt === '',
    width,
    height,
    transparent,
    color,
    focal_x: focal?.x ?? 50,
    focal_y: focal?.y ?? 50,
    variants,
  }
}

try {
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  const rows = []
  for (const { name, draw, width, ...words } of scenes) {
    const svg = Buffer.from(draw())
    const original = await sharp(svg, { density: name === draw.name && width === 1200 ? 72 : (72 * width) / 1600 })
      .resize({ width })
      .flatten({ background: '#000000' })
      .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      .toBuffer()
    rows.push(await make(`${name}.jpg`, original, words))
  }
  for (const { name, ...words } of drawings)
    rows.push(
      await make(`${name}.svg`, await readFile(new URL(`${name}.svg`, import.meta.url)), words),
    )
  await writeFile(join(target, 'pictures.json'), `${JSON.stringify(rows, null, 2)}\n`)
} finally {
  await pictures.stop()
  await rm(folder, { recursive: true, force: true })
}
