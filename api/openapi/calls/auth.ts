import { sessionRow, signedInRow, userRow } from '../../contract/rows/user.ts'
import { accepted, call, nothing, ok, refused, stale } from '../call.ts'

export const authCalls = {
  'POST /auth/login': call('Sign in', ok(signedInRow), refused(401, 429), {
    description: 'A wrong password, an unknown and an inactive user get the same 401.',
  }),
  'POST /auth/forgot-password': call('Ask for a password link', accepted, refused(429), {
    description: 'The answer is the same whether or not there is such a user.',
  }),
  'POST /auth/reset-password': call('Choose a password with a link', nothing),
  'GET /auth/profile': call('Read your own account', ok(userRow)),
  'PUT /auth/profile': call('Change your own account', ok(userRow), stale(userRow), refused(429)),
  'POST /auth/change-password': call('Change your own password', nothing, refused(429)),
  'POST /auth/logout': call('Sign out', nothing),
  'GET /auth/sessions': call('List your own sessions', ok(sessionRow.array())),
  'DELETE /auth/sessions': call('Sign out everywhere else', nothing),
  'DELETE /auth/sessions/:id': call('End one of your sessions', nothing, refused(404), {
    parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
  }),
}
