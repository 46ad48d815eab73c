/** The addresses that links in rich text may have. */
import { withoutHarmful } from '../../http/contract/text.ts'

export const linkSchemes = ['http', 'https', 'mailto', 'tel']

/** `example.com` becomes an https URL, `jo@example.com` a mailto URL; anything else stays. */
function withScheme(address: string): string {
  const [, domain = ''] = /^[^\s@/:]+@([^\s@/:]+)$/.exec(address) ?? []
  if (domain.slice(1, -1).includes('.')) return `mailto:${address}`
  // Check for a host first: `example.com:8080` looks like a scheme.
  return /^[^\s@/:?#]+\.[^\s@/:?#.]{2,}(?::\d+)?(?:[/?#]|$)/.test(address)
    ? `https://${address}`
    : address
}

/** As in the URL Standard: without outer blanks, tabs and line breaks; other blanks encoded. */
const withoutBlanks = (address: string) =>
  withoutHarmful(address)
    .trim()
    .replace(/[\t\n\r]/g, '')
    .replace(/[\s<>"\\^`{|}]/g, (found) => (found.trim() ? encodeURIComponent(found) : '%20'))

/**
 * An address completed and spelled as `isRichText` requires it; undefined for one that a link may
 * not have.
 */
export function canonicalAddress(given: string): string | undefined {
  const address = withScheme(withoutBlanks(given))
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme) return linkSchemes.includes(scheme) && URL.canParse(address) ? address : undefined
  if (address === '' || address.startsWith('//')) return undefined
  // Up to the first `/`, `?` or `#`, a colon could end a scheme, and an entity could be a colon.
  return address.replace(/^[^/?#]*/, (start) => start.replace(/[:&]/g, encodeURIComponent))
}
