import { brandColors } from '#api/website/appearance/contract/colors.ts'
import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import type { Picture } from '#api/website/media/contract/row.ts'
import { address } from '#api/website/media/contract.ts'
import { escapeHtml } from '../http/contract/text.ts'
import { type BrandColor, brandColor, siteName } from './styles.ts'

type Logo = { url: string; width: number; height: number }

type MailBrand = {
  colors: Record<BrandColor, string>
  /** Undefined: the name of the site is shown instead. */
  logo: Logo | undefined
  darkLogo: Logo | undefined
}

/** In pixels. */
const [logoHeight, logoWidth] = [40, 200]

/** A JPEG or PNG of the picture, sharp on dense screens: mail programs don't read all formats. */
function logoOf({ pictures }: PublishedAppearance, id: number | null, base: string) {
  const picture = pictures.find((each) => each.id === id)
  if (!picture || !base) return undefined
  const ratio = picture.width / picture.height
  const width = Math.max(1, Math.round(Math.min(logoWidth, logoHeight * ratio)))
  const file = fileOf(picture, 2 * width)
  const height = Math.max(1, Math.round(width / ratio))
  return file && { url: `${base}${address(picture.hash, file)}`, width, height }
}

/** The smallest that is as wide as this, else the widest. */
function fileOf({ variants }: Picture, width: number) {
  const files = variants
    .filter(({ format }) => format === 'jpg' || format === 'png')
    .sort((one, other) => one.width - other.width)
  return files.find((file) => file.width >= width) ?? files.at(-1)
}

/** @param base the site's address as recipients reach it; without one, mails show no pictures */
export function mailBrand(look: PublishedAppearance, base: string): MailBrand {
  // The surfaces of mails are those of this theme.
  const { light, dark } = brandColors(look.brand_color, 'quiet')
  const logo = logoOf(look, look.logo_light, base)
  return {
    colors: {
      fill: light.fill.fill,
      'on-fill': light.fill.onFill,
      'fill-border': light.fill.border ?? light.fill.fill,
      accent: light.accent,
      'dark-fill': dark.fill.fill,
      'on-dark-fill': dark.fill.onFill,
      'dark-accent': dark.accent,
    },
    logo,
    darkLogo: logo && logoOf(look, look.logo_dark, base),
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
    .replace(brandColor, (color, use: BrandColor) => brand.colors[use] ?? color)
