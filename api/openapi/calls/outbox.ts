import { mailRow, outboxStatus } from '../../contract/rows/mail.ts'
import { call, list, ok, refused } from '../call.ts'

export const outboxCalls = {
  'GET /outbox': call('List mail', list(mailRow), {
    description: 'Waiting mail with the next first, all other lists with the latest first.',
  }),
  'GET /outbox/status': call('Tell whether mail can be sent', ok(outboxStatus)),
  'POST /outbox/:id/retry': call('Try again to send a mail', ok(mailRow), refused(404, 409)),
}
