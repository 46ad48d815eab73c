import { createHash } from 'node:crypto'

/** Inline elements with what they hold; a script with `src` holds nothing. */
const inline = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/gi

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The policy without the hashes of scripts and styles that are on other pages only: Astro names those
 * of the whole site, 3 KB on each answer. A hash that it does not name is never added.
 */
export function policyFor(policy: string, html: string): string {
  const held = new Set([...html.matchAll(inline)].map(([, , text = '']) => hashOf(text)))
  return policy.replace(/ 'sha256-[^']+'/g, (hash) => (held.has(hash.slice(1)) ? hash : ''))
}

/** The page with its policy inside, for who gets it as a file. A page cannot say who may frame it: that stays with the header. */
export function withPolicyInside(html: string, policy: string): string {
  const inside = policy.replace(/\s*frame-ancestors [^;]*;?/, '')
  const meta = `<meta http-equiv="content-security-policy" content="${inside.replaceAll('"', '&quot;')}">`
  return html.replace(/<meta charset="?utf-8"?\s*\/?>/i, (charset) => charset + meta)
}
