/**
 * The number that was typed as pay: '48,000', '48 000', '48.000' and '€48,000' are 48000, '15,60' and
 * '15.60' are 15.6. Null when empty; what is no number stays as it is, so that the form can say so.
 */
export function typedAmount(typed: unknown): number | null {
  if (typeof typed !== 'string') return typed as number | null
  const digits = typed.replace(/[\s'’\p{Sc}]/gu, '')
  if (!digits) return null
  const plain = /^\d{1,3}([.,]\d{3})+$/.test(digits)
    ? digits.replace(/[.,]/g, '')
    : digits.replace(/,(?=\d{3}(\D|$))/g, '').replace(',', '.')
  const amount = Number(plain)
  return Number.isNaN(amount) ? (typed as unknown as number) : amount
}
