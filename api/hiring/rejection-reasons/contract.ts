import { z } from 'zod'
import { comparable } from '#api/core/http/contract/comparable.ts'
import { line } from '#api/core/http/contract/fields.ts'

const maxReasons = 30
export const maxReasonName = 60

const reasonFields = z.strictObject(
  {
    id: z.int('Must be the id of a reason').positive('Must be the id of a reason').optional(),
    name: line(maxReasonName, 'Enter a name'),
    template_id: z
      .int('Must be the id of a template')
      .positive('Must be the id of a template')
      .nullable()
      .default(null),
  },
  'Must be an object with a name',
)

/** In the order in which they are offered. One without an id is new; one left out is removed. */
export const reasons = z
  .array(reasonFields, 'Must be a list of reasons')
  .max(maxReasons, `At most ${maxReasons} reasons`)
  .check(({ value, issues }) => {
    const names = new Set<string>()
    const ids = new Set<number>()
    for (const [index, { id, name }] of value.entries()) {
      const refuse = (field: string, message: string) =>
        issues.push({ code: 'custom', path: [index, field], message, input: value })
      if (names.has(comparable(name))) refuse('name', 'Another reason has this name')
      if (id !== undefined && ids.has(id)) refuse('id', 'This reason is in the list already')
      names.add(comparable(name))
      if (id !== undefined) ids.add(id)
    }
  })

export type Reasons = z.output<typeof reasons>
