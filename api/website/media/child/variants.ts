import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import type { PictureFormat, Variant } from '#db/enums.ts'

/** A decoded picture of 8 bits a channel. */
export type Pixels = { data: Buffer; info: OutputInfo }

export const open = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

export const hasTransparency = async (pixels: Pixels) =>
  pixels.info.channels % 2 === 0 && !(await open(pixels).stats()).isOpaque

const encoders: Record<PictureFormat, (picture: Sharp, isFlat: boolean) => Sharp> = {
  jpg: (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
  // Logos and drawings show artifacts at their edges sooner than photos do.
  webp: (picture, isFlat) =>
    picture.webp(isFlat ? { quality: 90, smartSubsample: true } : { quality: 76 }),
  // Effort 4, the default, takes five times as long for files of the same size.
  avif: (picture) => picture.avif({ quality: 50, effort: 3 }),
}

/** Writes each format at each width below the picture's own, and at that. */
export async function writeVariants(
  pixels: Pixels,
  formats: PictureFormat[],
  { widths, output, isFlat }: { widths: number[]; output: string; isFlat: boolean },
): Promise<Variant[]> {
  const own = pixels.info.width
  const variants: Variant[] = []
  for (const width of [...widths.filter((each) => each < own), own])
    for (const format of formats) {
      const picture = open(pixels).resize({ width, fit: 'fill', height: heightAt(width, pixels) })
      const { data, info } = await encoders[format](picture, isFlat).toBuffer({
        resolveWithObject: true,
      })
      // Not toFile(): its errors don't say when the disk is full.
      await writeFile(join(output, `${width}.${format}`), data)
      variants.push({ width, height: info.height, format, bytes: data.length })
    }
  return variants
}

const heightAt = (width: number, { info }: Pixels) =>
  Math.max(1, Math.round((width * info.height) / info.width))

/** The color shown until the picture has loaded. */
export async function placeholderColor(pixels: Pixels): Promise<string> {
  const small = await open(pixels)
    .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return toHex((await open(small).stats()).dominant)
}

export const toHex = ({ r, g, b }: { r: number; g: number; b: number }) =>
  `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
