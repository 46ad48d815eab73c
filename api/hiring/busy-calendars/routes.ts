import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser, signedOut } from '#api/core/route/context.ts'
import { route, signedIn } from '#api/core/route/route.ts'
import { busyCalendars as table, users } from '#db/schema.ts'
import { writeIf } from '#db/write-if.ts'
import { openAddress, sealAddress } from './busy-calendars.ts'
import { busyCalendarRow, savedBusyCalendarRow } from './contract/row.ts'
import { busyCalendarInput, calendarProblems } from './contract.ts'

const shown = { host: table.host, read_at: table.read_at, failure: table.failure }

/** Below `/auth`. */
export const busyCalendar = new Hono<Env>()

  .get(
    '/busy-calendar',
    route(
      {
        summary: 'Read whether your own calendar is read for busy hours',
        description: 'Null without one. The address itself is never shown again.',
        access: signedIn,
        answers: { 200: busyCalendarRow },
      },
      async (c) => {
        const { db, secrets } = c.var
        const [row] = await db
          .select({ ...shown, user_id: table.user_id, url: table.url })
          .from(table)
          .where(eq(table.user_id, signedInUser(c).id))
        if (!row) return c.json(null)
        const isLocked = openAddress(secrets, row) === undefined
        const { host, read_at, failure } = row
        return c.json({ host, read_at, failure: isLocked ? ('locked' as const) : failure })
      },
    ),
  )

  .put(
    '/busy-calendar',
    route(
      {
        summary: 'Give the address of your own calendar',
        description:
          'It is read once before it is saved. Its busy hours, without titles, are shown to those who propose interviews with you, and candidates are not offered times within them.',
        access: signedIn,
        json: {
          schema: busyCalendarInput,
          example: { url: 'https://calendar.example.com/private-3f9a/basic.ics' },
        },
        answers: { 200: savedBusyCalendarRow, 409: 'refused', 429: 'refused' },
        audit: 'busy_calendar.saved',
      },
      async (c) => {
        const { db, secrets, limits, busyCalendars } = c.var
        const me = signedInUser(c)
        const { url } = c.req.valid('json')
        await limits.busyCalendar(me.id)
        if (!secrets.canSeal)
          throw Problem.field(
            409,
            'url',
            'The database is on a server, so an address can only be stored with a key: ask the person who runs Foyer to set SECRET_KEY, then enter the address again',
          )
        const found = await busyCalendars.fetchHours(c.var, me.id, url)
        if ('failure' in found) throw Problem.field(400, 'url', calendarProblems[found.failure])
        const sealed = sealAddress(secrets, me.id, url)
        const host = new URL(url).hostname
        const written = await writeIf(
          db,
          sql`exists (select 1 from ${users} where ${users.id} = ${me.id} and ${users.is_active} = 1)`,
          [
            db
              .insert(table)
              .values({ user_id: me.id, url: sealed, host })
              .onConflictDoUpdate({
                target: table.user_id,
                set: {
                  url: sealed,
                  host,
                  failure: null,
                  read_at: sql`excluded.read_at`,
                  created_at: sql`excluded.created_at`,
                },
              }),
          ],
        )
        const [row] = await db.select(shown).from(table).where(eq(table.url, sealed))
        if (!written || !row) throw signedOut()
        busyCalendars.remember({ user_id: me.id, url: sealed }, found.hours)
        return c.json(row)
      },
    ),
  )

  .delete(
    '/busy-calendar',
    route(
      {
        summary: 'Remove the address of your own calendar',
        description: 'Its busy hours no longer count.',
        access: signedIn,
        answers: { 204: null },
        audit: 'busy_calendar.removed',
      },
      async (c) => {
        await c.var.db.delete(table).where(eq(table.user_id, signedInUser(c).id))
        return c.body(null, 204)
      },
    ),
  )
