import type { APIRoute } from 'astro'
import { samplesCss } from '../../fonts/pairings.ts'

/** For the list of faces on the Appearance screen. */
export const GET: APIRoute = () =>
  new Response(samplesCss(), {
    headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=3600' },
  })
