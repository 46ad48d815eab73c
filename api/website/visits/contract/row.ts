import { z } from 'zod'
import { count, id } from '#api/core/http/contract/row-parts.ts'

const counts = { views: count, applications: count }

/** Of jobs and of sources, those with the most views. */
export const maxShown = 50

export const visitsRow = z
  .strictObject({
    ...counts,
    since: z.string().meta({ format: 'date', description: 'The first day that is counted.' }),
    jobs: z
      .strictObject({ job_id: id, title: z.string(), ...counts })
      .array()
      .meta({ description: `The ${maxShown} with the most views.` }),
    sources: z
      .strictObject({
        source: z.string().meta({ description: 'Empty: neither a `utm_source` nor a link.' }),
        ...counts,
      })
      .array()
      .meta({ description: `The ${maxShown} with the most views.` }),
  })
  .meta({ ref: 'Visits' })
