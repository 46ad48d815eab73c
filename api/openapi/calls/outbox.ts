import { mailRow, mailServerRow, outboxStatus, testMailRow } from '../../mail/contract/row.ts'
import { call, list, ok, refused } from '../call.ts'

export const outboxCalls = {
  'GET /outbox': call('List mail', list(mailRow), {
    description: 'Waiting mail with the next first, all other lists with the latest first.',
  }),
  'GET /outbox/server': call('Tell whether a mail server is set up', ok(mailServerRow)),
  'POST /outbox/test': call('Send a test email to yourself', ok(testMailRow), refused(429), {
    description: 'Answers once the mail server has taken or refused it.',
  }),
  'GET /outbox/status': call('Tell whether mail can be sent', ok(outboxStatus)),
  'POST /outbox/:id/retry': call('Try again to send a mail', ok(mailRow), refused(404, 409)),
}
