import { and, type SQL, sql } from 'drizzle-orm'
import { dueCutoffs, overdue, responseCutoff, waitingRows } from '#api/core/calendar/waiting.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { applicationSteps, applicationTags } from '#db/schema.ts'
import { dueInStep } from '../hiring-steps/placement.ts'
import { type FilterName, type FilterValues, filterNames } from './contract/filters.ts'
import { isUnreadBy } from './read-marks.ts'

/** Which applications a filter lets through. */
export type Condition = {
  /** On nothing but the id. */
  on: (id: SQL) => SQL | undefined
  /** The same as rows of `id`, `job_id` and `status`, which can be read in place of all. */
  rows?: SQL
}

/** The caller and the current time. */
type Asking = { db: Db; reader: number }
/** `mine` decides which jobs are looked in: `filterOf`. */
type Conditional = Exclude<FilterName, 'mine'>
type Conditions = {
  [N in Conditional]: (
    value: NonNullable<FilterValues[N]>,
    asking: Asking,
  ) => Condition | Promise<Condition>
}

/** `+`: an index of the others or the search is read, and this tested for each. */
const isIn = (ids: SQL): Condition => ({ on: (id) => sql`+${id} in (${ids})` })

const conditions: Conditions = {
  step_id: (step) =>
    step === 'none'
      ? {
          on: (id) =>
            sql`+${id} not in (select application_id from ${applicationSteps} where step_id is not null)`,
        }
      : isIn(
          sql`select application_id from ${applicationSteps} where step_id in (select value from json_each(${JSON.stringify(step)}))`,
        ),
  tags: (ids) => {
    const each = ids.map((tag) =>
      isIn(sql`select application_id from ${applicationTags} where tag_id = ${tag}`),
    )
    return { on: (id) => and(...each.map(({ on }) => on(id))) }
  },
  unread: (_, { reader }) => ({ on: (id) => isUnreadBy(reader, id) }),
  unread_messages: () =>
    isIn(sql`select application_id from messages indexed by messages_unread
          where author_name is null and read_at is null`),
  waiting: async (_, { db }) => {
    const rows = waitingRows(await responseCutoff(db))
    return { ...isIn(sql`select id from (${rows})`), rows }
  },
  due: async (_, { db }) => isIn(sql`select id ${overdue((await dueCutoffs(db)).due)}`),
  step_due: async (_, { db }) => isIn(dueInStep(await siteToday(db))),
  keep: async (_, { db }) =>
    isIn(sql`select id from applications indexed by applications_keep_until
          where keep_until is not null and keep_until >= ${await siteToday(db)}`),
  withdrawn: (isWithdrawn) => ({
    on: (id) => sql`+${id} ${isWithdrawn ? sql`` : sql`not`} in (
  select id from applications indexed by applications_withdrawn where withdrawn_at is not null)`,
  }),
}

/** The conditions of the filters that are set, in the order of their table. */
export const conditionsOf = (values: FilterValues, asking: Asking): Promise<Condition[]> =>
  Promise.all(
    filterNames.flatMap((name) => {
      const value = values[name]
      if (name === 'mine' || value === undefined) return []
      if (Array.isArray(value) && !value.length) return []
      const condition = conditions[name] as (value: unknown, asking: Asking) => Condition
      return [condition(value, asking)]
    }),
  )
