import type { APIRoute } from 'astro'
import source from '../embed/foyer-jobs.js?raw'

/** The script of `<foyer-jobs>`, in the site's language, with the brand color under its links. */
export const GET: APIRoute = ({ locals: { language, words, appearance } }) => {
  const said = {
    language,
    heading: words.jobs.heading,
    none: words.jobs.noneOpenNow,
    all: words.jobs.showAllPositions,
    brand: appearance.brand_color,
  }
  const text = `${source}\ndefineJobs(${JSON.stringify(said)})\n`
  return new Response(text, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      // Module scripts of other websites are fetched with CORS.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })
}
