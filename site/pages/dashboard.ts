import type { APIRoute } from 'astro'

/** Where people without manage_users are sent: the dashboard that was meant. */
export const GET: APIRoute = ({ url, redirect }) =>
  redirect(`/backoffice/dashboard${url.search}`, 302)
