import type { APIRoute } from 'astro'

/** The address that the back office's View link names. Permanent, since the job lives there for good. */
export const GET: APIRoute = ({ params, redirect }) =>
  /^\d+$/.test(params.id ?? '') ? redirect(`/jobs/${params.id}/apply`, 308) : redirect('/', 302)
