import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'
import { isImagePath } from '#api/share/contract.ts'

/** Unknown paths lead home. Pictures arrive here under `astro dev`; in production the server routes them before Astro. */
export const ALL: APIRoute = ({ url, redirect }) =>
  isImagePath(url.pathname) ? server.images(url.pathname) : redirect('/', 302)
