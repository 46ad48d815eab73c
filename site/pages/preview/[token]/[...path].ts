import type { APIRoute } from 'astro'
import { canPreview, inPreview, previewOf, previewPolicy } from '../../../lib/preview.ts'
import { readPreview } from '../../../lib/visitor.ts'

/**
 * The site with the draft of its look; `~light` or `~dark` behind the token shows it to somebody
 * with that preference. Reads nothing else that visitors can't.
 */
export const GET: APIRoute = async ({ params, locals, rewrite, url }) => {
  const { token: given = '', path = '' } = params
  const preview = previewOf(given)
  if (!preview) return ended()
  const { base, token, preferred } = preview
  const look = await readPreview(token)
  if (!look) return ended()
  if (look.scheme === 'auto' && preferred) look.scheme = preferred
  if (!canPreview(`/${path}`)) return redirect(`${base}/`)
  locals.appearance = look
  const page = await rewrite(`/${path}${url.search}`)
  const location = page.headers.get('Location')
  if (location) return redirect(base + (location.startsWith('/') ? location : '/'))
  const headers = new Headers(page.headers)
  headers.set(
    'Content-Security-Policy',
    previewPolicy(headers.get('Content-Security-Policy') ?? ''),
  )
  // They belong to the page's own body.
  for (const name of ['Content-Length', 'ETag']) headers.delete(name)
  for (const [name, value] of Object.entries(always)) headers.set(name, value)
  return new Response(inPreview(await page.text(), base), { status: page.status, headers })
}

const always = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
}

const redirect = (location: string) =>
  new Response(null, { status: 302, headers: { ...always, Location: location } })

const ended = () =>
  new Response('This preview has ended. Open Appearance again.', {
    status: 404,
    headers: {
      ...always,
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'self'",
    },
  })
