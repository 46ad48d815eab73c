import { z } from 'zod'
import { comparable } from '#api/core/http/contract/comparable.ts'
import { line } from '#api/core/http/contract/fields.ts'
import { applicationStatuses } from '#db/enums.ts'

const maxSteps = 30
export const maxStepName = 60
export const maxStepDays = 365

const days = `Must be a whole number of days from 1 to ${maxStepDays}`

const stepFields = z.strictObject(
  {
    id: z.int('Must be the id of a step').positive('Must be the id of a step').optional(),
    name: line(maxStepName, 'Enter a name'),
    status: z.enum(applicationStatuses, `Must be one of ${applicationStatuses.join(', ')}`),
    days: z.int(days).min(1, days).max(maxStepDays, days).nullable().default(null),
    template_id: z
      .int('Must be the id of a template')
      .positive('Must be the id of a template')
      .nullable()
      .optional()
      .meta({
        description: 'What candidates are emailed who enter the step, if they are notified.',
      }),
    // Of the row as it was read.
    application_count: z.unknown().optional().meta({ description: 'Ignored.' }),
  },
  'Must be an object with name and status',
)

/** In the order of the steps. One without an id is new; one that is left out is removed. */
export const steps = z
  .array(stepFields, 'Must be a list of steps')
  .max(maxSteps, `At most ${maxSteps} steps`)
  .check(({ value, issues }) => {
    const seen = new Set<string>()
    const ids = new Set<number>()
    for (const [index, { id, name, status }] of value.entries()) {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [index, field], message, input: value })
      const key = `${status} ${comparable(name)}`
      if (seen.has(key)) refuse('name', 'Another step of this status has this name')
      if (id !== undefined && ids.has(id)) refuse('id', 'This step is in the list already')
      seen.add(key)
      if (id !== undefined) ids.add(id)
    }
  })

export type Steps = z.output<typeof steps>
