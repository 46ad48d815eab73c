import { brandColors, grounds, hexOf } from '#api/website/appearance/contract/colors.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import type { Picture } from '#api/website/media/contract/row.ts'
import { address } from '#api/website/media/contract.ts'
import { escapeHtml } from '../http/contract/text.ts'
import {
  type BrandColor,
  brandColor,
  formerColors,
  formerFill,
  headingFace,
  siteName,
} from './styles.ts'

type LogoFile = Pick<Picture, 'hash'> & Picture['variants'][number]
type Logo = { url: string; width: number; height: number; file: LogoFile }

export type MailBrand = {
  colors: Record<BrandColor, string>
  /** A CSS value; null: that of the text. */
  headingFace: string | null
  /** Undefined: the name of the site is shown instead. */
  logo: Logo | undefined
  darkLogo: Logo | undefined
  /** The logo is no file of the site but a part of the mail. */
  isAttached: boolean
}

/** Content-ID of an attached logo. */
export const logoId = 'logo@foyer'

/** In bytes: a larger file makes each mail too large. */
const maxAttached = 200_000

/** Mail programs load no faces of ours; every device has these beside its own. */
const serif = "Georgia,'Times New Roman',serif"
const headingFaces: Partial<Record<PublishedAppearance['type_pairing'], string>> = {
  'fraunces-source': `Fraunces,${serif}`,
  'newsreader-source': `Newsreader,${serif}`,
}

/** In pixels. */
const [logoHeight, logoWidth] = [40, 200]

/** A JPEG or PNG of the picture, sharp on dense screens: mail programs don't read all formats. */
function logoOf({ pictures }: PublishedAppearance, id: number | null, base: string) {
  const picture = pictures.find((each) => each.id === id)
  if (!picture) return undefined
  const ratio = picture.width / picture.height
  const width = Math.max(1, Math.round(Math.min(logoWidth, logoHeight * ratio)))
  const file = fileOf(picture, 2 * width)
  const height = Math.max(1, Math.round(width / ratio))
  if (!file || (!base && file.bytes > maxAttached)) return undefined
  const url = base ? `${base}${address(picture.hash, file)}` : `cid:${logoId}`
  return { url, width, height, file: { hash: picture.hash, ...file } }
}

/** The smallest that is as wide as this, else the widest. */
function fileOf({ variants }: Picture, width: number) {
  const files = variants
    .filter(({ format }) => format === 'jpg' || format === 'png')
    .sort((one, other) => one.width - other.width)
  return files.find((file) => file.width >= width) ?? files.at(-1)
}

/** @param base the site's address as recipients reach it; without one, the logo is attached */
export function mailBrand(look: PublishedAppearance, base: string): MailBrand {
  const { light, dark } = brandColors(look.brand_color, look.look)
  const papers = grounds[look.look]
  const logo = logoOf(look, look.logo_light, base)
  return {
    colors: {
      paper: hexOf(papers.light.paper),
      sheet: hexOf(papers.light.surface),
      line: hexOf(papers.light.line),
      fill: light.fill.fill,
      'on-fill': light.fill.onFill,
      'fill-border': light.fill.border ?? light.fill.fill,
      accent: light.accent,
      'dark-paper': hexOf(papers.dark.paper),
      'dark-sheet': hexOf(papers.dark.surface),
      'dark-line': hexOf(papers.dark.line),
      'dark-fill': dark.fill.fill,
      'on-dark-fill': dark.fill.onFill,
      'dark-accent': dark.accent,
    },
    headingFace: headingFaces[look.type_pairing] ?? null,
    logo,
    // Not every program finds an attachment by a `source`.
    darkLogo: logo && base ? logoOf(look, look.logo_dark, base) : undefined,
    isAttached: !base,
  }
}

const sizeOf = ({ width, height }: Logo) => `width="${width}" height="${height}"`

function logoHtml(name: string, { logo, darkLogo }: MailBrand) {
  if (!logo) return name
  // Without a logo for dark surfaces, the only one keeps a light ground.
  const plate = darkLogo ? '' : ' class="plate"'
  const image = `<img src="${escapeHtml(logo.url)}" ${sizeOf(logo)} alt="${name}"${plate} style="display:block;border:0">`
  // Where `source` is removed, as by Gmail, `img` remains.
  return darkLogo
    ? `<picture><source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(darkLogo.url)}" ${sizeOf(darkLogo)}>${image}</picture>`
    : image
}

/** The HTML of `compose` in the brand's colors, with its logo. Any other HTML stays as it is. */
export const withBrand = (html: string, brand: MailBrand): string =>
  html
    .replace(siteName, (_, name: string) => logoHtml(name, brand))
    .replace(headingFace, (_, own: string) => `font-family:${brand.headingFace ?? own}`)
    .replace(formerFill, '$1fill')
    .replace(
      brandColor,
      (color, use: string) => brand.colors[formerColors[use] ?? (use as BrandColor)] ?? color,
    )
