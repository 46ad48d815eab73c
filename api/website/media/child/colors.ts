import { open, type Pixels, toHex } from './variants.ts'

export const white = '#ffffff'
export const black = '#000000'
/** The tab bar of a dark browser. */
export const darkTab = '#202124'

/** Red, green, blue and alpha of each pixel, at most 64 × 64. */
const small = (pixels: Pixels) =>
  open(pixels)
    .toColourspace('srgb')
    .ensureAlpha()
    .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })

/** How much of what is opaque has less than this contrast on a ground: 0 to 1. */
export async function hiddenPart(pixels: Pixels, ground: string, seen: number): Promise<number> {
  const { data } = await small(pixels)
  let [hidden, opaque] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!
    const color = toHex({ r: data[at]!, g: data[at + 1]!, b: data[at + 2]! })
    if (alpha && contrast(color, ground) < seen) hidden += alpha
    opaque += alpha
  }
  return opaque ? hidden / opaque : 0
}

/** Weighted by opacity: fully transparent pixels don't count. */
export async function averageColor(pixels: Pixels): Promise<string> {
  const { data, info } = await small(pixels)
  const sum = { r: 0, g: 0, b: 0, alpha: 0 }
  for (let at = 0; at < info.width * info.height * 4; at += 4) {
    const alpha = data[at + 3]!
    sum.r += data[at]! * alpha
    sum.g += data[at + 1]! * alpha
    sum.b += data[at + 2]! * alpha
    sum.alpha += alpha
  }
  const { alpha } = sum
  return alpha ? toHex({ r: sum.r / alpha, g: sum.g / alpha, b: sum.b / alpha }) : white
}

/** WCAG 2 contrast ratio. */
export function contrast(one: string, other: string): number {
  const [lower = 0, upper = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (upper + 0.05) / (lower + 0.05)
}

/** Black or white. */
export const textOn = (color: string) =>
  contrast(color, white) >= contrast(color, black) ? white : black

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
