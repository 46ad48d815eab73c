import type { AppearanceRow } from '#api/website/appearance/contract/row.ts'
import { linkAddress } from '../ui/editor/link-address.ts'
import type { ThemeChange } from './queries.ts'

type Flat = Pick<
  AppearanceRow,
  | 'look'
  | 'brand_color'
  | 'type_pairing'
  | 'corners'
  | 'header'
  | 'scheme'
  | 'jobs_layout'
  | 'logo_light'
  | 'logo_dark'
  | 'icon'
>
type Hero = AppearanceRow['hero']

/** The fields of the screen, as typed: an empty text is ''. */
export type Values = Flat & {
  headline: string
  text: string
  media_id: Hero['media_id']
  focal: Hero['focal']
  button_label: string
  button_url: string
}
export type Name = keyof Values

/** As the screen calls them. */
export const labels: Record<Name, string> = {
  look: 'Look',
  brand_color: 'Brand color',
  type_pairing: 'Type',
  corners: 'Corners',
  header: 'Header',
  scheme: 'Light or dark',
  jobs_layout: 'List of open positions',
  logo_light: 'Logo',
  logo_dark: 'Logo for dark mode',
  icon: 'Icon',
  headline: 'Headline',
  text: 'Subheading',
  media_id: 'Image',
  focal: 'Focal point',
  button_label: 'Button',
  button_url: 'Button link',
}
const names = Object.keys(labels) as Name[]

export function valuesOf({ hero, ...row }: AppearanceRow): Values {
  const { look, brand_color, type_pairing, corners, header, scheme, jobs_layout } = row
  const { logo_light, logo_dark, icon } = row
  return {
    look,
    brand_color,
    type_pairing,
    corners,
    header,
    scheme,
    jobs_layout,
    logo_light,
    logo_dark,
    icon,
    headline: hero.headline ?? '',
    text: hero.text ?? '',
    media_id: hero.media_id,
    focal: hero.focal,
    button_label: hero.button_label ?? '',
    button_url: hero.button_url ?? '',
  }
}

const inHero = ['headline', 'text', 'media_id', 'focal', 'button_label', 'button_url']

/** `example.com` as `https://example.com`; what is no address stays as it was typed. */
export const completeUrl = (typed: string) => linkAddress(typed) ?? typed

/** The request that changes these fields. */
export function changeOf(values: Partial<Values>): ThemeChange {
  const given = {
    ...values,
    ...(values.button_url && { button_url: completeUrl(values.button_url) }),
  }
  const part = (of: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => of(name)))
  const hero = part((name) => inHero.includes(name))
  return {
    ...part((name) => !inHero.includes(name)),
    ...(Object.keys(hero).length > 0 && { hero }),
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields of `values` that are not as in `base`. */
export const changedSince = (base: Values, values: Values): Name[] =>
  names.filter((name) => !same(base[name], values[name]))

/** The named fields of `values`. */
export const only = (values: Values, which: readonly Name[]): Partial<Values> =>
  Object.fromEntries(which.map((name) => [name, values[name]]))

/** The first message for each field, from the details of a refusal or the issues of a schema. */
export function messagesOf(
  details: readonly { path: readonly PropertyKey[]; message: string }[],
): Partial<Record<Name, string>> {
  const messages: Partial<Record<Name, string>> = {}
  for (const { path, message } of details) {
    const name = String(path[0] === 'hero' ? path[1] : path[0]) as Name
    if (name in labels) messages[name] ??= message
  }
  return messages
}
