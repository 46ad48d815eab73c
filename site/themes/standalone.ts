import { brandColors, grounds, hexOf, inks } from '#api/website/appearance/contract/colors.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import { pairingCss } from '../fonts/pairings.ts'
import { plateCss } from './index.ts'

type Appearance = PublishedAppearance

const pair = (light: string, dark: string) => `light-dark(${light},${dark})`

/** Of a page with one message: the logo above, the message as large as the theme speaks. */
const layout = `*{box-sizing:border-box;margin:0}
body{display:grid;grid-template-rows:auto 1fr;min-height:100dvh;background:var(--paper);color:var(--ink-soft);font:1.0625rem/1.6 var(--sans);overflow-wrap:anywhere}
body>*{padding-inline:max(clamp(1rem,5vw,1.5rem),(100% - 75rem)/2)}
header{display:flex;align-items:center;min-height:4rem;padding-block:.75rem;border-bottom:1px solid var(--line);color:var(--ink);font:var(--heading-weight) 1rem/1.4 var(--heading);letter-spacing:var(--tracking)}
header img{display:block;max-width:100%;height:auto}
main{display:grid;align-content:center;justify-items:start;gap:1rem;padding-block:clamp(3rem,10vh,6rem)}
h1{max-width:16ch;color:var(--ink);font:var(--heading-weight) min(clamp(2.25rem,1.5rem + 3.6vw,4rem),9.5vw)/1.08 var(--heading);letter-spacing:var(--tracking);text-wrap:balance;overflow-wrap:anywhere;hyphens:auto}
p{max-width:34rem;text-wrap:pretty}
a{color:var(--accent);text-underline-offset:.2em}
main a.button{margin-top:.5rem;padding:.7rem 1.25rem;border:1px solid var(--border);border-radius:var(--radius);background:var(--fill);color:var(--on-fill);font-weight:600;line-height:1.3;text-decoration:none}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}`

const themes: Record<Appearance['look'], string> = {
  quiet: '',
  warm: `header{border:0}
main{justify-items:center;margin:0 clamp(.75rem,3vw,2rem) clamp(.75rem,3vw,2rem);border-radius:calc(2*var(--large));background:color-mix(in oklab,var(--sunken),var(--soft));text-align:center}`,
  bold: `header{border:0}
main{align-content:end;background:var(--fill);color:var(--on-fill)}
h1{max-width:12ch;color:inherit;font-size:min(clamp(2.75rem,1rem + 8vw,7rem),11vw);line-height:.98}
main a{color:inherit}
main a.button{border-color:#0000;background:var(--on-fill);color:var(--fill)}
main :focus-visible{outline-color:var(--on-fill)}`,
}

const radii: Record<Appearance['corners'], { radius: string; large: string }> = {
  soft: { radius: '9px', large: '14px' },
  square: { radius: '0', large: '0' },
  round: { radius: '999px', large: '24px' },
}

const headers: Record<Appearance['header'], string> = {
  left: '',
  centered: 'header{justify-content:center;text-align:center}',
}

/** All the CSS of a page that has no other: the published colors, faces and theme. */
export function standaloneCss(appearance: Appearance): string {
  const { look, brand_color, scheme, corners, header, type_pairing } = appearance
  const { light, dark } = brandColors(brand_color, look)
  const papers = grounds[look]
  const paper = (name: 'paper' | 'sunken' | 'line') =>
    pair(hexOf(papers.light[name]), hexOf(papers.dark[name]))
  const tokens = {
    sans: 'system-ui,sans-serif',
    heading: 'system-ui,sans-serif',
    'heading-weight': '640',
    tracking: '-.02em',
    ink: pair(hexOf(inks.ink.light), hexOf(inks.ink.dark)),
    'ink-soft': pair(hexOf(inks['ink-soft'].light), hexOf(inks['ink-soft'].dark)),
    paper: paper('paper'),
    sunken: paper('sunken'),
    line: paper('line'),
    accent: pair(light.accent, dark.accent),
    soft: pair(light.soft, dark.soft),
    focus: pair(light.focus, dark.focus),
    fill: pair(light.fill.fill, dark.fill.fill),
    'on-fill': pair(light.fill.onFill, dark.fill.onFill),
    border: pair(light.fill.border ?? '#0000', dark.fill.border ?? '#0000'),
    ...radii[corners],
  }
  const root = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`)
  const schemes = { auto: 'light dark', light: 'light', dark: 'dark' }
  return `:root{color-scheme:${schemes[scheme]};${root.join(';')}}${pairingCss(type_pairing).css}${layout}${themes[look]}${headers[header]}${plateCss(appearance)}`
}
