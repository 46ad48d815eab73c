import { z } from 'zod'
import { count, html, id, time } from '../../http/contract/row-parts.ts'

const forAnyone = {
  id,
  title: z.string(),
  description: html,
  requirements: html.nullable(),
  location: z.string().nullable(),
  salary_range: z.string().nullable(),
  is_active: z.boolean(),
  first_active_at: time.nullable().meta({ description: 'When visitors could first see it.' }),
  created_at: time,
  updated_at: time,
}

export const publicJobRow = z.strictObject(forAnyone).meta({ ref: 'PublicJob' })

/** A job for staff. */
export const jobRow = z
  .strictObject({ ...forAnyone, application_count: count })
  .meta({ ref: 'Job' })
