import { z } from 'zod'

export const holidayRow = z
  .strictObject({
    date: z.string().meta({ description: '`YYYY-MM-DD`.' }),
    name: z.string(),
    is_public: z.boolean().meta({ description: 'A public holiday of `holiday_country`.' }),
    is_day_off: z.boolean(),
  })
  .meta({ ref: 'Holiday' })
