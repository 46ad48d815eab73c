import { readFileSync } from 'node:fs'
import { formatHex, wcagContrast } from 'culori'
import { expect, test } from 'vitest'

test("white text on Warm's hero is legible over a white picture", () => {
  const css = readFileSync(new URL('warm-hero.css', import.meta.url), 'utf8')
  const [headline = 0, text = 0] = [...css.matchAll(/rgb\(0 0 0 \/ (\d+)%\) [\d.]+rem/g)].map(
    ([, black]) => wcagContrast('#fff', whiteUnder(Number(black) / 100)),
  )
  expect(headline).toBeGreaterThanOrEqual(3)
  expect(text).toBeGreaterThanOrEqual(4.5)
})

/** White with this much black over it. */
const whiteUnder = (alpha: number) =>
  formatHex({ mode: 'rgb', r: 1 - alpha, g: 1 - alpha, b: 1 - alpha })
