import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { signedIn as access, route } from '#api/core/route/route.ts'
import { sessionRow } from '../../users/contract/row.ts'

export const ownSessions = new Hono<Env>()

  .get(
    '/',
    route(
      { summary: 'List your own sessions', access, answers: { 200: sessionRow.array() } },
      async (c) => {
        const { sessions, token = '' } = c.var
        return c.json(await sessions.list(signedInUser(c).id, token))
      },
    ),
  )

  .delete(
    '/',
    route(
      {
        summary: 'Sign out everywhere else',
        access,
        answers: { 204: null },
        audit: 'session.ended',
      },
      async (c) => {
        const { sessions, token = '', log } = c.var
        const me = signedInUser(c)
        await sessions.endOthers(me.id, token)
        log.info({ user: me.id }, 'signed out everywhere else')
        return c.body(null, 204)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'End one of your sessions',
        access,
        params: { id: z.string() },
        answers: { 204: null, 404: 'refused' },
        audit: 'session.ended',
      },
      async (c) => {
        const { sessions, log } = c.var
        const me = signedInUser(c)
        if (!(await sessions.endListed(me.id, c.req.param('id') ?? '')))
          throw new Problem(404, 'Session not found')
        log.info({ user: me.id }, 'session ended')
        return c.body(null, 204)
      },
    ),
  )
