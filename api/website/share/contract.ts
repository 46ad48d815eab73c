import type { PublishedAppearance } from '../appearance/contract/row.ts'

/** What a share image shows. */
export type ShareDrawing = {
  title: string
  place: string | null
  site: string
  /** The picture's hash. */
  logo: string | null
  brand_color: string
  type_pairing: PublishedAppearance['type_pairing']
}

export type ShareKind = 'jobs' | 'pages'

/** Raised when images are drawn differently: each then has a new address. */
const recipe = 3

/** What a job's or page's share image shows, for both the page's meta tags and the renderer. */
export function shareDrawing(
  {
    title,
    location_text = null,
    slug,
  }: { title: string; location_text?: string | null; slug?: string },
  site: string,
  {
    hero,
    brand_color,
    type_pairing,
    logo_light,
    logo_dark,
    pictures,
  }: Pick<
    PublishedAppearance,
    'hero' | 'brand_color' | 'type_pairing' | 'logo_light' | 'logo_dark' | 'pictures'
  >,
): ShareDrawing {
  // Where the brand color needs white text, the logo for dark backgrounds is tried first.
  const ids = needsWhite(brand_color) ? [logo_dark, logo_light] : [logo_light, logo_dark]
  const logo = ids.map((id) => pictures.find((picture) => picture.id === id)).find(Boolean)
  return {
    // Home is called 'Home', which says nothing about the company.
    title: slug === 'home' ? (hero.headline ?? site) : title,
    place: location_text,
    site,
    logo: logo?.hash ?? null,
    brand_color,
    type_pairing,
  }
}

/** Whether white is easier to read on the color than black (WCAG 2 contrast). */
function needsWhite(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  // 0.179 is where both contrasts are equal: √(1.05 × 0.05) − 0.05.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179
}

/** The hash in the address of a share image: another image has another address. */
export const shareHash = (drawing: ShareDrawing): Promise<string> =>
  hashOf([recipe, ...Object.values(drawing)])

export const shareAddress = async (kind: ShareKind, id: number, drawing: ShareDrawing) =>
  `/share/${kind}/${id}-${await shareHash(drawing)}.png`

/** 32 hex digits of SHA-256. */
async function hashOf(parts: unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 16)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Sizes of the icon, in pixels, beside the fixed addresses. */
export const iconSizes = [192, 512] as const

/** The hash in the addresses of icons; null where the site has no icon of its own. */
export const iconHash = ({
  icon,
  brand_color,
  pictures,
}: Pick<PublishedAppearance, 'icon' | 'brand_color' | 'pictures'>): Promise<string> | null => {
  const picture = pictures.find(({ id }) => id === icon)
  return picture ? hashOf([recipe, picture.hash, brand_color]) : null
}

export const iconAddress = (hash: string, size: (typeof iconSizes)[number] | 'maskable') =>
  `/icons/${hash}-${size}.png`

/** The addresses of pictures and what is drawn from them. Their unknown ones are 404. */
export const isImagePath = (path: string) =>
  /^\/(media|share|icons)\/|^\/(favicon\.ico|apple-touch-icon\.png)$/.test(path)
