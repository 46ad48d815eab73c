import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type DrawingJob, type ReadPicture, Unusable } from './job.ts'
import { largestCopy } from './picture.ts'
import { hasTransparency, open, placeholderColor, writeVariants } from './variants.ts'

const asPng = 'Export it as PNG and upload that file.'

/** Widths of the pictures that a drawing is turned into. */
const drawnWidths = [480, 800, 1200]

/**
 * Draws an SVG as PNG and WebP. The SVG itself is never stored or served, so its scripts never run;
 * from a Buffer, librsvg opens neither files nor addresses. What is left to guard against is work
 * without end: entities and references are limited here, time and memory by the parent.
 */
export async function drawSvg({ source, output }: DrawingJob): Promise<ReadPicture> {
  const bytes = await readFile(source)
  const text = requireHarmless(bytes)
  const { pixels, width, height } = await draw(bytes)
  const { channels } = await open(pixels).stats()
  if (channels[3]?.max === 0)
    throw new Unusable(`This SVG draws nothing that can be seen. ${asPng}`)
  return {
    width,
    height,
    transparent: await hasTransparency(pixels),
    color: await placeholderColor(pixels),
    variants: await writeVariants(pixels, ['png', 'webp'], {
      widths: drawnWidths,
      output,
      isFlat: true,
    }),
    isDrawing: true,
    warning: /<([\w-]+:)?text\b/.test(text)
      ? 'This SVG contains text, which may appear in another typeface. Convert text to paths in your drawing program and upload it again.'
      : null,
  }
}

/** Sized to the widest picture that is made of it: a drawing has no size in pixels of its own. */
async function draw(bytes: Buffer) {
  try {
    const natural = await sharp(bytes, { limitInputPixels: false }).metadata()
    const largest = Math.max(...drawnWidths)
    const enlarged = (natural.height * largest) / natural.width
    const size = largestCopy(largest, enlarged, largest)
    const density = Math.min(100_000, Math.max(1, (72 * size.width) / natural.width))
    const pixels = await sharp(bytes, { density, limitInputPixels: 50e6 })
      .resize({ ...size, fit: 'fill' })
      .ensureAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { pixels, ...size }
  } catch {
    throw new Unusable(`This SVG can’t be drawn: it is damaged or too large. ${asPng}`)
  }
}

/**
 * Refuses what could take long or hide something from the patterns below. They count too much
 * rather than too little: comments are not left out.
 */
export function requireHarmless(bytes: Buffer): string {
  if (bytes.length > 256 * 1024) throw new Unusable(`This SVG is larger than 256 KB. ${asPng}`)
  const text = decodeText(bytes)
  if (!/<([\w-]+:)?svg\b/.test(text))
    throw new Unusable('This file is not an image. Upload a JPEG, PNG, WebP, AVIF or SVG file.')
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new Unusable(`This SVG has a document type (DOCTYPE), which is not allowed. ${asPng}`)
  const tags = text.match(/<[\p{L}_][^\s/>]*/gu)?.map((tag) => tag.slice(1).replace(/^.*:/, ''))
  if (!tags || tags.length > 2000)
    throw new Unusable(`This SVG has more than 2,000 elements. ${asPng}`)
  if (tags.filter((tag) => tag === 'use').length > 50)
    throw new Unusable(`This SVG repeats parts of itself more than 50 times. ${asPng}`)
  if (/<([\w-]+:)?use\b[^>]*\bhref\s*=\s*["']\s*[^#"'\s]/.test(text))
    throw new Unusable(`This SVG refers to another file. ${asPng}`)
  if (tags.includes('image') && !tags.some((tag) => shapes.has(tag)))
    throw new Unusable(
      'This SVG holds only an image made of pixels. Upload that image itself, as PNG or JPEG.',
    )
  return text
}

const shapes = new Set(
  'path rect circle ellipse line polyline polygon text use foreignObject'.split(' '),
)

/** Only encodings in which the patterns see what the drawing program meant. */
function decodeText(bytes: Buffer): string {
  const unreadable = new Unusable(`This SVG can’t be read: save it as UTF-8. Or: ${asPng}`)
  const text = bytes.toString('utf8')
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? 'utf-8'
  if (text.includes('\0') || !/^(utf-?8|us-ascii|iso-8859-1)$/i.test(encoding)) throw unreadable
  return text
}
