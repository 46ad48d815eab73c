import type { APIRoute } from 'astro'

/** Every address that nothing else answers leads home. */
export const ALL: APIRoute = ({ redirect }) => redirect('/', 302)
