import { canonicalAddress } from '#api/core/rich-text/contract/address.ts'

/**
 * Completes a typed link address: `example.com` becomes an https URL, `jo@example.com` a mailto
 * URL, a path of this site stays as it is. Undefined for an invalid or disallowed address.
 */
export function linkAddress(text: string): string | undefined {
  const typed = text.trim()
  if (/^(?:\/(?![/\\])|#)\S*$/.test(typed)) return typed
  const address = canonicalAddress(typed)
  if (!address || !/^[a-z][a-z0-9+.-]*:/i.test(address)) return undefined
  const url = URL.parse(address)
  return url && (url.host || url.pathname) ? url.href : undefined
}
