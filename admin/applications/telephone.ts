/**
 * The number for a tel: link (RFC 3966) from free text such as '+44 (0)20 915 01 77 (after 16:00)'.
 * Undefined when the text contains no number.
 */
export function dialled(phone: string): string | undefined {
  const number = /\+?\(?\d[\d\s()./-]*/.exec(phone)?.[0]
  // With a country code, the 0 in brackets is not dialled.
  return number?.replace(/^(\+.*?)\(0\)/, '$1').replace(/[^+\d]/g, '')
}
