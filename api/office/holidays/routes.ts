import { between, eq } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { readCalendar } from '#api/core/calendar/calendar.ts'
import { dayIn } from '#api/core/calendar/contract/dates.ts'
import { day } from '#api/core/http/contract/fields.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { holidays as table, touched } from '#db/schema.ts'
import { holidayRow } from './contract/row.ts'
import { holidayChange } from './contract.ts'

const access = can('manage_settings')
const missing = 'Day off not found'

/** The id in the audit trail, such as 20261225. */
const numberOf = (date: string) => Number(date.replaceAll('-', ''))

async function readHolidays({ var: { db } }: Context<Env>): Promise<z.infer<typeof holidayRow>[]> {
  const { holiday_country, site_time_zone } = await readSiteSettings(db)
  const calendar = await readCalendar(db, holiday_country)
  const today = dayIn(site_time_zone, new Date())
  const end = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  const years = [today, end].map((day) => Number(day.slice(0, 4)))
  const rows = new Map(
    years
      .flatMap((year) => [...calendar.publicHolidays(year)])
      .map(([date, name]) => [date, { date, name, is_public: true, is_day_off: true }]),
  )
  const own = await db
    .select()
    .from(table)
    .where(between(table.date, today, end))
  for (const { date, name, is_day_off } of own)
    rows.set(date, { date, name, is_public: rows.has(date), is_day_off })
  return [...rows.values()]
    .filter(({ date }) => date >= today && date < end)
    .sort((a, b) => a.date.localeCompare(b.date))
}

export const holidays = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List the days off of the next twelve months',
        description:
          'Public holidays of `holiday_country`, and what differs from them. Weekends are not business days either.',
        access,
        answers: { 200: holidayRow.array() },
      },
      async (c) => c.json(await readHolidays(c)),
    ),
  )

  .put(
    '/:date',
    route(
      {
        summary: 'Add a day off, or work on a public holiday',
        access,
        json: { schema: holidayChange, example: { name: 'Outing' } },
        answers: { 200: holidayRow },
        audit: 'holiday.changed',
      },
      async (c) => {
        const { db } = c.var
        const date = c.req.param('date') ?? ''
        const [fault] = day.safeParse(date).error?.issues ?? []
        if (fault) throw Problem.field(400, 'date', fault.message)
        const { name: given, is_day_off } = c.req.valid('json')
        const { holiday_country } = await readSiteSettings(db)
        const calendar = await readCalendar(db, holiday_country)
        const known = calendar.publicHolidays(Number(date.slice(0, 4))).get(date)
        const [stored] = await db.select().from(table).where(eq(table.date, date))
        const name = given ?? stored?.name ?? known
        if (!name) throw Problem.field(400, 'name', 'Name is required')
        await db
          .insert(table)
          .values({ date, name, is_day_off })
          .onConflictDoUpdate({
            target: table.date,
            set: { name, is_day_off, updated_at: touched(table.updated_at) },
          })
        c.set('auditTarget', { id: numberOf(date), subject: `${name}, ${date}` })
        return c.json({ date, name, is_public: known !== undefined, is_day_off })
      },
    ),
  )

  .delete(
    '/:date',
    route(
      {
        summary: 'Remove a day off that was added, or restore a public holiday',
        access,
        answers: { 204: null, 404: 'refused' },
        audit: 'holiday.changed',
      },
      async (c) => {
        const [gone] = await c.var.db
          .delete(table)
          .where(eq(table.date, c.req.param('date') ?? ''))
          .returning({ date: table.date, name: table.name })
        const { date, name } = orNotFound(gone, missing)
        c.set('auditTarget', { id: numberOf(date), subject: `${name}, ${date}` })
        return c.body(null, 204)
      },
    ),
  )
