import { cacheKey } from '../server/cache/cacheable.ts'

/**
 * The preview at `/preview/{given}`: a token, and maybe the preference it is shown for. Null for
 * anything else, as `base` is written into pages and headers as it is once the token is found valid.
 */
export function previewOf(given: string) {
  const [base, token, preferred] = /^([^~]+)(?:~(light|dark))?$/.exec(given) ?? []
  if (base === undefined || token === undefined) return null
  return { base: `/preview/${base}`, token, preferred: preferred as 'light' | 'dark' | undefined }
}

/** Pages that can be previewed: those for visitors, not feeds or scripts. */
export const canPreview = (path: string) => cacheKey(path) !== null && !path.includes('.')

/**
 * The page without scripts and with links that stay in the preview. Links to other sites lose their
 * address: they would replace the preview.
 */
export function inPreview(html: string, base: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')
    .replace(/(<a\b[^>]*?\s)href="([^"]*)"/gi, (link, start: string, href: string) => {
      if (/^[#?]/.test(href)) return link
      const [path = ''] = href.split(/[?#]/)
      return href.startsWith('/') && canPreview(path) ? `${start}href="${base}${href}"` : start
    })
}

/**
 * The policy of the page, framed only by the back office. Sandboxed, so that scripts and forms do
 * nothing also when the address is opened by itself. With the origin, for the fonts.
 */
export const previewPolicy = (policy: string) =>
  `${policy.replace(/;\s*$/, '').replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'")}; sandbox allow-same-origin`
