/** Private-use characters, as in the other marks: where a number begins, and where a national one ends. */
const mark = '\uE006'
const national = '\uE007'

/** Shorter ones are the end of too many numbers. */
const minDigits = 6
const maxCountryCode = 3

const reversed = (digits: string) => [...digits].reverse().join('')
const withoutZeros = (digits: string) => digits.replace(/^0+/, '')

/** The digits without `(0)`, which nobody dials after a country code. */
const digitsOf = (phone: string) => phone.normalize('NFKC').replace(/\(0\)/g, '').replace(/\D/g, '')

const isInternational = (phone: string) => /^\s*\(?\s*(\+|00)/.test(phone.normalize('NFKC'))

/**
 * A phone number as one word of the index, from its last digit on, since what stands before the
 * subscriber's number differs: +44, 0044, 0, or nothing. Empty for text without a number.
 */
export function phoneMarks(phone: string | null | undefined): string[] {
  const digits = withoutZeros(digitsOf(phone ?? ''))
  if (digits.length < minDigits) return []
  return [`${mark}${reversed(digits)}${isInternational(phone ?? '') ? '' : national}`]
}

const isNumber = /^\s*\(?\s*\+?[\d\s()./\-‐‑‒–]{5,}$/

/** An FTS5 query for the numbers that the text may be; undefined for other text. */
export function phoneQuery(text: string): string | undefined {
  const digits = withoutZeros(digitsOf(text))
  if (!isNumber.test(text.trim().normalize('NFKC')) || digits.length < minDigits) return undefined
  const isLocal = /^\s*\(?0(?!0)/.test(text)
  // A number that was stored without the country code that was typed.
  const shorter = Array.from({ length: isLocal ? 0 : maxCountryCode }, (_, n) =>
    withoutZeros(digits.slice(n + 1)),
  ).filter(({ length }) => length >= minDigits)
  return [
    `"${mark}${reversed(digits)}"*`,
    ...[...new Set(shorter)].map((rest) => `"${mark}${reversed(rest)}${national}"`),
  ].join(' OR ')
}
