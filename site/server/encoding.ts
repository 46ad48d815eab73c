export type Encoding = 'identity' | 'gzip' | 'br'

/** Excludes encodings with weight 0. */
const accepted = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

function bestOf(header: string): Encoding {
  if (accepted.br.test(header)) return 'br'
  return accepted.gzip.test(header) ? 'gzip' : 'identity'
}

/** Browsers send few different headers; unusual ones beyond the limit are not memoized. */
const seen = new Map<string, Encoding>()

/** The best encoding that the client accepts (RFC 9110 §12.5.3). */
export function encodingFor(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const before = seen.get(header)
  if (before) return before
  const best = bestOf(header)
  if (seen.size < 100 && header.length < 100) seen.set(header, best)
  return best
}
