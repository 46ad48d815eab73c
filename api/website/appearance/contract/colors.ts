import {
  convertLabToLch,
  convertLchToLab,
  convertLrgbToOklab,
  convertLrgbToRgb,
  convertOklabToLrgb,
  convertRgbToLrgb,
} from 'culori/fn'
import type { Theme } from '#db/enums.ts'

/** Lightness 0–1, chroma, hue in degrees. */
type Oklch = readonly [l: number, c: number, h: number]
/** 0–255 each. */
type Rgb = [number, number, number]
export type Scheme = 'light' | 'dark'

/** What text stands on. Lines separate, without being needed to understand anything. */
type Grounds = Record<'paper' | 'surface' | 'sunken' | 'hover' | 'line', Oklch>

/** The surfaces of each look; Quiet's are those of admin/ui/tokens.css. */
export const grounds: Record<Theme, Record<Scheme, Grounds>> = {
  quiet: {
    light: {
      paper: [0.986, 0.004, 95],
      surface: [1, 0, 0],
      sunken: [0.963, 0.006, 95],
      hover: [0.952, 0.007, 95],
      line: [0.905, 0.007, 95],
    },
    dark: {
      paper: [0.185, 0.008, 215],
      surface: [0.218, 0.009, 215],
      sunken: [0.16, 0.008, 215],
      hover: [0.26, 0.011, 215],
      line: [0.305, 0.012, 215],
    },
  },
  warm: {
    light: {
      paper: [0.976, 0.013, 82],
      surface: [0.994, 0.006, 85],
      sunken: [0.955, 0.018, 80],
      hover: [0.945, 0.02, 80],
      line: [0.89, 0.022, 80],
    },
    dark: {
      paper: [0.195, 0.011, 60],
      surface: [0.232, 0.013, 60],
      sunken: [0.17, 0.01, 60],
      hover: [0.265, 0.014, 60],
      line: [0.32, 0.016, 60],
    },
  },
  bold: {
    light: {
      paper: [1, 0, 0],
      surface: [1, 0, 0],
      sunken: [0.968, 0, 0],
      hover: [0.955, 0, 0],
      line: [0.88, 0, 0],
    },
    dark: {
      paper: [0.155, 0, 0],
      surface: [0.2, 0, 0],
      sunken: [0.13, 0, 0],
      hover: [0.255, 0, 0],
      line: [0.33, 0, 0],
    },
  },
}

export type Accents = Record<'accent' | 'hover' | 'active' | 'soft' | 'onAccent' | 'focus', string>

type BrandColors = Record<Scheme, Accents> & {
  /** The color itself, for large fields, and black or white for the text on it. */
  brand: string
  onBrand: string
  /** The same on dark pages, where a bright field would glare. The text on it is white. */
  brandOnDark: string
  /** How links and buttons differ from the color, to be legible; null where they don't. */
  shift: { light: 'darker' | null; dark: 'lighter' | null }
}

/** Above the 4.5:1 and 3:1 of WCAG 2.2 SC 1.4.3 and 1.4.11. */
const readable = 4.55
const visible = 3.05

const schemes = {
  light: { sign: -1, maxChroma: 0.19, soft: [0.948, 0.03], start: 0.62, step: 0.055, focus: 0.62 },
  dark: { sign: 1, maxChroma: 0.15, soft: [0.295, 0.05], start: 0.72, step: 0.05, focus: 0.75 },
} as const

/** Everything that is painted in the brand color on a look's surfaces, legible by construction. */
export function brandColors(brand: string, look: Theme): BrandColors {
  const rgb = fromHex(brand)
  const light = accents(toOklch(rgb), 'light', look)
  const dark = accents(toOklch(rgb), 'dark', look)
  const [lightness, chroma, hue] = toOklch(rgb)
  const lightnessOf = (hex: string) => toOklch(fromHex(hex))[0]
  const white: Rgb = [255, 255, 255]
  return {
    light,
    dark,
    brand,
    // The better of the two has at least √21 = 4.58:1.
    onBrand: contrast(rgb, white) >= contrast(rgb, [0, 0, 0]) ? '#ffffff' : '#000000',
    brandOnDark: toHex(paint([Math.min(lightness, 0.36), Math.min(chroma, 0.15), hue])),
    shift: {
      light: lightness - lightnessOf(light.accent) > 0.02 ? 'darker' : null,
      dark: lightnessOf(dark.accent) - lightness > 0.02 ? 'lighter' : null,
    },
  }
}

function accents([l, c, h]: Oklch, scheme: Scheme, look: Theme): Accents {
  const { sign, maxChroma, soft: softest, start, step, focus: focusStart } = schemes[scheme]
  // A gray brand stays gray: its hue is noise.
  const isGray = c < 0.02
  const chroma = Math.min(c, maxChroma)
  const soft = paint([softest[0], Math.min(0.3 * c, softest[1]), h])
  const { line: _, ...behindText } = grounds[look][scheme]
  const behind = [soft, ...Object.values(behindText).map(paint)]

  /** The first lightness from `from` on that has this contrast on every ground. */
  const reach = (from: number, withChroma: number, minimum: number): Oklch => {
    for (let lightness = from; lightness > 0 && lightness < 1; lightness += sign * 0.005) {
      const color: Oklch = [lightness, withChroma, h]
      const painted = paint(color)
      if (behind.every((ground) => contrast(painted, ground) >= minimum)) return color
    }
    return [sign < 0 ? 0 : 1, 0, h]
  }
  const accent = reach(sign < 0 ? Math.min(l, start) : Math.max(l, start), chroma, readable)
  // Near black or white there is nothing further to go to.
  const turns = sign < 0 ? accent[0] < 0.2 : accent[0] > 0.93
  const further = (steps: number) =>
    paint([accent[0] + (turns ? -sign : sign) * steps * step, chroma, h])
  const tint = isGray ? c : Math.min(c, 0.02)
  const texts = [paint([0.99, Math.min(tint, 0.005), h]), paint([0.17, tint, h])] as const
  const painted = paint(accent)
  const onAccent = contrast(painted, texts[0]) >= contrast(painted, texts[1]) ? texts[0] : texts[1]
  const focus = reach(focusStart, isGray ? c : Math.max(chroma, 0.04), visible)
  return {
    accent: toHex(painted),
    hover: toHex(further(1)),
    active: toHex(further(2)),
    soft: toHex(soft),
    onAccent: toHex(onAccent),
    focus: toHex(paint(focus)),
  }
}

/** As 8-bit sRGB, with less chroma where the screen cannot show it at this lightness and hue. */
function paint([l, c, h]: Oklch): Rgb {
  let [inside, outside] = [0, c]
  if (isInGamut([l, c, h])) inside = c
  else
    for (let n = 0; n < 16; n++) {
      const middle = (inside + outside) / 2
      if (isInGamut([l, middle, h])) inside = middle
      else outside = middle
    }
  const { r, g, b } = convertLrgbToRgb(toLinear([l, inside, h]))
  return [r, g, b].map((value) => Math.round(255 * Math.min(1, Math.max(0, value)))) as Rgb
}

export const hexOf = (color: Oklch) => toHex(paint(color))

function isInGamut(color: Oklch) {
  const { r, g, b } = toLinear(color)
  return [r, g, b].every((value) => value > -0.0001 && value < 1.0001)
}

const fromHex = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
const toHex = (rgb: Rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`

/** WCAG 2.2, contrast ratio. */
function contrast(one: Rgb, other: Rgb) {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(rgb: Rgb) {
  const { r, g, b } = fromRgb(rgb)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const fromRgb = ([r, g, b]: Rgb) => convertRgbToLrgb({ r: r / 255, g: g / 255, b: b / 255 })

function toOklch(rgb: Rgb): Oklch {
  const { l, c, h = 0 } = convertLabToLch(convertLrgbToOklab(fromRgb(rgb)))
  return [l, c, h]
}

const toLinear = ([l, c, h]: Oklch) => convertOklabToLrgb(convertLchToLab({ l, c, h }))
