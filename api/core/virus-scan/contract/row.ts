import { z } from 'zod'
import { id, time } from '#api/core/http/contract/row-parts.ts'

/** A file that the virus scanner keeps from being opened. */
export const fileCheck = z.strictObject({
  file: z.enum(['resume', 'answer', 'document']),
  id: id.nullable().meta({ description: 'Of the question, or of the request for the file.' }),
  state: z.enum(['waiting', 'infected', 'too_large', 'removed']).meta({
    description: '`removed`: staff removed a file with a virus that answered a question.',
  }),
  threat: z.string().nullable().meta({ description: 'What was found, as the scanner calls it.' }),
  is_late: z.boolean().meta({
    description: 'Waiting, and the scanner can’t be reached or has failed once.',
  }),
  at: time.nullable().meta({ description: 'When it was received, or last scanned.' }),
})
export type FileCheck = z.output<typeof fileCheck>
