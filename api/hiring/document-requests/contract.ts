import { z } from 'zod'
import { day, line } from '#api/core/http/contract/fields.ts'
import { documentKinds } from '#db/enums.ts'

/** Open at a time, for each application. */
export const maxOpenRequests = 10

/** In characters. */
const maxDocumentName = 100

export const newDocumentRequest = z.strictObject({
  name: line(maxDocumentName, 'Name the file that you need').meta({
    description: 'As the candidate reads it, such as “Certificate”.',
  }),
  kind: z.enum(documentKinds, 'Must be document or image').meta({
    description: '`document`: PDF, DOC or DOCX. `image`: JPEG, PNG or WebP.',
  }),
  due_on: day.nullable().optional().meta({
    description: 'The candidate is told the day; nothing ends with it.',
  }),
})
