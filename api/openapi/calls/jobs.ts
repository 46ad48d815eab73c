import { z } from 'zod'
import { jobRow, publicJobRow } from '../../contract/rows/job.ts'
import { count } from '../../contract/rows/parts.ts'
import { call, created, list, moreFor, nothing, ok, refused, stale } from '../call.ts'

export const jobCalls = {
  'GET /jobs/active': call('List active jobs', list(publicJobRow), refused(503)),
  'GET /jobs/active/locations': call(
    'List the places of active jobs',
    ok(z.strictObject({ location: z.string(), count }).array()),
    refused(503),
  ),
  'GET /jobs/:id': call(
    'Read a job',
    ok(z.union([jobRow, publicJobRow])),
    refused(404, 410, 503),
    moreFor(
      'Anyone reads active jobs. Staff read the inactive ones too, and how many applied.',
      'manage_jobs',
      'review_applications',
    ),
  ),
  'GET /jobs': call('List all jobs', list(jobRow)),
  'POST /jobs': call('Create a job', created(jobRow)),
  'PUT /jobs/:id': call('Change a job', ok(jobRow), refused(404), stale(jobRow)),
  'POST /jobs/:id/activate': call('Activate a job', ok(jobRow), refused(404)),
  'POST /jobs/:id/deactivate': call('Deactivate a job', ok(jobRow), refused(404)),
  'DELETE /jobs/:id': call('Delete a job', nothing, refused(404), {
    description: 'Its applications stay, and keep its title.',
  }),
}
