import { z } from 'zod'
import { count, time } from '#api/core/http/contract/row-parts.ts'
import { alertCadences } from '#db/enums.ts'

/** An alert for whom it is of, with nothing left out: it is what they download, too. */
export const alertRow = z
  .strictObject({
    email: z.string(),
    search: z.string().meta({ description: 'The query of /jobs; empty: all jobs.' }),
    label: z.string().meta({ description: 'The search in words; empty: all jobs.' }),
    cadence: z.enum(alertCadences),
    language: z.string(),
    created_at: time,
    confirmed_at: time.nullable(),
    keep_until: time.nullable().meta({ description: 'It ends then, unless confirmed again.' }),
  })
  .meta({ ref: 'Alert' })
export type Alert = z.output<typeof alertRow>

export const alertCountsRow = z
  .strictObject({
    confirmed: count,
    unconfirmed: count.meta({ description: 'Asked for within the last seven days.' }),
  })
  .meta({ ref: 'AlertCounts' })

export const endedAlertsRow = z.strictObject({ ended: count }).meta({ ref: 'EndedAlerts' })
