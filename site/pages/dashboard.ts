import type { APIRoute } from 'astro'

/** The specification sends people without manage_users here. */
export const GET: APIRoute = ({ url, redirect }) =>
  redirect(`/backoffice/dashboard${url.search}`, 302)
