import { readFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import type { Variant } from '#db/enums.ts'
import { animation, damaged, requireStillPicture } from './format.ts'
import { type PictureJob, type ReadPicture, Unusable } from './job.ts'
import { hasTransparency, type Pixels, placeholderColor, writeVariants } from './variants.ts'

/** Writes the formats that are made at once: WebP, and JPEG or, where transparent, PNG. */
export async function readPicture(job: PictureJob): Promise<ReadPicture> {
  const { pixels, width, height } = await decode(job)
  const transparent = await hasTransparency(pixels)
  const variants = await writeVariants(pixels, [transparent ? 'png' : 'jpg', 'webp'], {
    ...job,
    isFlat: transparent,
  })
  const color = await placeholderColor(pixels)
  return { width, height, transparent, color, variants, isDrawing: false, warning: null }
}

export async function makeAvif(job: PictureJob): Promise<{ variants: Variant[] }> {
  const { pixels } = await decode(job)
  return { variants: await writeVariants(pixels, ['avif'], { ...job, isFlat: false }) }
}

/** Decoded once, upright, in sRGB, at the largest size that is needed, without metadata. */
async function decode({ source, widths }: PictureJob) {
  const bytes = await readFile(source)
  requireStillPicture(bytes)
  try {
    // The limit is checked below, where the message can name the size.
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    requireReadable(metadata)
    const { width, height } = metadata.autoOrient
    const pixels: Pixels = await sharp(bytes, { limitInputPixels: 50e6, failOn: 'error' })
      .autoOrient()
      .resize({ ...largestCopy(width, height, Math.max(...widths)), fit: 'fill' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels, width, height }
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable(damaged)
  }
}

/** Bounds the area of very tall pictures, and their height, which WebP limits to 16,383. */
export function largestCopy(width: number, height: number, maxWidth: number) {
  const maxPixels = 1.5 * maxWidth ** 2
  const scale = Math.min(
    1,
    maxWidth / width,
    16_000 / height,
    Math.sqrt(maxPixels / (width * height)),
  )
  const scaled = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}

/** Megapixels that fit into the memory of the child process, by what decoding a pixel takes. */
function requireReadable(metadata: Metadata) {
  const { width, height, format, pages = 1 } = metadata
  if (pages > 1) throw new Unusable(animation)
  const megapixels = (width * height) / 1e6
  const size = `This image has ${shown(megapixels)} megapixels (${shown(width)} × ${shown(height)})`
  if (megapixels > 50)
    throw new Unusable(`${size}. The limit is 50: make it smaller and upload it again.`)
  if (format === 'heif' && megapixels > 16)
    throw new Unusable(`${size}. The limit for AVIF is 16. Save it as JPEG.`)
  const isHeavyJpeg = metadata.isProgressive && metadata.chromaSubsampling?.startsWith('4:4:4')
  if (format === 'jpeg' && isHeavyJpeg && megapixels > 30)
    throw new Unusable(
      `${size}. The limit for a progressive JPEG without chroma subsampling is 30. Save it as a baseline JPEG.`,
    )
}

const shown = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })
