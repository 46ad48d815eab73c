import { Hono } from 'hono'
import { Problem } from '../http/problem.ts'
import { type Env, signedInUser } from '../http.ts'

/** A person's own sessions; mounted below the guard of `auth`. */
export const ownSessions = new Hono<Env>()

  .get('/', async (c) => {
    const { sessions, token = '' } = c.var
    return c.json(await sessions.list(signedInUser(c).id, token))
  })

  // Everywhere else: the session that asks goes on.
  .delete('/', async (c) => {
    const { sessions, token = '', log } = c.var
    const me = signedInUser(c)
    await sessions.endOthers(me.id, token)
    log.info({ user: me.id }, 'signed out everywhere else')
    return c.body(null, 204)
  })

  .delete('/:id', async (c) => {
    const { sessions, log } = c.var
    const me = signedInUser(c)
    if (!(await sessions.endListed(me.id, c.req.param('id'))))
      throw new Problem(404, 'Session not found')
    log.info({ user: me.id }, 'session ended')
    return c.body(null, 204)
  })
