import type { APIRoute } from 'astro'
import { server } from '#api/server.ts'

/** The api under `astro dev`; in production the door answers before Astro is asked. */
export const ALL: APIRoute = ({ request, clientAddress, locals }) =>
  server.api.fetch(request, locals.server ?? { ip: clientAddress })
