import type { APIRoute } from 'astro'
import { basePath } from '#api/core/environment/env.ts'
import { iconAddress, iconHash, iconSizes } from '#api/website/share/contract.ts'
import { themeColors } from '../themes/index.ts'

/** Name, colors and icons for a device's home screen (https://www.w3.org/TR/appmanifest/). */
export const GET: APIRoute = async ({ locals: { appearance, settings } }) => {
  const hash = await iconHash(appearance)
  const icon = (size: (typeof iconSizes)[number]) => ({
    src: basePath + iconAddress(hash ?? '', size),
    sizes: `${size}x${size}`,
    type: 'image/png',
  })
  const maskable = {
    ...icon(512),
    src: basePath + iconAddress(hash ?? '', 'maskable'),
    purpose: 'maskable',
  }
  const manifest = {
    name: settings.site_name,
    start_url: `${basePath}/`,
    display: 'browser',
    theme_color: appearance.brand_color,
    background_color: themeColors(appearance)[0]?.content,
    icons: hash ? [...iconSizes.map(icon), maskable] : [],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'no-cache' },
  })
}
