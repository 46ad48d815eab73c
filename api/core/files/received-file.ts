import type { OpenAPIV3_1 } from 'openapi-types'
import type { DocumentType } from '#db/enums.ts'
import { fileDisposition } from './content-disposition.ts'

export const resumeContentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
export const documentContentTypes: Record<DocumentType, string> = {
  ...resumeContentTypes,
  jpg: 'image/jpeg',
  png: 'image/png',
}

const file: OpenAPIV3_1.MediaTypeObject = { schema: { type: 'string', format: 'binary' } }

/** The answer with a file of these content types. */
export const receivedFile = (
  types: Record<string, string>,
  description = 'The file as it was received, to be saved.',
): OpenAPIV3_1.ResponseObject => ({
  description,
  headers: {
    'Content-Disposition': {
      description: 'An attachment with a file name.',
      required: true,
      schema: { type: 'string' },
    },
  },
  content: Object.fromEntries(Object.values(types).map((type) => [type, file])),
})

export const fileHeaders = (
  size: number,
  file: Parameters<typeof fileDisposition>[0] & { type: DocumentType },
) => ({
  'Content-Type': documentContentTypes[file.type],
  'Content-Length': String(size),
  'Content-Disposition': fileDisposition(file),
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
})
