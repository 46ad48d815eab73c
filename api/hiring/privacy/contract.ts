import { z } from 'zod'
import { basedOn } from '#api/core/http/contract/fields.ts'
import { maxDays, maxMonths, minDays } from './contract/limits.ts'

export { outcomes } from '#db/enums.ts'

/** A dry run names so many applications. */
export const maxNamed = 10

const wholeNumber = (min: number, max: number) => {
  const otherwise = `Must be a whole number from ${min} to ${max.toLocaleString('en')}, or empty`
  return z.number(otherwise).int(otherwise).min(min, otherwise).max(max, otherwise).nullable()
}
const days = wholeNumber(minDays, maxDays)

/** How many days applications are kept, by outcome; null: without end. */
export const retentionRules = {
  keep_undecided_days: days,
  keep_rejected_days: days,
  keep_selected_days: days,
  keep_withdrawn_days: days,
}
export type RetentionRules = { [key in keyof typeof retentionRules]: number | null }

/** Settings of the Privacy screen. */
export const privacyRules = z.strictObject({
  ...retentionRules,
  keep_consent_months: wholeNumber(1, maxMonths).meta({
    description: 'For how long candidates may choose to be kept; null: they are not asked.',
  }),
})

export const privacyChange = privacyRules.partial().extend({ updated_at: basedOn })

const daysInQuery = z
  .string()
  .regex(/^\d{1,5}$/, `Must be a whole number from ${minDays} to ${maxDays.toLocaleString('en')}`)
  .transform(Number)
  .pipe(days.unwrap())
  .optional()

/** The rules of a dry run as query parameters; an outcome that is left out is kept. */
export const triedRules = {
  keep_undecided_days: daysInQuery,
  keep_rejected_days: daysInQuery,
  keep_selected_days: daysInQuery,
  keep_withdrawn_days: daysInQuery,
}
