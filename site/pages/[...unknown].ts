import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'
import { isImagePath } from '#api/share/contract.ts'

/** Redirects unknown paths to /. Only under `astro dev` do pictures arrive here. */
export const ALL: APIRoute = ({ url, redirect }) =>
  isImagePath(url.pathname) ? server.images(url.pathname) : redirect('/', 302)
