import {
  ownRow,
  recoveryCodesRow,
  secondFactorRow,
  secondFactorSecret,
  sessionRow,
  signedInRow,
  userRow,
} from '../../users/contract/row.ts'
import { accepted, call, nothing, ok, refused, stale } from '../call.ts'

export const authCalls = {
  'POST /auth/login': call('Sign in', ok(signedInRow), refused(401, 429), {
    description:
      'A wrong password, an unknown and an inactive user get the same 401. Whoever has two-step sign-in on is asked for `code` once the password was right: by a 401 that says `second_factor`.',
  }),
  'POST /auth/forgot-password': call('Ask for a password link', accepted, refused(429), {
    description: 'The answer is the same whether or not there is such a user.',
  }),
  'POST /auth/reset-password': call('Choose a password with a link', nothing),
  'GET /auth/profile': call('Read your own account', ok(ownRow)),
  'PUT /auth/profile': call('Change your own account', ok(userRow), stale(userRow), refused(429)),
  'POST /auth/change-password': call('Change your own password', nothing, refused(429)),
  'POST /auth/logout': call('Sign out', nothing),
  'GET /auth/second-factor': call('Tell whether two-step sign-in is on', ok(secondFactorRow)),
  'POST /auth/second-factor': call(
    'Begin to set up two-step sign-in',
    ok(secondFactorSecret),
    refused(409, 429),
    { description: 'Nothing is asked at sign-in before a code has confirmed the secret.' },
  ),
  'POST /auth/second-factor/confirm': call(
    'Switch two-step sign-in on',
    ok(recoveryCodesRow),
    refused(409),
    { description: 'Ends all your other sessions.' },
  ),
  'POST /auth/second-factor/recovery-codes': call(
    'Make new recovery codes',
    ok(recoveryCodesRow),
    refused(409, 429),
    { description: 'Those there were work no longer.' },
  ),
  'POST /auth/second-factor/turn-off': call(
    'Switch two-step sign-in off',
    nothing,
    refused(409, 429),
  ),
  'GET /auth/sessions': call('List your own sessions', ok(sessionRow.array())),
  'DELETE /auth/sessions': call('Sign out everywhere else', nothing),
  'DELETE /auth/sessions/:id': call('End one of your sessions', nothing, refused(404), {
    parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
  }),
}
