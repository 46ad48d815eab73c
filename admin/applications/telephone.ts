/**
 * The number of a telephone field as people fill it in ('+44 (0)20 915 01 77 (after 16:00)'), as a
 * tel: link dials it (RFC 3966). Undefined when there is no number in it.
 */
export function dialled(phone: string): string | undefined {
  const number = /\+?\(?\d[\d\s()./-]*/.exec(phone)?.[0]
  // With the country's code the 0 in brackets is not dialled.
  return number?.replace(/^(\+.*?)\(0\)/, '$1').replace(/[^+\d]/g, '')
}
