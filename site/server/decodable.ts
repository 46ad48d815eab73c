/** Escapes of escapes (`%2525…`) in more levels than Astro decodes, and answers 400. */
const tooManyLevels = /%(?:25){9,}/g

/** As often as Astro decodes it. */
function isDecodable(path: string): boolean {
  try {
    const decoded = decodeURI(path)
    return decoded === path || isDecodable(decoded)
  } catch {
    return false
  }
}

/**
 * The URL with a path that Astro can decode, so that a broken one is looked up like any other
 * unknown path, with U+FFFD for each %: Astro decodes more than once, and logs a lone % as an error.
 */
export function decodable(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!path.includes('%')) return url
  const flat = path.replace(tooManyLevels, '%25')
  return (isDecodable(flat) ? flat : flat.replaceAll('%', '%EF%BF%BD')) + url.slice(path.length)
}
