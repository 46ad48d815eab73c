import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'
import { withApplicationCookie } from '../../candidate/application-cookie.ts'

/** The API under `astro dev`; in production the server routes /api before Astro. */
export const ALL: APIRoute = async ({ request, clientAddress, locals, params }) => {
  const response = await server.api.fetch(request, locals.server ?? { ip: clientAddress })
  return params.path === 'applications/submit' ? withApplicationCookie(response) : response
}
