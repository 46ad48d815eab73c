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

/** The surfaces of each look; Quiet's are those of admin/ui/styles/tokens.css. */
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

/** Text of every theme, as in admin/ui/styles/tokens.css. */
export const inks: Record<'ink' | 'ink-soft', Record<Scheme, Oklch>> = {
  ink: { light: [0.24, 0.018, 215], dark: [0.95, 0.006, 95] },
  'ink-soft': { light: [0.42, 0.016, 215], dark: [0.8, 0.01, 95] },
}

/** Of links, icons and tints: legible on every ground of a theme. */
export type Accents = Record<'accent' | 'hover' | 'soft' | 'focus', string>
/**
 * Of buttons and other filled areas, and the text on them. `border` is null where the fill stands
 * out by itself from all that buttons stand on.
 */
export type Fill = Record<'fill' | 'onFill' | 'hover' | 'active', string> & {
  border: string | null
}

type BrandColors = Record<Scheme, Accents & { fill: Fill }>

/** Above the 4.5:1 and 3:1 of WCAG 2.2 SC 1.4.3 and 1.4.11. */
const readable = 4.55
const visible = 3.05

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

const schemes = {
  light: { sign: -1, soft: [0.948, 0.03], step: 0.055, focus: 0.62, pressed: [black, white] },
  dark: { sign: 1, soft: [0.295, 0.05], step: 0.05, focus: 0.75, pressed: [white, black] },
} as const

/** Everything that is painted in the brand color on a theme's grounds. */
export function brandColors(brand: string, look: Theme): BrandColors {
  const rgb = fromHex(brand)
  const colors = (scheme: Scheme) => ({
    ...accents(rgb, scheme, look),
    fill: fillColors(rgb, scheme, look),
  })
  return { light: colors('light'), dark: colors('dark') }
}

/** In light the color itself; in dark as much lighter as 3:1 against the paper needs. */
function fillColors(brand: Rgb, scheme: Scheme, look: Theme): Fill {
  const [l, c, h] = toOklch(brand)
  const { surface } = grounds[look][scheme]
  const paper = paint(grounds[look][scheme].paper)
  let fill = brand
  if (scheme === 'dark')
    for (let lightness = l; contrast(fill, paper) < 3; lightness += 0.002)
      fill = paint([lightness, c, h])
  // The better of the two has at least √21 = 4.58:1.
  const onFill = contrast(fill, white) >= contrast(fill, black) ? white : black
  const behind = [paper, paint(surface), tintOf(brand, scheme, look)]
  const isSeen = behind.every((ground) => contrast(fill, ground) >= 3)
  return {
    fill: toHex(fill),
    onFill: toHex(onFill),
    hover: toHex(pressed(fill, onFill, 0.08, scheme)),
    active: toHex(pressed(fill, onFill, 0.16, scheme)),
    border: isSeen ? null : toHex(visibleOn(brand, scheme, look)),
  }
}

/** Mixed with black, or with white where black would not be seen or would hide the text. */
function pressed(fill: Rgb, onFill: Rgb, part: number, scheme: Scheme): Rgb {
  const mixed = schemes[scheme].pressed.map(
    (other) => fill.map((value, n) => Math.round(value + part * ((other[n] ?? 0) - value))) as Rgb,
  )
  const isSeen = (color: Rgb) => color.some((value, n) => Math.abs(value - (fill[n] ?? 0)) > 4)
  const isLegible = (color: Rgb) => contrast(color, onFill) >= 4.5
  return mixed.find((color) => isSeen(color) && isLegible(color)) ?? fill
}

/** What text stands on in a theme; `soft` is a tint of the brand color. */
function textGrounds(scheme: Scheme, look: Theme, soft: Rgb) {
  const { line: _, ...behindText } = grounds[look][scheme]
  return [soft, ...Object.values(behindText).map(paint)]
}

const softOf = ([, c, h]: Oklch, scheme: Scheme) => {
  const [lightness, maxChroma] = schemes[scheme].soft
  return paint([lightness, Math.min(0.3 * c, maxChroma), h])
}

/**
 * The nearest color to `from` that has this contrast on every ground: darker in light, lighter in
 * dark, with as much of its chroma as the screen can show.
 */
function reach(from: Oklch, minimum: number, behind: Rgb[], sign: 1 | -1): Oklch {
  const [start, chroma, hue] = from
  for (let lightness = clamp(start); lightness > 0 && lightness < 1; lightness += sign * 0.005) {
    const color: Oklch = [lightness, chroma, hue]
    const painted = paint(color)
    if (behind.every((ground) => contrast(painted, ground) >= minimum)) return color
  }
  return [sign < 0 ? 0 : 1, 0, hue]
}

/** Behind tinted bands, as `--tint` of site/blocks/bands.css. */
function tintOf(brand: Rgb, scheme: Scheme, look: Theme): Rgb {
  const mixed = [paint(grounds[look][scheme].sunken), softOf(toOklch(brand), scheme)].map(
    (ground) => convertLrgbToOklab(fromRgb(ground)),
  )
  const half = (part: 'l' | 'a' | 'b') => mixed.reduce((sum, color) => sum + color[part] / 2, 0)
  const { l, c, h = 0 } = convertLabToLch({ l: half('l'), a: half('a'), b: half('b') })
  return paint([l, c, h])
}

const clamp = (lightness: number) => Math.min(0.995, Math.max(0.005, lightness))

/** A relative of the color for borders and focus rings: 3:1 on every ground. */
function visibleOn(brand: Rgb, scheme: Scheme, look: Theme): Rgb {
  const [, c, h] = toOklch(brand)
  // A gray brand stays gray: its hue is noise.
  const chroma = c < 0.02 ? c : Math.max(c, 0.04)
  const behind = textGrounds(scheme, look, softOf(toOklch(brand), scheme))
  const { sign, focus } = schemes[scheme]
  return paint(reach([focus, chroma, h], visible, behind, sign))
}

function accents(brand: Rgb, scheme: Scheme, look: Theme): Accents {
  const { sign, step } = schemes[scheme]
  const [l, c, h] = toOklch(brand)
  const soft = softOf([l, c, h], scheme)
  const behind = textGrounds(scheme, look, soft)
  const isLegible = behind.every((ground) => contrast(brand, ground) >= 4.5)
  const accent: Oklch = isLegible ? [l, c, h] : reach([l, c, h], readable, behind, sign)
  // Near black or white there is nothing further to go to.
  const turns = sign < 0 ? accent[0] < 0.2 : accent[0] > 0.93
  return {
    accent: toHex(isLegible ? brand : paint(accent)),
    hover: toHex(paint([accent[0] + (turns ? -sign : sign) * step, c, h])),
    soft: toHex(soft),
    focus: toHex(visibleOn(brand, scheme, look)),
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
