import type { Tone } from './contract/tones.ts'

type Rgb = readonly [number, number, number]

const anchors: Record<Tone, Rgb> = {
  red: [208, 48, 48],
  orange: [220, 120, 30],
  yellow: [220, 190, 40],
  green: [50, 140, 70],
  blue: [45, 100, 210],
  purple: [130, 70, 190],
  grey: [128, 128, 128],
}

const named: Record<string, Rgb> = {
  red: [255, 0, 0],
  maroon: [128, 0, 0],
  orange: [255, 165, 0],
  yellow: [255, 255, 0],
  olive: [128, 128, 0],
  green: [0, 128, 0],
  lime: [0, 255, 0],
  teal: [0, 128, 128],
  aqua: [0, 255, 255],
  cyan: [0, 255, 255],
  blue: [0, 0, 255],
  navy: [0, 0, 128],
  purple: [128, 0, 128],
  fuchsia: [255, 0, 255],
  magenta: [255, 0, 255],
  gray: [128, 128, 128],
  grey: [128, 128, 128],
  silver: [192, 192, 192],
}

/** A hue in degrees, saturation and lightness in percent (CSS Color 4, §7.1). */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const light = lightness / 100
  const reach = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    return Math.round(255 * (light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

function parse(color: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(color)?.[1]
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const value = Number.parseInt(full, 16)
    return [value >> 16, (value >> 8) & 255, value & 255]
  }
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/.exec(color)
  if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])]
  const hsl = /^hsla?\(\s*([\d.]{1,6})(?:deg)?[\s,]+([\d.]{1,6})%[\s,]+([\d.]{1,6})%/.exec(color)
  if (hsl) return fromHsl(Number(hsl[1]), Number(hsl[2]), Number(hsl[3]))
  return Object.hasOwn(named, color) ? named[color] : undefined
}

const distance = (a: Rgb, b: Rgb) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2

/** The tone nearest to a CSS color; undefined if unknown, black or white, which don't emphasize. */
export function nearestTone(color: string): Tone | undefined {
  const rgb = parse(color.trim().toLowerCase())
  if (!rgb) return undefined
  const spread = Math.max(...rgb) - Math.min(...rgb)
  if (spread < 24 && (rgb[0] < 60 || rgb[0] > 235)) return undefined
  const ranked = (Object.entries(anchors) as [Tone, Rgb][]).sort(
    ([, a], [, b]) => distance(a, rgb) - distance(b, rgb),
  )
  return ranked[0]?.[0]
}
