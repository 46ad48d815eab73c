import { eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { feed } from '#api/core/calendar/ical.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { hashToken, newToken } from '#api/core/links/password-links.ts'
import { reviews, reviewsAll } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, canReview, route, signedIn } from '#api/core/route/route.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import {
  applications,
  calendars,
  hiringTeams,
  interviewPeople,
  jobs,
  interviews as table,
  users,
} from '#db/schema.ts'
import { calendarRow, newCalendarRow } from './contract/row.ts'
import { newCalendar } from './contract.ts'

const maxEvents = 500
const unknown = () =>
  new Problem(404, 'There is no calendar at this address. Make a new one in your profile.')

/** Below `/auth`. */
export const ownCalendar = new Hono<Env>()

  .get(
    '/calendar',
    route(
      {
        summary: 'Read whether you have a calendar address',
        access: signedIn,
        answers: { 200: calendarRow },
      },
      async (c) => {
        const [row] = await c.var.db
          .select({ details: calendars.details, created_at: calendars.created_at })
          .from(calendars)
          .where(eq(calendars.user_id, signedInUser(c).id))
        return c.json(row ?? null)
      },
    ),
  )

  .post(
    '/calendar',
    route(
      {
        summary: 'Make a private calendar address of your interviews',
        description: 'Replaces the one before, which stops working.',
        access: canReview('of any job'),
        json: { schema: newCalendar, example: { details: false }, isOptional: true },
        answers: { 201: newCalendarRow },
        audit: 'calendar.created',
      },
      async (c) => {
        const { db } = c.var
        const { details } = c.req.valid('json')
        const me = signedInUser(c)
        const { token, hash } = newToken()
        const base = mailBase(c.var, await readSiteSettings(db))
        await db
          .insert(calendars)
          .values({ user_id: me.id, id: hash, details })
          .onConflictDoUpdate({
            target: calendars.user_id,
            set: { id: hash, details, created_at: sql`excluded.created_at` },
          })
        return c.json({ url: `${base}/api/calendar/${token}.ics`, details }, 201)
      },
    ),
  )

  .delete(
    '/calendar',
    route(
      {
        summary: 'End your calendar address',
        access: signedIn,
        answers: { 204: null },
        audit: 'calendar.ended',
      },
      async (c) => {
        await c.var.db.delete(calendars).where(eq(calendars.user_id, signedInUser(c).id))
        return c.body(null, 204)
      },
    ),
  )

/** The owner of the address in the path, who may still review. */
async function ownerOf(c: Context<Env>) {
  const token = /^([\w-]{43})\.ics$/.exec(c.req.param('token') ?? '')?.[1]
  if (!token) throw unknown()
  const [owner] = await c.var.db
    .select({ id: users.id, details: calendars.details })
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.user_id))
    .where(
      sql`${calendars.id} = ${hashToken(token)} and ${users.is_active} = 1 and (${reviewsAll}
        or exists (select 1 from ${hiringTeams} where ${hiringTeams.user_id} = ${users.id}))`,
    )
  if (!owner) throw unknown()
  return owner
}

export const calendarFeed = new Hono<Env>().get(
  '/:token',
  route(
    {
      summary: 'Read a calendar of interviews',
      description: 'For calendars that subscribe to it. The address ends with `.ics`.',
      opensInBrowser: true,
      params: { token: z.string() },
      access: anyone({ inMaintenance: true }),
      answers: {
        200: {
          description: 'An iCalendar file (RFC 5545).',
          content: { 'text/calendar': { schema: { type: 'string' } } },
        },
        404: 'refused',
        429: 'refused',
      },
    },
    async (c) => {
      const { db, limits } = c.var
      await limits.calendar(c.env?.ip ?? '')
      const owner = await ownerOf(c)
      const settings = await readSiteSettings(db)
      const rows = await db
        .select({
          uid: table.uid,
          sequence: table.sequence,
          time: sql<string>`${table.time}`,
          minutes: table.minutes,
          place: table.place,
          updated_at: table.updated_at,
          application_id: table.application_id,
          first_name: applications.first_name,
          last_name: applications.last_name,
          job_title: jobs.title,
        })
        .from(interviewPeople)
        .innerJoin(table, eq(table.id, interviewPeople.interview_id))
        .innerJoin(applications, eq(applications.id, table.application_id))
        .innerJoin(jobs, eq(jobs.id, applications.job_id))
        .innerJoin(users, eq(users.id, interviewPeople.user_id))
        .where(
          sql`${interviewPeople.user_id} = ${owner.id} and ${table.state} = 'booked'
            and ${table.time} > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-30 days')
            and ${reviews(sql`${applications.job_id}`)}`,
        )
        .orderBy(table.time)
        .limit(maxEvents)
      const base = mailBase(c.var, settings)
      const events = rows.map(({ place, application_id, first_name, last_name, ...row }) => ({
        ...row,
        changed: row.updated_at,
        summary: `Interview: ${row.job_title}, ${
          owner.details ? fullName({ first_name, last_name }) : first_name
        }`,
        ...(owner.details && {
          location: place,
          url: `${base}/backoffice/applications/${application_id}`,
        }),
      }))
      return c.body(feed(`Interviews: ${settings.site_name}`, events), 200, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Content-Disposition': 'inline; filename="interviews.ics"',
      })
    },
  ),
)
