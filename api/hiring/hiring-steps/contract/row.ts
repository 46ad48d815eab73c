import { z } from 'zod'
import { count, id } from '#api/core/http/contract/row-parts.ts'
import { applicationStatuses } from '#db/enums.ts'

/** A step that applications go through inside a status. */
export const stepRow = z
  .strictObject({
    id,
    name: z.string(),
    status: z.enum(applicationStatuses),
    days: z.int().nullable().meta({
      description: 'In how many days an application should leave it; null: no limit.',
    }),
    template_id: id.nullable().meta({
      description: 'What candidates are emailed who enter it, if they are notified; null: nothing.',
    }),
    application_count: count.meta({ description: 'How many applications are in it.' }),
  })
  .meta({ ref: 'HiringStep' })

export const jobStepRow = stepRow
  .pick({ id: true, name: true, status: true, template_id: true })
  .extend({ job_id: id })
  .meta({ ref: 'HiringStepOfJob' })

export const stepCountRow = z
  .strictObject({
    step_id: id,
    count,
    name: z.string(),
    status: z.enum(applicationStatuses),
    job_title: z
      .string()
      .nullable()
      .meta({ description: 'The job whose own step it is; null: of the company.' }),
  })
  .meta({ ref: 'HiringStepCount' })
