import files from 'virtual:fonts'
import { basePath } from '#api/core/environment/env.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import { type FaceName, faceOf, subsets } from './faces.ts'

type TypePairing = PublishedAppearance['type_pairing']
type Pairing = { heading: FaceName; weight: 500 | 600 | 700; tracking: string; text: FaceName }

const pairings: Record<Exclude<TypePairing, 'system'>, Pairing> = {
  'instrument-inter': { heading: 'instrument', weight: 600, tracking: '-.02em', text: 'inter' },
  inter: { heading: 'inter', weight: 600, tracking: '-.022em', text: 'inter' },
  'fraunces-source': { heading: 'fraunces', weight: 600, tracking: '-.012em', text: 'source' },
  'newsreader-source': { heading: 'newsreader', weight: 500, tracking: '-.014em', text: 'source' },
  'bricolage-public': { heading: 'bricolage', weight: 700, tracking: '-.025em', text: 'public' },
  'schibsted-public': { heading: 'schibsted', weight: 700, tracking: '-.02em', text: 'public' },
}

const systems = {
  Desktop: {
    sans: ['Arial', 'Liberation Sans', 'Arimo'],
    serif: ['Times New Roman', 'Liberation Serif', 'Tinos'],
  },
  Android: { sans: ['Roboto'], serif: ['Noto Serif'] },
}

/** CSS of a pairing, and the font file to preload; nothing for the system's font. */
export function pairingCss(name: TypePairing): { css: string; preload?: string } {
  if (name === 'system') return { css: '' }
  const { heading, weight, tracking, text } = pairings[name]
  const used = heading === text ? [text] : [heading, text]
  return {
    css: `${used.map(facesCss).join('')}:root{--sans:${stack(text)};--heading:${stack(heading)};--heading-weight:${weight};--tracking:${tracking}}`,
    // The text face is behind most of the bytes and shifts nothing when it comes later.
    preload: files[`${heading} latin`].url,
  }
}

/** The heading faces as `sample-{pairing}`: the back office can show those that aren't in use. */
export const samplesCss = () =>
  Object.entries(pairings)
    .map(
      ([name, { heading, weight }]) =>
        `@font-face{font-family:"sample-${name}";src:url(${basePath}${files[`${heading} latin`].url})format("woff2");font-weight:400 700;font-display:swap}[data-value="${name}"]{--sample:"sample-${name}";--sample-weight:${weight}}`,
    )
    .join('')

function stack(name: FaceName) {
  const { family, isSerif } = faceOf(name)
  const fallbacks = Object.keys(systems).map((system) => `"${family} ${system}"`)
  return [`"${family}"`, ...fallbacks, isSerif ? 'serif' : 'sans-serif'].join()
}

function facesCss(name: FaceName) {
  const { family, isSerif, ascent, descent, widths } = faceOf(name)
  const loaded = subsets.map((subset) => {
    const { url, range } = files[`${name} ${subset}`]
    return `@font-face{font-family:"${family}";src:url(${basePath}${url})format("woff2");font-weight:400 700;font-display:swap;unicode-range:${range}}`
  })
  const fallbacks = Object.entries(systems).flatMap(([system, fonts]) =>
    Object.entries(widths).map(([weight, sizes]) => {
      const size = system === 'Desktop' ? sizes.desktop : sizes.android
      const bold = Number(weight) >= 600 ? ' Bold' : ''
      const locals = fonts[isSerif ? 'serif' : 'sans'].map((font) => `local("${font}${bold}")`)
      const percent = (value: number) => `${((value / size) * 100).toFixed(2)}%`
      return `@font-face{font-family:"${family} ${system}";src:${locals.join()};font-weight:${weight};size-adjust:${size}%;ascent-override:${percent(ascent)};descent-override:${percent(descent)};line-gap-override:0%}`
    }),
  )
  return [...loaded, ...fallbacks].join('')
}
