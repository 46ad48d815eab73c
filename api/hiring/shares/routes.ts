import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { actorName } from '#api/core/audit/actor-name.ts'
import { resumeContentTypes } from '#api/core/files/received-file.ts'
import { count, paging } from '#api/core/http/contract/paging.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { newToken } from '#api/core/links/password-links.ts'
import { type Reviewer, reviewedBy, stillReviews } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, canReview, route } from '#api/core/route/route.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { openReceived } from '#api/core/virus-scan/received-files.ts'
import { readerWords } from '#api/core/words/reader.ts'
import { databaseNow } from '#db/clock.ts'
import { applications, auditEvents, now, shareApplications, shares as table } from '#db/schema.ts'
import { newShareRow, type Share, type ShareEnding, sharedRow, shareRow } from './contract/row.ts'
import { maxShareDays, maxShared, maxShares, newShare } from './contract.ts'
import { isAlive, recordView, sentBy, sharedBy, shownOf, unknownShare } from './shared.ts'

const missing = 'Link not found'
const access = canReview('of any job')

/** Clocks differ: thirty days ahead by the client's may be a moment more by ours. */
const toleranceMs = 60 * 60 * 1000

/** The time as it is stored; 400 unless it is ahead, and not too far. */
function expiryOf({ var: { db } }: Context<Env>, given: string) {
  const ahead = Date.parse(given) - databaseNow(db)
  if (ahead <= 0) throw Problem.field(400, 'expires_at', 'Choose a time that is still ahead')
  if (ahead > maxShareDays * 86_400_000 + toleranceMs)
    throw Problem.field(400, 'expires_at', `Choose a time within the next ${maxShareDays} days`)
  return new Date(given).toISOString()
}

/** SQL: the person reviews the application `one`. */
const isTheirs = (person: Reviewer) => reviewedBy(person, sql`one.job_id`) ?? sql`1`

/** SQL: the links that the person made, and those of which they review every application. */
function seenBy(person: Reviewer & { id: number }): SQL | undefined {
  if (!reviewedBy(person)) return undefined
  const within = (condition: SQL) =>
    sql`exists (select 1 from share_applications item join applications one on one.id = item.application_id
      where item.share_id = shares.id and ${condition})`
  const theirs = isTheirs(person)
  return sql`(shares.created_by = ${person.id} or ${within(theirs)} and not ${within(sql`not ${theirs}`)})`
}

/** SQL: why the link shows nothing any more, as far as it and its maker's account tell; else null. */
const ending = sql<ShareEnding | null>`case
  when shares.revoked_at is not null then 'revoked'
  when not ${isAlive} then 'expired'
  when not exists (select 1 from users where users.id = shares.created_by) then 'deleted'
  when not exists (select 1 from users where users.id = shares.created_by and users.is_active)
    then 'deactivated'
  end`

/** The applications of a link that the person may review, in the order of the page. */
const applicationsOf = (person: Reviewer) =>
  // Ordered by a query of its own: the parser of sqld knows no ORDER BY in an aggregate.
  sql<Share['applications']>`(select json_group_array(json_object(
      'id', id, 'first_name', first_name, 'last_name', last_name,
      'job_title', title, 'views', views, 'viewed_at', viewed_at))
    from (
      select one.id, one.first_name, one.last_name, jobs.title, item.views, item.viewed_at
      from share_applications item join applications one on one.id = item.application_id
        join jobs on jobs.id = one.job_id
      where item.share_id = shares.id and ${isTheirs(person)}
      order by item.number))`.mapWith((text: string) => JSON.parse(text))

/** Links that show chosen applications to people without an account. */
export const shares = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List the links to applications',
        description:
          'Newest first: your own, and those of which you may review every application. Their addresses are not stored.',
        access,
        query: paging,
        answers: { 200: shareRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const where = seenBy(me)
        const rows = await pageOf(c, db.$count(table, where), (limit, offset) =>
          db
            .select({
              id: table.id,
              name: table.name,
              created_at: table.created_at,
              created_by: sql<
                string | null
              >`(select first_name || ' ' || last_name from users where users.id = shares.created_by)`,
              expires_at: table.expires_at,
              ending,
              views: table.views,
              viewed_at: table.viewed_at,
              applications: applicationsOf(me),
            })
            .from(table)
            .where(where)
            .orderBy(desc(table.id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(rows.map((row) => ({ ...row, has_ended: row.ending !== null })))
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a link to chosen applications',
        description: `Shows anyone with the link what the candidates sent, for ${maxShareDays} days at most; resumes as pages with the name over them, not as files. It shows an application as long as you may review it, and it is neither withdrawn nor erased.`,
        access,
        json: {
          schema: newShare,
          example: { ids: [1], name: 'Nora Lindqvist', expires_at: '2027-03-31T12:00:00Z' },
        },
        answers: { 201: newShareRow, 409: 'refused' },
        audit: 'share.created',
      },
      async (c) => {
        const { db } = c.var
        const me = signedInUser(c)
        const input = c.req.valid('json')
        const ids = JSON.stringify([...new Set(input.ids)])
        const name = input.name || 'Guest'
        const expires_at = expiryOf(c, input.expires_at)
        const { token, hash } = newToken()
        const chosen = sql`from ${applications}, json_each(${ids}) chosen
          where ${applications.id} = chosen.value and ${stillReviews(me, applications.job_id)}`
        const own = sql`${table.created_by} = ${me.id} and ${isAlive}`
        const detail = JSON.stringify({ name, expires_at })
        const results = await db.batch([
          db.all<{ id: number }>(sql`
            insert into ${table} (name, token_hash, created_by, expires_at)
            select ${name}, ${hash}, ${me.id}, ${expires_at}
            where (select count(*) ${chosen}) = json_array_length(${ids})
              and (select count(*) from ${table} where ${own}) < ${maxShares}
            returning id`),
          db.run(sql`
            insert into ${shareApplications} (share_id, application_id, number)
            select (select id from ${table} where token_hash = ${hash}), ${applications.id}, chosen.key + 1
            ${chosen} and exists (select 1 from ${table} where token_hash = ${hash})`),
          db.run(sql`
            insert into ${auditEvents} (actor_id, actor_name, ip, action, target_id, target_name, detail)
            select ${me.id}, ${actorName(c, me)}, ${c.env.ip}, 'application.shared', ${applications.id},
              first_name || ' ' || last_name, ${detail}
            ${chosen} and exists (select 1 from ${table} where token_hash = ${hash})`),
        ])
        const [row] = results[0]
        if (!row) {
          if ((await db.$count(table, own)) >= maxShares)
            throw new Problem(
              409,
              `You have ${maxShares} links already. Revoke one that is no longer used.`,
            )
          throw Problem.field(
            400,
            'ids',
            'Some of these applications no longer exist. Select them again.',
          )
        }
        c.set('auditTarget', { id: row.id, subject: name })
        c.set('auditDetail', { expires_at, count: String(JSON.parse(ids).length) })
        const base = mailBase(c.var, await readSiteSettings(db))
        return c.json({ id: row.id, name, url: `${base}/shared/${token}`, expires_at }, 201)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Revoke a link to applications',
        description: 'At once: an open page shows no further candidate.',
        access,
        answers: { 204: null, 404: 'refused' },
        audit: 'share.revoked',
      },
      async (c) => {
        const { db } = c.var
        const which = and(
          eq(table.id, idOf(c, missing)),
          isNull(table.revoked_at),
          seenBy(signedInUser(c)),
        )
        const [row] = await db
          .update(table)
          .set({ revoked_at: now })
          .where(which)
          .returning({ id: table.id, subject: table.name })
        c.set('auditTarget', orNotFound(row, missing))
        return c.body(null, 204)
      },
    ),
  )

/** For those who have such a link. */
export const shared = new Hono<Env>()

  .get(
    '/:token',
    route(
      {
        summary: 'Read what a link to applications shows',
        description:
          'All names, and one application: the first, or that with the number `candidate`. Each call counts as a view.',
        access: anyone({ inMaintenance: true }),
        params: { token: z.string() },
        query: { candidate: count('candidate', maxShared).optional() },
        answers: { 200: sharedRow, 404: 'refused', 429: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        await c.var.limits.candidate(c.env?.ip ?? '')
        const all = await sharedBy(db, c.req.param('token') ?? '')
        const shown = shownOf(all, c.req.valid('query').candidate)
        const sent = await sentBy(db, shown.id)
        if (c.req.method !== 'HEAD')
          await recordView(db, shown, 'application.viewed_by_link', c.env.ip)
        const nameOf = ({ number, first_name, last_name, job_title }: typeof shown) => ({
          number,
          first_name,
          last_name,
          job_title,
        })
        const { name, expires_at, shown_at } = shown
        return c.json({
          name,
          expires_at,
          shown_at,
          applications: all.map(nameOf),
          shown: { ...nameOf(shown), ...sent },
        })
      },
    ),
  )

  .get(
    '/:token/:number/resume',
    route(
      {
        summary: 'Read a resume for the page of a link to applications',
        description:
          'For the script of the page, which draws it: a browser that opens the address itself gets 404.',
        access: anyone({ inMaintenance: true }),
        params: { token: z.string(), number: z.string() },
        answers: {
          200: {
            description: 'The file as it was received.',
            content: Object.fromEntries(
              Object.values(resumeContentTypes).map((type) => [
                type,
                { schema: { type: 'string' as const, format: 'binary' } },
              ]),
            ),
          },
          404: 'refused',
          410: 'refused',
          423: 'refused',
          429: 'refused',
        },
      },
      async (c) => {
        const { db } = c.var
        await c.var.limits.candidate(c.env?.ip ?? '')
        // Fetch Metadata: what a script fetches has no destination.
        if ((c.req.header('sec-fetch-dest') ?? 'empty') !== 'empty')
          throw new Problem(404, unknownShare)
        const number = idOf(c, unknownShare, 'number')
        const shown = shownOf(await sharedBy(db, c.req.param('token') ?? ''), number)
        const [row] = await db
          .select({
            key: applications.resume_key,
            type: applications.resume_type,
          })
          .from(applications)
          .where(eq(applications.id, shown.id))
        const file =
          row?.key && (await openReceived(c.var, row.key, readerWords().candidate.fileLeftOut))
        if (!file || !row?.type) throw new Problem(404, 'This application has no resume')
        if (c.req.method !== 'HEAD') await recordView(db, shown, 'resume.viewed_by_link', c.env.ip)
        return c.body(file.body, 200, {
          'Content-Type': resumeContentTypes[row.type],
          'Content-Length': String(file.size),
          'Content-Disposition': 'inline',
          'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        })
      },
    ),
  )
