import { accountRow, createdAccountRow, passwordLinkRow } from '../../users/contract/row.ts'
import { accepted, call, created, list, nothing, ok, refused, stale } from '../call.ts'

const rules = {
  description:
    'Only an admin creates or changes an admin or a role. Whoever manages users grants only what they hold themselves, and removes permissions from, activates and deactivates only people who hold no more.',
}

export const userCalls = {
  'GET /users': call('List users', list(accountRow)),
  'GET /users/:id': call('Read a user', ok(accountRow), refused(404)),
  'POST /users': call('Create a user', created(createdAccountRow), refused(409, 429), rules),
  'PUT /users/:id': call('Change a user', ok(accountRow), refused(404), stale(accountRow), rules),
  'POST /users/:id/invite': call(
    'Mail a user a password link',
    ok(passwordLinkRow),
    accepted,
    refused(404, 409, 429),
    { description: '202 when it is mailed; 200 with the link where no mail server is set up.' },
  ),
  'DELETE /users/:id/second-factor': call(
    'Reset the two-step sign-in of a user',
    nothing,
    refused(404, 409),
    { description: 'For whoever has lost their phone. Ends all sessions of that user.' },
  ),
  'DELETE /users/:id': call('Delete a user', nothing, refused(404, 409), {
    description:
      'Nobody deletes themselves or someone who holds more. An admin must be made a user first.',
  }),
}
