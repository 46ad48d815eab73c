import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { basePath } from '../environment/env.ts'
import type { Env } from '../route/context.ts'
import { directionOf } from '../words/contract/names.ts'
import { readerLanguage, readerWords } from '../words/reader.ts'
import type { ProblemBody } from './contract/problem.ts'
import { escapeHtml } from './contract/text.ts'

const css =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}body{max-width:36rem;margin:4rem auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25}'
const hash = createHash('sha256').update(css).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The first sentence is the heading, the others say what to do. */
function page({ error }: ProblemBody, status: number): string {
  const { failure, unavailable } = readerWords()
  const language = readerLanguage()
  const [heading = error, rest] = error.split(/(?<=\.) (.*)/s)
  const title = escapeHtml(heading.replace(/\.$/, ''))
  const again = status === 404 ? '' : `<p><a href="">${escapeHtml(failure.tryAgain)}</a></p>`
  return `<!doctype html>
<html lang="${language}"${directionOf(language) ? ' dir="rtl"' : ''}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${css}</style>
<main>
<h1>${title}</h1>
${rest ? `<p>${escapeHtml(rest)}</p>` : ''}
${again}
<p><a href="${basePath}/">${escapeHtml(unavailable.home)}</a></p>
</main>
</html>
`
}

/** The error of a route that people open in a browser, as a page for them; else the error itself. */
export async function forPeople(c: Context<Env>, response: Response): Promise<Response> {
  const isBrowser = c.req.header('accept')?.includes('text/html')
  if (!c.var.opensInBrowser || !isBrowser) return response
  const headers = new Headers(response.headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', policy)
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
  const { status } = response
  return new Response(page(await response.json(), status), { status, headers })
}
