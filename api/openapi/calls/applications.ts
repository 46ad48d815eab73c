import {
  applicationRow,
  applicationStats,
  listedApplicationRow,
  receiptRow,
} from '../../applications/contract/row.ts'
import { call, created, list, nothing, ok, refused, stale } from '../call.ts'
import { manualForm, submission } from '../submission.ts'

const file = { schema: { type: 'string' as const, format: 'binary' } }

const resume = {
  responses: {
    200: {
      description: 'The file as it was received, to be saved.',
      headers: {
        'Content-Disposition': {
          description: 'An attachment with a file name.',
          required: true,
          schema: { type: 'string' as const },
        },
      },
      content: {
        'application/pdf': file,
        'application/msword': file,
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document': file,
      },
    },
  },
}

export const applicationCalls = {
  'POST /applications/submit': call(
    'Apply for a job',
    submission,
    created(receiptRow),
    refused(400, 403, 409, 413, 415, 429, 503),
  ),
  'GET /applications/stats': call('Count applications by status', ok(applicationStats)),
  'GET /applications': call('List applications', list(listedApplicationRow)),
  'POST /applications/manual': call(
    'Enter an application by hand',
    manualForm,
    created(applicationRow),
  ),
  'GET /applications/:id': call('Read an application', ok(applicationRow), refused(404)),
  'PUT /applications/:id': call(
    'Change an application',
    ok(applicationRow),
    refused(404),
    stale(applicationRow),
  ),
  'DELETE /applications/:id': call('Delete an application', nothing, refused(404), {
    description: 'The resume goes with it.',
  }),
  'GET /applications/:id/resume': call('Download a resume', resume, refused(404)),
}
