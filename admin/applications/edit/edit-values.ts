import type { z } from 'zod'
import { applicationChange } from '#api/hiring/applications/contract.ts'
import type { Application } from '../queries.ts'

/** The API's fields, all required. */
export const editSchema = applicationChange
  .omit({
    step_id: true,
    reason_id: true,
    undoes: true,
    tags: true,
    tell: true,
    legal_hold: true,
    updated_at: true,
  })
  .required()

export type EditValues = z.input<typeof editSchema>
export type EditOutput = z.output<typeof editSchema>

/** The row that the form or its draft started from. */
export type EditBase = Pick<Application, keyof EditValues | 'updated_at'>

const editFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'status',
  'notes',
] as const satisfies (keyof EditValues)[]

export const names: Record<keyof EditValues, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  status: 'Status',
  notes: 'Notes',
}

const pick = (values: EditValues, fields: readonly (keyof EditValues)[]): Partial<EditValues> =>
  Object.fromEntries(fields.map((field) => [field, values[field]]))

export const valuesOf = (application: EditBase): EditValues => ({
  first_name: application.first_name,
  last_name: application.last_name,
  email: application.email,
  phone: application.phone ?? '',
  status: application.status,
  notes: application.notes,
})

/** Only the fields that differ from `base`. */
export function changesOf(output: EditOutput, base: EditBase): Partial<EditOutput> {
  const changed = editFields.filter((field) => output[field] !== base[field])
  return pick(output, changed)
}
