import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { averageColor, black, hiddenPart, textOn, white } from './colors.ts'
import { chooseFonts } from './font-characters.ts'
import { seen } from './icons.ts'
import type { ShareJob } from './job.ts'
import { hasTransparency } from './variants.ts'

const width = 1200
const height = 630
const margin = 72
const textWidth = width - 2 * margin

/** Draws `share.png`: logo or site name above, title and place below, on the brand color. */
export async function drawShareImage(job: ShareJob): Promise<{ bytes: number; hasTitle: boolean }> {
  const { brandColor, output } = job
  const color = textOn(brandColor)
  const drawable = await chooseFonts(job.fonts)
  const title = await drawable(job.title)
  const place = await drawable(job.place ?? '')
  const site = await drawable(job.site)
  const parts: OverlayOptions[] = []
  const hasTitle = title !== ''
  // A logo whose file is gone is no reason to draw nothing.
  const logo = job.source && (await drawLogo(job.source, brandColor).catch(() => null))
  if (logo) parts.push({ input: logo, left: margin, top: margin })
  else if (site && title !== site) {
    const name = await drawText(site, color, hasTitle ? [40] : [96, 72, 56, 44])
    const top = hasTitle ? margin : Math.round((height - name.info.height) / 2)
    parts.push({ input: name.data, left: leftOf(name.info, site), top })
  }
  let bottom = height - margin
  if (hasTitle) {
    if (place) {
      const line = await drawText(place, color, [36], { height: 48, opacity: '85%' })
      bottom -= line.info.height
      parts.push({ input: line.data, left: leftOf(line.info, place), top: bottom })
      bottom -= 40
    }
    const heading = await drawText(title, color, [92, 80, 68, 58, 48], { height: 300 })
    const top = bottom - heading.info.height
    parts.push({ input: heading.data, left: leftOf(heading.info, title), top })
  }
  const image = await sharp({ create: { width, height, channels: 3, background: brandColor } })
    .composite(parts)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
  await writeFile(join(output, 'share.png'), image)
  return { bytes: image.length, hasTitle }
}

const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** A text begins at its own side. */
const leftOf = ({ width: drawn }: { width: number }, text: string) =>
  rightToLeft.test(text) ? width - margin - drawn : margin

/** In the largest of the sizes that fits; what doesn't fit in the smallest is cut off. */
async function drawText(
  text: string,
  color: string,
  sizes: number[],
  { height = 300, opacity = '100%' } = {},
) {
  for (const size of sizes) {
    const drawn = await sharp({
      text: {
        text: `<span foreground="${color}" alpha="${opacity}">${asMarkup(text)}</span>`,
        // The heading face is the only one with English letters, so Pango prefers it.
        font: `Sans ${size}`,
        width: textWidth,
        wrap: 'word-char',
        dpi: 72,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    const { info } = drawn
    if (info.height <= height && info.width <= textWidth) return drawn
    if (size === sizes.at(-1)) {
      const cut = { width: Math.min(info.width, textWidth), height: Math.min(info.height, height) }
      return sharp(drawn.data)
        .extract({ left: 0, top: 0, ...cut })
        .png()
        .toBuffer({ resolveWithObject: true })
    }
  }
  throw new Error('There is no size to draw text in')
}

/** The text is Pango markup. */
const asMarkup = (text: string) =>
  text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]!)

/** More of a logo may not be hidden. */
const maxHidden = 0.15

/** On a plate where it, or a part of it, would not be seen in front of the brand color. */
async function drawLogo(source: string, brandColor: string): Promise<Buffer> {
  const pixels = await sharp(await readFile(source))
    .resize({ width: 480, height: 96, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = pixels.info
  const logo = sharp(pixels.data, { raw: { width, height, channels: 4 } })
  const isSeen = async (ground: string) => (await hiddenPart(pixels, ground, seen)) <= maxHidden
  if (!(await hasTransparency(pixels)) || (await isSeen(brandColor))) return logo.png().toBuffer()
  const best = textOn(await averageColor(pixels))
  const other = best === white ? black : white
  const plate = (await isSeen(best)) || !(await isSeen(other)) ? best : other
  const around = 24
  return drawPlate(width + 2 * around, height + 2 * around, plate)
    .composite([{ input: await logo.png().toBuffer(), left: around, top: around }])
    .png()
    .toBuffer()
}

/** A rectangle with round corners; the child process reads no SVG. */
function drawPlate(width: number, height: number, color: string) {
  const radius = 16
  const level = color === white ? 255 : 0
  const pixels = Buffer.alloc(width * height * 4, level)
  const beyond = (at: number, length: number) =>
    Math.max(radius - at - 0.5, at + 0.5 - (length - radius), 0)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(beyond(x, width), beyond(y, height))
      const opacity = Math.min(1, Math.max(0, radius + 0.5 - distance))
      pixels[(y * width + x) * 4 + 3] = Math.round(255 * opacity)
    }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}
