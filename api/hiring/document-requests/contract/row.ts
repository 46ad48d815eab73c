import { z } from 'zod'
import { count, id, time } from '#api/core/http/contract/row-parts.ts'
import { documentKinds, documentTypes } from '#db/enums.ts'

const common = {
  id,
  name: z.string(),
  kind: z.enum(documentKinds),
  due_on: z.string().nullable().meta({ format: 'date' }),
  file_name: z.string().nullable().meta({ description: 'Of the received file.' }),
  received_at: time.nullable().meta({ description: 'Null while the request is open.' }),
  created_at: time,
}

/** A request for a file as staff see it. */
export const documentRequestRow = z
  .strictObject({
    ...common,
    application_id: id,
    message_id: id.meta({ description: 'The message that asks for it.' }),
    requested_name: z.string().meta({ description: 'Who asked for it.' }),
    type: z.enum(documentTypes).nullable().meta({
      description: 'Of the received file. Images are encoded anew, as `jpg` or `png`.',
    }),
    size: count.nullable().meta({ description: 'In bytes.' }),
  })
  .meta({ ref: 'DocumentRequest' })

/** A request for a file as the candidate sees it. */
export const candidateDocumentRequestRow = z
  .strictObject(common)
  .meta({ ref: 'CandidateDocumentRequest' })
