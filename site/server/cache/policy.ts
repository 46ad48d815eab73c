import { createHash } from 'node:crypto'

const attributes = `(?:"[^"]*"|'[^']*'|[^"'>])*`

/**
 * Inline elements with their content; a script with `src` has none. Also comments and all other
 * tags: an attribute may contain '<script'.
 */
const inline = new RegExp(
  `<!--[^]*?-->|<(script|style)\\b${attributes}>([^]*?)</\\1>|<[a-z/!]${attributes}>`,
  'gi',
)

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Removes the hashes of scripts and styles that are not on this page: Astro lists those of the
 * whole site, 3 KB per response. Never adds a hash.
 */
export function policyFor(policy: string, html: string): string {
  const held = new Set<string>()
  // Only inline elements have a text: a page with every job has 20,000 other tags.
  for (const [, , text] of html.matchAll(inline)) if (text !== undefined) held.add(hashOf(text))
  return policy.replace(/ 'sha256-[^']+'/g, (hash) => (held.has(hash.slice(1)) ? hash : ''))
}

/** The response with the policy of its page. nginx answers 502 to headers of more than 4 KB. */
export async function withOwnPolicy(response: Response): Promise<Response> {
  const { status, headers, body } = response
  const policy = headers.get('Content-Security-Policy')
  if (!policy || !body || !headers.get('Content-Type')?.startsWith('text/html')) return response
  const html = await response.text()
  headers.set('Content-Security-Policy', policyFor(policy, html))
  return new Response(html, { status, headers })
}

/** Puts the policy into the page, for page files. frame-ancestors works only in a header. */
export function withPolicyInside(html: string, policy: string): string {
  const inside = policy.replace(/\s*frame-ancestors [^;]*;?/, '')
  const meta = `<meta http-equiv="content-security-policy" content="${inside.replaceAll('"', '&quot;')}">`
  return html.replace(/<meta charset="?utf-8"?\s*\/?>/i, (charset) => charset + meta)
}
