import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { busyCalendars as table, users } from '#db/schema.ts'

/** Of a person who still works here. `url` is sealed. */
export type StoredCalendar = { user_id: number; url: string }

/** SQL for a column: the calendars of the users that a query selects. */
export const calendarsOf = (ids: SQL) =>
  sql`(select json_group_array(json_object('user_id', ${table.user_id}, 'url', ${table.url}))
    from ${table} join ${users} as owner on owner.id = ${table.user_id} and owner.is_active = 1
    where ${table.user_id} in (${ids}))`.mapWith(
    (json: string) => JSON.parse(json) as StoredCalendar[],
  )

export const loadCalendars = (db: Db, ids: readonly number[]): Promise<StoredCalendar[]> =>
  db
    .select({ user_id: table.user_id, url: table.url })
    .from(table)
    .innerJoin(users, sql`${users.id} = ${table.user_id} and ${users.is_active} = 1`)
    .where(sql`${table.user_id} in (select value from json_each(${JSON.stringify(ids)}))`)
