import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'

/** The API under `astro dev`; in production the server routes /api before Astro. */
export const ALL: APIRoute = ({ request, clientAddress, locals }) =>
  server.api.fetch(request, locals.server ?? { ip: clientAddress })
