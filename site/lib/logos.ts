import type { PublishedAppearance } from '#api/website/appearance/contract/row.ts'
import type { Picture } from '#api/website/media/contract/row.ts'
import { address } from '#api/website/media/contract.ts'
import { sourcesOf } from './picture-sources.ts'

/** In pixels. */
const [height, maxWidth] = [40, 220]

function shown(picture: Picture | undefined) {
  const { sources, fallback } = picture ? sourcesOf(picture) : {}
  if (!picture || !fallback) return undefined
  const ratio = picture.width / picture.height
  const width = Math.round(Math.min(maxWidth, height * ratio))
  return {
    sizes: `${width}px`,
    // Every browser reads WebP; AVIF gains nothing for a logo.
    srcset: (sources?.find(({ type }) => type === 'image/webp') ?? sources?.at(-1))?.srcset,
    src: address(picture.hash, fallback),
    width,
    height: Math.round(width / ratio),
  }
}
export type ShownLogo = NonNullable<ReturnType<typeof shown>>

/** The logo of a look's pages, and the one for dark pages where it is another. */
export function logosOf({ logo_light, logo_dark, scheme, pictures }: PublishedAppearance) {
  const pictureOf = (id: number | null) => pictures.find((picture) => picture.id === id)
  const [light, dark] = [pictureOf(logo_light), pictureOf(logo_dark)]
  return {
    main: shown(scheme === 'dark' ? (dark ?? light) : (light ?? dark)),
    dark: scheme === 'auto' && light && dark ? shown(dark) : undefined,
  }
}
