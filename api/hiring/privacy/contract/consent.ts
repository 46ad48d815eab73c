/** Consent to be kept for later jobs. Separate from the schemas: the public form needs no zod. */

/** The last day of the month that many months later; days are `YYYY-MM-DD`. */
export function consentUntil(today: string, months: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  // Day 0 is the last one of the month before; months count from 0.
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

/**
 * Until when the candidate agrees to be kept: the day that the form showed, at most what the
 * setting allows today. Null without consent, and for what the form can't have sent.
 */
export function agreedUntil(given = '', today: string, months: number): string | null {
  if (!months || !/^\d{4}-\d\d-\d\d$/.test(given) || Number.isNaN(Date.parse(given))) return null
  const latest = consentUntil(today, months)
  if (given < today) return null
  return given < latest ? given : latest
}
