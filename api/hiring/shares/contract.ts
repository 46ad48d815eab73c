import { z } from 'zod'
import { lineOrNothing } from '#api/core/http/contract/fields.ts'

/** Applications of one link. */
export const maxShared = 50

/** For how many days a link works at most. */
export const maxShareDays = 30

/** Working links of one person. */
export const maxShares = 100

const whichTime = 'Enter a time such as 2027-03-31T12:00:00Z'

export const newShare = z.strictObject({
  ids: z
    .array(
      z.int('Must be a list of ids').positive('Must be a list of ids'),
      'Must be a list of ids',
    )
    .min(1, 'Select at least one application')
    .max(maxShared, `Share at most ${maxShared} applications by one link`),
  name: lineOrNothing(100)
    .optional()
    .meta({ description: 'Whom the link is for: drawn over each page of the resumes.' }),
  expires_at: z
    .union([z.iso.datetime({ offset: true, error: whichTime }), z.iso.date(whichTime)], whichTime)
    .meta({
      description: `At most ${maxShareDays} days ahead. A day ends as it begins, in UTC.`,
    }),
})
