import { escapeHtml } from '#api/core/http/contract/text.ts'
import { languageOf } from '#api/core/words/contract.ts'
import { server as foyer } from '#api/server.ts'
import { logosOf, type ShownLogo } from '../../lib/logos.ts'
import { readAppearance, readSettings } from '../../lib/visitor.ts'
import { standaloneCss } from '../../themes/standalone.ts'
import type { UnavailableBrand } from './static-host.ts'

/** In bytes: what a page shows only in an emergency may take. */
const maxLogo = 100_000

/** The file of a logo that is sharp on dense screens, as a `data:` URL; null if it can't be read. */
async function inlined({ srcset = '', src, width }: ShownLogo): Promise<string | null> {
  const files = srcset
    .split(', ')
    .map((file) => file.split(' '))
    .map(([address = '', size = '']) => ({ address, width: Number.parseInt(size, 10) }))
    .sort((one, other) => one.width - other.width)
  const file = files.find((each) => each.width >= 2 * width) ?? files.at(-1)
  const response = await foyer.images(file?.address || src)
  if (!response.ok) return null
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > maxLogo) return null
  return `data:${response.headers.get('Content-Type')};base64,${bytes.toString('base64')}`
}

/** The published name, colors, faces and logo, with the logo's bytes. */
export async function unavailableBrand(): Promise<UnavailableBrand> {
  const [{ site_name, site_language }, appearance] = await Promise.all([
    readSettings(),
    readAppearance(),
  ])
  const name = escapeHtml(site_name)
  const language = languageOf(site_language)
  const brand = { language, name: site_name, css: standaloneCss(appearance) }
  const logos = logosOf(appearance)
  const src = logos.main && (await inlined(logos.main).catch(() => null))
  if (!logos.main || !src) return { ...brand, logo: name }
  const { width, height } = logos.main
  const dark = logos.dark && (await inlined(logos.dark).catch(() => null))
  const source = dark ? `<source media="(prefers-color-scheme: dark)" srcset="${dark}">` : ''
  const image = `<img class="logo" src="${src}" width="${width}" height="${height}" alt="${name}">`
  return { ...brand, logo: `<picture>${source}${image}</picture>` }
}
