import { z } from 'zod'
import { optionalLine } from '#api/core/http/contract/fields.ts'
import { count } from '#api/core/http/contract/paging.ts'

/** In characters. */
export const maxSource = 100

/** The name under which sources beyond a day's limit are counted. */
export const otherSources = 'other'

export const visit = z.strictObject({
  job_id: z
    .number('Must be a job id')
    .int('Must be a job id')
    .positive('Must be a job id')
    .max(Number.MAX_SAFE_INTEGER, 'Must be a job id'),
  source: optionalLine(maxSource).meta({
    description: '`utm_source` of the address, else the host of the page that linked here.',
  }),
})

/** Days that visits are kept, so that a month can be compared with that of the year before. */
export const maxDays = 400

export const visitPeriod = {
  job_id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'Must be a job id')
    .transform(Number)
    .optional(),
  days: count('days', maxDays).default(30).meta({ description: 'Today and the days before it.' }),
}
