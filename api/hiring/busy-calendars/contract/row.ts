import { z } from 'zod'
import { time } from '#api/core/http/contract/row-parts.ts'
import { calendarFailures } from '#db/enums.ts'

const row = z.strictObject({
  host: z.string().meta({ description: 'Of the address, which is never shown.' }),
  read_at: time.meta({ description: 'When it was last read.' }),
  failure: z
    .enum([...calendarFailures, 'locked'])
    .nullable()
    .meta({
      description:
        'Why it could not be read since. `locked`: the stored address can’t be opened with this server’s key.',
    }),
})

export const busyCalendarRow = row.nullable().meta({ ref: 'BusyCalendar' })

export const savedBusyCalendarRow = row.meta({ ref: 'SavedBusyCalendar' })
