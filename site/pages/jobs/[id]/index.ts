import type { APIRoute } from 'astro'

/** The View link of the back office leads here. Permanent, since the address never changes. */
export const GET: APIRoute = ({ params, redirect }) =>
  /^\d+$/.test(params.id ?? '') ? redirect(`/jobs/${params.id}/apply`, 308) : redirect('/', 302)
