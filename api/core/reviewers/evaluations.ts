import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { evaluations } from '#db/schema.ts'

type Person = { id: number }

/**
 * SQL: the person sees the evaluations of the application: their own is in, or waived. All that
 * tells of evaluations asks this.
 */
export const seesEvaluations = (person: Person, application: SQLWrapper | number): SQL<number> =>
  sql`exists (select 1 from ${evaluations} as own
    where own.application_id = ${application} and own.user_id = ${person.id})`

/** SQL: the verdicts on the application as JSON; null for a person who does not see them. */
export const verdictsOn = (application: SQLWrapper, person: Person): SQL<number[] | null> =>
  sql`case when ${seesEvaluations(person, application)} then (
    select json_group_array(verdict) from ${evaluations}
    where application_id = ${application} and verdict is not null) end`.mapWith((list: string) =>
    JSON.parse(list),
  )

/** SQL: `id` of the applications with verdicts that the person sees. */
export const withSeenVerdicts = (person: Person): SQL => sql`
  select own.application_id as id from ${evaluations} as own indexed by evaluations_seen
  where own.user_id = ${person.id} and exists (
    select 1 from ${evaluations} as given indexed by evaluations_verdict_of
    where given.application_id = own.application_id and given.verdict is not null)`

/** SQL: `id` and `verdict` of the same: the mean, rounded down. */
export const seenVerdicts = (person: Person): SQL => sql`
  select own.application_id as id, cast(avg(given.verdict) as integer) as verdict
  from ${evaluations} as own indexed by evaluations_seen
  cross join ${evaluations} as given indexed by evaluations_verdict_of
    on given.application_id = own.application_id and given.verdict is not null
  where own.user_id = ${person.id} group by own.application_id`
