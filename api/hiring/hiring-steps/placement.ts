import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import type { ApplicationStatus } from '#db/enums.ts'
import { hiringSteps as steps, applicationSteps as table } from '#db/schema.ts'
import { isSetApart } from '../privacy/set-apart.ts'

/** SQL: a step is one for applications for the job: its own, or the company's if it has none. */
export const isForJob = (job: SQLWrapper, step = sql`${steps}.job_id`) =>
  sql`${step} is (select own.job_id from ${steps} as own where own.job_id = ${job} limit 1)`

/** SQL: the step that an application is in; null for none. */
export const stepIdOf = (application: SQLWrapper) =>
  sql<number | null>`(select step_id from ${table} where application_id = ${application})`

/** SQL: its name. */
export const stepNameOf = (application: SQLWrapper) =>
  sql<string | null>`(select name from ${steps} where id = ${stepIdOf(application)})`

/** SQL: the last day of the step; null for none. */
export const stepDueOf = (application: SQLWrapper) =>
  sql<string | null>`(select due_on from ${table}
    where application_id = ${application} and step_id is not null)`

/** SQL: `application_id` of those that should have left their step by `today`. */
export const dueInStep = (today: string) => sql`select application_id from ${table}
  where step_id is not null and due_on <= ${today} and not exists (
    select 1 from applications as one ${isSetApart(sql`application_id`)} and one.withdrawn_at is not null)`

/** Null once it is removed. */
export async function nameOfStep(db: Db, id: number): Promise<string | null> {
  const [step] = await db.select({ name: steps.name }).from(steps).where(eq(steps.id, id))
  return step?.name ?? null
}

/** A step to enter, and the day of that in the site's time zone. */
export type Entry = { id: number; today: string }

/**
 * A batch statement, before `status` is written: the applications enter the step, if it is still one
 * of that status and for their job. Back in the step that they left within the hour, as by Undo, they
 * have its last day again. `ids` is a list in parentheses.
 */
export const enterStep = (db: Db, { id, today }: Entry, status: ApplicationStatus, ids: SQL) =>
  db.run(sql`
    insert into ${table} (application_id, step_id, due_on)
    select applications.id, ${steps.id},
      case when ${steps.days} is not null then date(${today}, '+' || ${steps.days} || ' days') end
    from applications, ${steps} where applications.id in ${ids} and ${steps.id} = ${id}
      and ${steps.status} = ${status} and ${isForJob(sql`applications.job_id`)}
    on conflict (application_id) do update
    set step_before = ${table}.step_id, step_id = excluded.step_id,
      due_before = ${table}.due_on, due_on = case
        when excluded.step_id is ${table}.step_before and (
          select reviewed_at from applications where id = excluded.application_id
        ) > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 hour')
        then ${table}.due_before else excluded.due_on end
    where ${table}.step_id is not excluded.step_id`)

/** A batch statement: the applications leave their steps, and keep their status. */
export const leaveStep = (db: Db, ids: SQL) =>
  db.run(sql`
    update ${table} set step_before = step_id, step_id = null, due_before = due_on, due_on = null
    where application_id in ${ids} and step_id is not null`)

/**
 * A batch statement for Undo, before the status is put back to `status` (SQL, on the row of
 * applications): the applications return to the step that they were in before. `which` is a
 * condition on applications. Changes one row for each of them. Without a step before, one whose
 * status changes leaves its step with that: both are one transition (`db/triggers.ts`).
 */
export const returnToStep = (db: Db, which: SQL, status: SQL) =>
  db.run(sql`
    insert into ${table} (application_id, step_id)
    select applications.id, (
      select ${steps.id} from ${table} as left_step
      join ${steps} on ${steps.id} = left_step.step_before
      where left_step.application_id = applications.id and ${steps.status} = ${status})
    from applications where ${which}
    on conflict (application_id) do update
    set step_id = coalesce(excluded.step_id, (
        select ${table}.step_id from applications
        where applications.id = excluded.application_id and applications.status is not ${status})),
      step_before = null, due_on = iif(excluded.step_id is null, null, due_before), due_before = null`)
