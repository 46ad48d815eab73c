import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'
import { isImagePath } from '#api/website/share/contract.ts'

/**
 * Redirects former addresses of the company's site to where they lead now, and other unknown paths
 * to /. Only under `astro dev` do pictures arrive here.
 */
export const ALL: APIRoute = async ({ request, url, redirect }) => {
  if (isImagePath(url.pathname)) return server.images(url.pathname)
  const to = await server.redirectOf(new URL(request.url).pathname).catch((err: unknown) => {
    server.log.warn({ err }, 'a former address could not be looked up')
    return undefined
  })
  if (!to) return redirect('/', 302)
  // The list may change, so browsers must revalidate.
  return new Response(null, { status: 301, headers: { Location: to, 'Cache-Control': 'no-cache' } })
}
