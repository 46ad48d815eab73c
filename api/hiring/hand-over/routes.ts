import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { zip } from '#api/core/http/zip.ts'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import { newToken } from '#api/core/links/password-links.ts'
import { reviews, stillReviews } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, canReview, route } from '#api/core/route/route.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { refuseUnscanned } from '#api/core/virus-scan/received-files.ts'
import { readerWords } from '#api/core/words/reader.ts'
import { applications, auditEvents, later, now, handOvers as table, users } from '#db/schema.ts'
import { missing } from '../applications/rows.ts'
import { entriesOf, sentWith } from './archive.ts'
import { handOverRow } from './contract/row.ts'
import { handOverHours, maxHandOvers } from './contract.ts'

/** For whom the link is: somebody outside, who may never have seen this site. */
function unknown() {
  const { gone, goneText } = readerWords().shared
  return `${gone}. ${goneText}`
}

/** Below `/applications`. */
export const handOver = new Hono<Env>().post(
  '/:id/hand-over',
  route(
    {
      summary: 'Create an address that hands over what a selected candidate sent',
      description: `A ZIP archive of resume, letter, answers and documents, without what staff wrote. The address needs no sign-in and works for ${handOverHours} hours, as long as the application is selected and you may review it. 409 for any other status.`,
      access: canReview('of the application'),
      scope: 'applications:write',
      answers: { 201: handOverRow, 404: 'refused', 409: 'refused' },
      audit: 'application.hand_over_created',
    },
    async (c) => {
      const { db } = c.var
      const me = signedInUser(c)
      const id = idOf(c, missing)
      const [found] = await db
        .select({
          id: applications.id,
          first_name: applications.first_name,
          last_name: applications.last_name,
          status: applications.status,
          withdrawn_at: applications.withdrawn_at,
        })
        .from(applications)
        .where(eq(applications.id, id))
      const { status, withdrawn_at, ...person } = orNotFound(found, missing)
      if (status !== 'selected')
        throw new Problem(409, 'Only selected candidates can be handed over. Set the status first.')
      if (withdrawn_at) throw new Problem(409, 'This candidate has withdrawn the application')
      const { token, hash } = newToken()
      const results = await db.batch([
        db.delete(table).where(lte(table.expires_at, now)),
        db.all<{ expires_at: string }>(sql`
          insert into ${table} (id, application_id, created_by, expires_at)
          select ${hash}, ${applications.id}, ${me.id}, ${later(handOverHours * 3_600_000)}
          from ${applications}
          where ${applications.id} = ${id} and status = 'selected' and withdrawn_at is null
            and ${stillReviews(me, applications.job_id)}
            and (select count(*) from ${table} where application_id = ${id}) < ${maxHandOvers}
          returning expires_at`),
      ])
      const [row] = results[1]
      if (!row)
        throw new Problem(
          409,
          `No link was made. There may be ${maxHandOvers} already: wait until one has ended.`,
        )
      c.set('auditTarget', person)
      c.set('auditDetail', { expires_at: row.expires_at })
      const base = mailBase(c.var, await readSiteSettings(db))
      return c.json({ url: `${base}/api/hand-overs/${token}`, ...row }, 201)
    },
  ),
)

/** For those who have such an address. */
export const handOvers = new Hono<Env>().get(
  '/:token',
  route(
    {
      summary: 'Fetch what a selected candidate sent',
      opensInBrowser: true,
      access: anyone({ inMaintenance: true }),
      params: { token: z.string() },
      answers: {
        200: {
          description: 'A ZIP archive.',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        404: 'refused',
        423: 'refused',
        429: 'refused',
      },
    },
    async (c) => {
      const { db } = c.var
      await c.var.limits.candidate(c.env?.ip ?? '')
      const hash = hashOfGiven(c.req.param('token') ?? '')
      const [found] = hash
        ? await db
            .select({ id: applications.id, reference: applications.reference })
            .from(table)
            .innerJoin(applications, eq(applications.id, table.application_id))
            .innerJoin(users, and(eq(users.id, table.created_by), eq(users.is_active, true)))
            .where(
              and(
                eq(table.id, hash),
                gt(table.expires_at, now),
                eq(applications.status, 'selected'),
                isNull(applications.withdrawn_at),
                reviews(applications.job_id),
              ),
            )
        : []
      const { id, reference } = orNotFound(found, unknown())
      await refuseUnscanned(db, sql`(${id})`, readerWords().shared.checkingFiles)
      const sent = await sentWith(c.var, id)
      // Once an hour for each address, however often.
      if (c.req.method !== 'HEAD')
        await db.run(sql`
          insert into ${auditEvents} (actor_name, ip, action, target_id, target_name)
          select 'a hand-over link', ${c.env.ip}, 'application.handed_over', id,
            first_name || ' ' || last_name
          from ${applications} where id = ${id} and not exists (
            select 1 from ${auditEvents} where target_id = ${id} and ip = ${c.env.ip}
              and action = 'application.handed_over'
              and at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour'))`)
      return c.body(zip(entriesOf(c.var, sent)), 200, {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="application-${reference ?? id}.zip"`,
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
    },
  ),
)
