import { asciiDigits, withoutFullWidth } from '#api/core/http/contract/digits.ts'

type Field = {
  /** What the form holds, which the field shows when it is loaded. */
  value?: unknown
  currency?: string | null | undefined
}

/** Thousands with one kind of separator, also '12,50,000' as in India. */
const grouped = /^-?[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/

const withoutSeparators = (digits: string) =>
  grouped.test(digits) ? digits.replace(/[.,]/g, '') : digits

/** Whether amounts have three decimals or more, as in Kuwait. */
const hasThreeDecimals = (currency: string) =>
  (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 0) > 2

/**
 * The number that was typed as pay: '48,000', '48 000', '48.000' and '€48,000' are 48000, '15,60'
 * and '15.60' are 15.6; in the digits of any script. '15.125' is 15125, but 15.125 in a currency with three decimals, and where
 * the field shows a stored 15.125. Null when empty; anything else stays as it is, so that the form
 * can say so.
 */
export function typedAmount(typed: unknown, { value, currency }: Field = {}): number | null {
  if (typeof typed !== 'string') return typed as number | null
  if (typeof value === 'number' && typed === String(value)) return value
  const digits = asciiDigits(withoutFullWidth(typed))
    .replaceAll('٫', '.')
    .replace(/[\s'’٬\p{Sc}]/gu, '')
  if (!digits) return null
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const whole = digits.slice(0, last)
  const isDecimal =
    !grouped.test(digits) || (/^\d+\.\d+$/.test(digits) && currency && hasThreeDecimals(currency))
  const isTwice = whole.includes(digits[last] ?? '')
  const plain =
    last >= 0 && isDecimal && !isTwice
      ? `${withoutSeparators(whole)}.${digits.slice(last + 1)}`
      : withoutSeparators(digits)
  const amount = Number(plain)
  return Number.isNaN(amount) ? (typed as unknown as number) : amount
}
