import {
  type Accents,
  brandColors,
  type Fill,
  grounds,
  hexOf,
} from '#api/website/appearance/contract/colors.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import { defaultAppearance } from '#api/website/appearance/contract.ts'
import { pairingCss } from '../fonts/pairings.ts'
import { inline } from '../lib/inline.ts'
import bold from './bold.css?inline'
import boldHero from './bold-hero.css?inline'
import boldText from './bold-text.css?inline'
import centered from './centered.css?inline'
import round from './round.css?inline'
import square from './square.css?inline'
import warm from './warm.css?inline'
import warmHero from './warm-hero.css?inline'
import warmText from './warm-text.css?inline'

type Appearance = PublishedAppearance

/** Source Sans is narrower than the other faces of text. */
const lineCss = (pairing: Appearance['type_pairing']) =>
  pairing.endsWith('-source') ? ':root{--line-ems:29.5}' : ''

/** What each look adds to the components' own styles, which are those of Quiet. */
const looks: Record<Appearance['look'], string> = { quiet: '', warm, bold }
/** The same for the hero, which only Home has. */
const heroes: Record<Appearance['look'], string> = { quiet: '', warm: warmHero, bold: boldHero }
/** The same for jobs, pages and what follows an application: all but Home and the list of jobs. */
const texts: Record<Appearance['look'], string> = { quiet: '', warm: warmText, bold: boldText }
const corners: Record<Appearance['corners'], string> = { soft: '', square, round }
const headers: Record<Appearance['header'], string> = { left: '', centered }

const accentTokens: Record<keyof Accents, string> = {
  accent: 'accent',
  hover: 'accent-hover',
  soft: 'accent-soft',
  focus: 'focus',
}
const fillTokens: Record<keyof Fill, string> = {
  fill: 'brand',
  onFill: 'on-brand',
  hover: 'fill-hover',
  active: 'fill-active',
  border: 'fill-border',
}

const token = (name: string, light: string, dark: string) =>
  `--${name}:${light === dark ? light : `light-dark(${light},${dark})`}`

/** The entries of a record whose values are the names of tokens. */
const namesIn = <Key extends string>(names: Record<Key, string>) =>
  Object.entries(names) as [Key, string][]

const transparent = '#0000'

/** Only tokens that differ from admin/ui/styles/tokens.css. */
function colorCss({ look, brand_color }: Appearance) {
  const isDefault = look === defaultAppearance.look && brand_color === defaultAppearance.brand_color
  if (isDefault) return ''
  const { light, dark } = brandColors(brand_color, look)
  const surfaces = grounds[look]
  const tokens = [
    ...namesIn(accentTokens).map(([key, name]) => token(name, light[key], dark[key])),
    ...namesIn(fillTokens).map(([key, name]) =>
      token(name, light.fill[key] ?? transparent, dark.fill[key] ?? transparent),
    ),
  ]
  if (look !== defaultAppearance.look)
    for (const name of Object.keys(surfaces.light) as (keyof typeof surfaces.light)[])
      tokens.push(token(name, hexOf(surfaces.light[name]), hexOf(surfaces.dark[name])))
  return `:root{${tokens.join(';')}}`
}

/** Pictures are a little darker in the dark. */
const dimmed = ':root{--dim:brightness(.92)}'
const schemes: Record<Appearance['scheme'], string> = {
  auto: '',
  light: ':root{color-scheme:light}',
  dark: `:root{color-scheme:dark}${dimmed}`,
}

/** The hero's focal point and the color until its picture has loaded. */
function heroCss({ hero, scheme, pictures }: Appearance) {
  const picture = pictures.find(({ id }) => id === hero.media_id)
  if (!picture) return ''
  const { x, y } = hero.focal ?? picture.focal
  const css = `.hero img{object-position:${x}% ${y}%;background:${picture.color}}`
  return scheme === 'auto' ? `${css}@media(prefers-color-scheme:dark){${dimmed}}` : css
}

/** A logo without a counterpart for the other color scheme stands on the paper it was made for. */
export function plateCss({ look, logo_light, logo_dark }: Appearance) {
  if ((logo_light === null) === (logo_dark === null)) return ''
  const { light, dark } = grounds[look]
  const plate = logo_dark
    ? `light-dark(${hexOf(dark.paper)},#0000)`
    : `light-dark(#0000,${hexOf(light.paper)})`
  return `.logo{--plate:${plate};background:var(--plate);box-shadow:0 0 0 6px var(--plate)}`
}

/**
 * The style element of a look, with its hash; undefined where a page needs none.
 * @param path of the page: of what only some pages have, others get nothing
 */
export function themeStyle(appearance: Appearance, path?: string) {
  const { css, preload } = pairingCss(appearance.type_pairing)
  const { look, corners: corner, header, scheme } = appearance
  const content = [
    css,
    lineCss(appearance.type_pairing),
    schemes[scheme],
    colorCss(appearance),
    looks[look],
    path === '/' ? heroes[look] + heroCss(appearance) : '',
    path && path !== '/' && path !== '/jobs' ? texts[look] : '',
    corners[corner],
    headers[header],
    plateCss(appearance),
  ].join('')
  return { style: content ? inline(content.trim()) : undefined, preload }
}

/** The grounds of a page, for the browser's own surfaces. */
export function themeColors({ look, scheme }: Appearance) {
  const { light, dark } = grounds[look]
  const media = (name: 'light' | 'dark') => `(prefers-color-scheme: ${name})`
  if (scheme !== 'auto') return [{ content: hexOf(grounds[look][scheme].paper) }]
  return [
    { content: hexOf(light.paper), media: media('light') },
    { content: hexOf(dark.paper), media: media('dark') },
  ]
}
