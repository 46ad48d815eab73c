import type { Picture } from '#api/website/media/contract/row.ts'
import { address, mainVariant } from '#api/website/media/contract.ts'

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' }

/** What a `picture` element offers, smallest format first, and the file for its `img`. */
export function sourcesOf({ hash, variants }: Picture) {
  const fallback = mainVariant(variants) ?? variants[0]
  const formats = ['avif', 'webp', fallback?.format] as const
  const sources = [...new Set(formats)].flatMap((format) => {
    const files = variants.filter((variant) => variant.format === format)
    const srcset = files.map((file) => `${address(hash, file)} ${file.width}w`).join(', ')
    return format && files.length ? [{ type: types[format], srcset }] : []
  })
  return { sources, fallback }
}

/** `sizes` of the hero's picture, per look; the preload must match, or it loads another file. */
export const heroSizes = {
  quiet: '(width >= 60rem) min(50vw, 36rem), 100vw',
  warm: 'min(100vw, 75rem)',
  bold: '(width >= 60rem) 42vw, 100vw',
}
