import { readFileSync } from 'node:fs'
import { converter, formatHex, interpolate, wcagLuminance } from 'culori'
import { describe, expect, test } from 'vitest'
import { type Theme, themes } from '#db/enums.ts'
import { defaultAppearance } from '../contract.ts'
import {
  type Accents,
  brandColors,
  type Fill,
  grounds,
  hexOf,
  inks,
  type Scheme,
} from './colors.ts'

const toOklch = converter('oklch')

/** 16 steps of each channel. */
const steps = Array.from({ length: 16 }, (_, n) => (n * 17).toString(16).padStart(2, '0'))
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))

const luminances = new Map<string, number>()
function luminance(color: string) {
  const known = luminances.get(color) ?? wcagLuminance(color)
  luminances.set(color, known)
  return known
}
function contrast(one: string, other: string) {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const tokens = readFileSync(
  new URL('../../../../admin/ui/styles/tokens.css', import.meta.url),
  'utf8',
)
/** A token of the back office, as painted. */
function tokenOf(name: string, scheme: Scheme) {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((.+?\\)), (.+?\\))\\)`).exec(tokens) ?? []
  return formatHex(scheme === 'light' ? light : dark) ?? name
}

/** What buttons stand on: pages, cards and tinted bands. */
function behindButtons(look: Theme, scheme: Scheme, soft: string) {
  const { paper, surface, sunken } = grounds[look][scheme]
  const tint = formatHex(interpolate([hexOf(sunken), soft], 'oklab')(0.5))
  return [hexOf(paper), hexOf(surface), tint]
}

describe('colors made of the brand color', () => {
  test.each(themes)('4,096 colors are legible in %s, light and dark', (look) => {
    const failures: string[] = []
    const surfaces = (scheme: Scheme) => {
      const { line: _, ...behind } = grounds[look][scheme]
      const inks = ['ink', 'ink-soft', 'ink-faint'].map((name) => tokenOf(name, scheme))
      return { grounds: Object.values(behind).map(hexOf), inks }
    }
    const fixed = { light: surfaces('light'), dark: surfaces('dark') }
    for (const color of colors) {
      const made = brandColors(color, look)
      const check = (what: string, one: string, other: string, minimum: number) => {
        const ratio = contrast(one, other)
        if (ratio < minimum) failures.push(`${color} ${what}: ${one} on ${other} is ${ratio}`)
      }
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, hover, soft, focus, fill } = made[scheme]
        for (const ground of [soft, ...fixed[scheme].grounds]) {
          for (const text of [accent, hover]) check(scheme, text, ground, 4.5)
          check(`${scheme} focus`, focus, ground, 3)
        }
        for (const ground of [fill.fill, fill.hover, fill.active])
          check(`${scheme} fill`, fill.onFill, ground, 4.5)
        for (const ground of behindButtons(look, scheme, soft))
          check(`${scheme} fill and border`, fill.border ?? fill.fill, ground, 3)
        for (const [n, ink] of fixed[scheme].inks.entries())
          check(`${scheme} ink`, ink, soft, n ? 4.5 : 7)
        if (accent === hover || fill.fill === fill.hover || fill.hover === fill.active)
          failures.push(`${color} has no ${scheme} hover`)
      }
    }
    expect(failures).toEqual([])
  })

  test.each(themes)('ordinary text is legible on the surfaces of %s', (look) => {
    for (const scheme of ['light', 'dark'] as const)
      for (const ink of ['ink', 'ink-soft', 'ink-faint'])
        for (const ground of ['paper', 'surface', 'sunken'] as const)
          expect(
            contrast(tokenOf(ink, scheme), hexOf(grounds[look][scheme][ground])),
            `${ink} on ${ground}, ${scheme}`,
          ).toBeGreaterThanOrEqual(4.5)
  })

  test("Quiet's surfaces and all text are those of tokens.css", () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [name, color] of Object.entries(grounds.quiet[scheme]))
        expect(hexOf(color), name).toBe(tokenOf(name, scheme))
    for (const [name, { light, dark }] of Object.entries(inks)) {
      expect(hexOf(light), name).toBe(tokenOf(name, 'light'))
      expect(hexOf(dark), name).toBe(tokenOf(name, 'dark'))
    }
  })

  test("the default brand color's are those of tokens.css", () => {
    const { light, dark } = brandColors(defaultAppearance.brand_color, 'quiet')
    const both = (one: string, other: string) =>
      one === other ? one : `light-dark(${one}, ${other})`
    const pair = (name: keyof Accents) => both(light[name], dark[name])
    const fillPair = (name: keyof Fill) =>
      both(light.fill[name] ?? '#0000', dark.fill[name] ?? '#0000')
    for (const declaration of [
      `--accent: ${pair('accent')};`,
      `--accent-hover: ${pair('hover')};`,
      `--accent-soft: ${pair('soft')};`,
      `--focus: ${pair('focus')};`,
      `--brand: ${fillPair('fill')};`,
      `--on-brand: ${fillPair('onFill')};`,
      `--fill-hover: ${fillPair('hover')};`,
      `--fill-active: ${fillPair('active')};`,
      `--fill-border: ${fillPair('border')};`,
    ])
      expect(tokens).toContain(declaration)
  })

  const chosen = ['#ffd400', '#111111', '#c8102e', '#3d2bd9', '#ffd9e0', '#ffffff'] as const
  const cases = chosen.flatMap((color) => themes.map((theme) => [color, theme] as const))

  test.each(cases)('%s fills as it was chosen in %s, in light', (color, theme) => {
    expect(brandColors(color, theme).light.fill.fill).toBe(color)
  })

  test.each(cases)('%s fills dark pages of %s no lighter than 3:1 needs', (color, theme) => {
    const { fill } = brandColors(color, theme).dark.fill
    const paper = hexOf(grounds[theme].dark.paper)
    expect(contrast(fill, paper)).toBeGreaterThanOrEqual(3)
    if (contrast(color, paper) >= 3) expect(fill).toBe(color)
    else expect(contrast(fill, paper)).toBeLessThan(3.1)
    // The same hue and chroma.
    const [was, is] = [color, fill].map((each) => toOklch(each))
    expect(is?.c).toBeCloseTo(was?.c ?? Number.NaN, 2)
    if (was && was.c > 0.01) expect(is?.h).toBeCloseTo(was.h ?? Number.NaN, -1)
  })

  test.each(cases)('text of %s on each ground of %s has 4.5:1, light and dark', (color, theme) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { accent, hover, soft, fill } = brandColors(color, theme)[scheme]
      const { line: _, ...behind } = grounds[theme][scheme]
      const pairs = [
        ...[fill.fill, fill.hover, fill.active].map((ground) => [fill.onFill, ground] as const),
        ...[soft, ...Object.values(behind).map(hexOf)].flatMap((ground) =>
          [accent, hover].map((text) => [text, ground] as const),
        ),
      ]
      for (const [text, ground] of pairs)
        expect(contrast(text, ground), `${text} on ${ground}, ${scheme}`).toBeGreaterThanOrEqual(
          4.5,
        )
    }
  })

  test.each([
    ['#ffd400', true],
    ['#ffd9e0', true],
    ['#ffffff', true],
    ['#111111', false],
    ['#c8102e', false],
    ['#3d2bd9', false],
  ])('a border sets %s apart from light paper: %s', (color, hasBorder) => {
    for (const theme of themes) {
      const { border } = brandColors(color, theme).light.fill
      expect(border !== null, theme).toBe(hasBorder)
      if (border)
        expect(contrast(border, hexOf(grounds[theme].light.paper))).toBeGreaterThanOrEqual(3)
    }
  })

  test.each([
    ['#111827', true],
    ['#c8102e', true],
    ['#0f766e', false],
    ['#ffd400', false],
  ])('a border sets %s apart from dark cards of Warm too: %s', (color, hasBorder) => {
    const { fill, soft } = brandColors(color, 'warm').dark
    const [paper, ...others] = behindButtons('warm', 'dark', soft)
    expect(contrast(fill.fill, paper!)).toBeGreaterThanOrEqual(3)
    expect(fill.border !== null).toBe(hasBorder)
    for (const ground of others)
      expect(contrast(fill.border ?? fill.fill, ground)).toBeGreaterThanOrEqual(3)
  })

  test('links have the color itself where it has 4.5:1, else one barely above', () => {
    const linkOn = (color: string, scheme: Scheme) => brandColors(color, 'quiet')[scheme].accent
    for (const color of ['#0f766e', '#c8102e', '#3d2bd9', '#111111'])
      expect(linkOn(color, 'light')).toBe(color)
    expect(linkOn('#ffd400', 'dark')).toBe('#ffd400')
    for (const [color, scheme] of [
      ['#ffd400', 'light'],
      ['#c8102e', 'dark'],
      ['#3d2bd9', 'dark'],
    ] as const) {
      const { accent, soft } = brandColors(color, 'quiet')[scheme]
      const { line: _, ...behind } = grounds.quiet[scheme]
      const least = Math.min(
        ...[soft, ...Object.values(behind).map(hexOf)].map((g) => contrast(accent, g)),
      )
      expect(least, color).toBeLessThan(4.75)
    }
  })
})
