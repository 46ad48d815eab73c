const schemes = ['http:', 'https:', 'mailto:', 'tel:']

const schemeOf = (address: string) => /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase()

/**
 * Whether a link may keep this address: one of the four schemes, or a path of this site. The same
 * rule as the server's sanitiser, so that no link is seen here which is gone after saving.
 */
export function allowedAddress(address: string): boolean {
  // Browsers skip white space and control characters inside a scheme: `java\nscript:` runs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
  const bare = address.replace(/[\u0000-\u0020\u007f]+/g, '')
  const scheme = schemeOf(bare)
  if (scheme) return schemes.includes(scheme)
  return bare !== '' && !/^[/\\]{2}/.test(bare)
}

function complete(typed: string): string {
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(typed)) return `mailto:${typed}`
  // `example.com:8080` would pass for a scheme, so a host is looked for first.
  return /^[^\s@/:?#]+\.[^\s@/:?#.]{2,}(?::\d+)?(?:[/?#]|$)/.test(typed)
    ? `https://${typed}`
    : typed
}

/**
 * The address of a link from what a person typed: `example.com` becomes https, `jo@example.com` a
 * mail address, a path of this site stays. Undefined when it is none, or not one that may be linked.
 */
export function linkAddress(text: string): string | undefined {
  const typed = text.trim()
  if (/^(?:\/(?![/\\])|#)\S*$/.test(typed)) return typed
  const address = complete(typed)
  if (!schemeOf(address) || !allowedAddress(address)) return undefined
  const url = URL.parse(address)
  return url && (url.host || url.pathname) ? url.href : undefined
}
