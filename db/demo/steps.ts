import { sql } from 'drizzle-orm'
import { applicationSteps, applications, type hiringSteps } from '../schema.ts'

/** For all jobs of the company. */
export const hiringStepRows = [
  { id: 1, place: 0, name: 'Phone call', status: 'pending', days: 7 },
  { id: 2, place: 1, name: 'Trial task', status: 'pending', days: 14 },
  { id: 3, place: 2, name: 'Interview', status: 'shortlisted', days: 10 },
  { id: 4, place: 3, name: 'Offer', status: 'shortlisted', days: null },
] satisfies (typeof hiringSteps.$inferInsert)[]

/** Some of the applications are in a step already. */
export const firstSteps = sql`
  insert into ${applicationSteps} (application_id, step_id, due_on)
  select id,
    case status when 'pending' then 1 + id % 2 else 3 + id % 2 end,
    case when status = 'pending' or id % 2 = 0 then date('now', '+' || (id % 9 + 1) || ' days') end
  from ${applications}
  where status in ('pending', 'shortlisted') and withdrawn_at is null and id % 3 > 0`
