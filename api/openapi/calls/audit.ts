import { auditRow } from '../../audit/contract/row.ts'
import { call, list } from '../call.ts'

export const auditCalls = {
  'GET /audit': call('List who did what, newest first', list(auditRow)),
  'GET /audit/export': call('Export who did what', {
    responses: {
      200: {
        description: 'All that matches, newest first, one event a line (RFC 4180).',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
    },
  }),
}
