const schemes = ['http:', 'https:', 'mailto:', 'tel:']

const schemeOf = (address: string) => /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase()

/**
 * Whether a link may have this address: one of the four schemes, or a path of this site. The
 * server's sanitizer has the same rule, so that no link disappears when the text is saved.
 */
export function allowedAddress(address: string): boolean {
  // Browsers skip white space and control characters inside a scheme: `java\nscript:` runs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  const bare = address.replace(/[\u0000-\u0020\u007f]+/g, '')
  const scheme = schemeOf(bare)
  if (scheme) return schemes.includes(scheme)
  return bare !== '' && !/^[/\\]{2}/.test(bare)
}

function complete(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(typed)) return `mailto:${typed}`
  // Check for a host first: `example.com:8080` looks like a scheme.
  return /^[^\s@/:?#]+\.[^\s@/:?#.]{2,}(?::\d+)?(?:[/?#]|$)/.test(typed)
    ? `https://${typed}`
    : typed
}

/**
 * Completes a typed link address: `example.com` becomes an https URL, `jo@example.com` a mailto
 * URL, a path of this site stays as it is. Undefined for an invalid or disallowed address.
 */
export function linkAddress(text: string): string | undefined {
  const typed = text.trim()
  if (/^(?:\/(?![/\\])|#)\S*$/.test(typed)) return typed
  const address = complete(typed)
  if (!schemeOf(address) || !allowedAddress(address)) return undefined
  const url = URL.parse(address)
  return url && (url.host || url.pathname) ? url.href : undefined
}
