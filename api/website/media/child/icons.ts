import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { averageColor, contrast, darkTab, textOn, white } from './colors.ts'
import type { IconJob } from './job.ts'
import { hasTransparency, open, type Pixels, toHex } from './variants.ts'

/** Below this contrast a logo disappears in front of its ground. */
export const seen = 1.5

/** Writes the icons of a site, made from one picture. */
export async function makeIcons({ source, output, brandColor }: IconJob): Promise<string[]> {
  const pixels = await sharp(await readFile(source))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { tab, ground } = await grounds(pixels, brandColor)
  const files: Record<string, Buffer> = {
    'favicon.ico': inIco(await square(pixels, 32, { background: tab })),
    'icon-192.png': await square(pixels, 192, { background: tab }),
    'icon-512.png': await square(pixels, 512, { background: tab }),
    // Android may cut away all but a circle of 80 % (W3C Web App Manifest, maskable icons).
    'icon-512-maskable.png': await square(pixels, 512, { background: ground, share: 0.8 }),
    // iOS shows transparency as black.
    'apple-touch-icon.png': await square(pixels, 180, { background: ground, share: 0.9 }),
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(output, name), bytes)
  return Object.keys(files)
}

/** `tab` is transparent while the icon can be seen in front of light and dark tabs. */
async function grounds(pixels: Pixels, brandColor: string) {
  const corner = toHex({ r: pixels.data[0]!, g: pixels.data[1]!, b: pixels.data[2]! })
  if (!(await hasTransparency(pixels))) return { tab: transparent, ground: corner }
  const color = await averageColor(pixels)
  const onBrand = contrast(color, brandColor) >= seen ? brandColor : textOn(color)
  const isLost = contrast(color, white) < seen || contrast(color, darkTab) < seen
  return {
    tab: isLost ? onBrand : transparent,
    ground: contrast(color, white) < seen || isLost ? onBrand : white,
  }
}

const transparent = '#00000000'

/** The whole picture in the middle of a square, over `share` of its width. */
async function square(
  pixels: Pixels,
  size: number,
  { background, share = 1 }: { background: string; share?: number },
) {
  const inner = Math.round(size * share)
  const input = await open(pixels)
    .resize({ width: inner, height: inner, fit: 'contain', background: transparent })
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** An ICO file with one picture, which may be a PNG: ICONDIR and ICONDIRENTRY, then the bytes. */
function inIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
