import type { APIRoute } from 'astro'

export const ALL: APIRoute = ({ redirect }) => redirect('/', 302)
