export type Encoding = 'identity' | 'gzip' | 'br'

const accepts = (header: string, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(header)

/** The best encoding that the browser takes (RFC 9110 §12.5.3); a weight of 0 is a refusal. */
export function encodingFor(header: string | undefined): Encoding {
  if (!header) return 'identity'
  if (accepts(header, 'br')) return 'br'
  return accepts(header, 'gzip') ? 'gzip' : 'identity'
}
