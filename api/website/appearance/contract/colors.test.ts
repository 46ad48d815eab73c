import { readFileSync } from 'node:fs'
import { formatHex, wcagLuminance } from 'culori'
import { describe, expect, test } from 'vitest'
import { themes } from '#db/enums.ts'
import { defaultAppearance } from '../contract.ts'
import { type Accents, brandColors, grounds, hexOf, type Scheme } from './colors.ts'

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

const tokens = readFileSync(new URL('../../../../admin/ui/tokens.css', import.meta.url), 'utf8')
/** A token of the back office, as painted. */
function tokenOf(name: string, scheme: Scheme) {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((.+?\\)), (.+?\\))\\)`).exec(tokens) ?? []
  return formatHex(scheme === 'light' ? light : dark) ?? name
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
      const { brand, onBrand, brandOnDark, ...made } = brandColors(color, look)
      const check = (what: string, one: string, other: string, minimum: number) => {
        const ratio = contrast(one, other)
        if (ratio < minimum) failures.push(`${color} ${what}: ${one} on ${other} is ${ratio}`)
      }
      check('brand', onBrand, brand, 4.5)
      check('brand on dark', '#ffffff', brandOnDark, 7)
      for (const scheme of ['light', 'dark'] as const) {
        const { accent, hover, active, soft, onAccent, focus } = made[scheme]
        for (const ground of [soft, ...fixed[scheme].grounds]) {
          for (const text of [accent, hover, active]) check(scheme, text, ground, 4.5)
          check(`${scheme} focus`, focus, ground, 3)
        }
        for (const field of [accent, hover, active]) check(scheme, onAccent, field, 4.5)
        for (const [n, ink] of fixed[scheme].inks.entries())
          check(`${scheme} ink`, ink, soft, n ? 4.5 : 7)
        if (accent === hover || hover === active) failures.push(`${color} has no ${scheme} hover`)
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

  test("Quiet's surfaces are those of tokens.css", () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const [name, color] of Object.entries(grounds.quiet[scheme]))
        expect(hexOf(color), name).toBe(tokenOf(name, scheme))
  })

  test("the default brand color's are those of tokens.css", () => {
    const { light, dark, brand, onBrand } = brandColors(defaultAppearance.brand_color, 'quiet')
    const pair = (name: keyof Accents) => `light-dark(${light[name]}, ${dark[name]})`
    for (const declaration of [
      `--accent: ${pair('accent')};`,
      `--accent-hover: ${pair('hover')};`,
      `--accent-active: ${pair('active')};`,
      `--accent-soft: ${pair('soft')};`,
      `--on-accent: ${pair('onAccent')};`,
      `--focus: ${pair('focus')};`,
      `--brand: ${brand};`,
      `--on-brand: ${onBrand};`,
    ])
      expect(tokens).toContain(declaration)
  })

  test('the default teal stays itself on white, and a bright yellow says that it is darker', () => {
    expect(brandColors('#0f766e', 'quiet')).toMatchObject({
      light: { accent: '#0f766e' },
      shift: { light: null, dark: 'lighter' },
    })
    expect(brandColors('#ffdd00', 'quiet')).toMatchObject({
      brand: '#ffdd00',
      onBrand: '#000000',
      shift: { light: 'darker', dark: null },
    })
  })
})
