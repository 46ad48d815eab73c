import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { User } from 'lucia'
import type { z } from 'zod'
import { reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { dueCutoffs, responseCutoff } from '#api/core/calendar/waiting.ts'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { applicationQuery } from '#api/core/search/terms.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import type { Db } from '#db/client.ts'
import { applications as table } from '#db/schema.ts'
import { answeredQuestion } from './contract/answers.ts'
import type { applicationFilter } from './contract.ts'
import type { Filter } from './list.ts'

const maxAnswerFilters = 20

/** The parameters `answer_{question id}`, whose names no schema can list. */
export function answerFilters(parameters: Record<string, string[]>) {
  const sought = Object.entries(parameters).flatMap(([name, values]) => {
    const id = answeredQuestion(name)
    return id === undefined ? [] : values.map((value) => ({ id, value: value.trim() }))
  })
  if (sought.length > maxAnswerFilters)
    throw new Problem(400, `Filter by at most ${maxAnswerFilters} answers`)
  return sought
}

type Filters = z.infer<z.ZodObject<typeof applicationFilter>>
type Given = Omit<Filters, 'status' | 'tags'> & Partial<Pick<Filters, 'status' | 'tags'>>

/** The id of the application with this reference, in any case and with or without a #. */
async function idOfReference(db: Db, q: string) {
  const [, reference] = /^#?([a-z][a-z2-9]{5})$/i.exec(q.trim()) ?? []
  if (!reference) return undefined
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.reference, reference.toUpperCase()))
  return found?.id
}

/** The jobs to look in: the one that is asked for, of those whose applications the person reviews. */
function jobsFor(me: User, job_id: number | 'all', mine: boolean) {
  const reviewed = reviewedJobs(me)
  const jobs = mine ? me.team_jobs : reviewed
  if (jobs === 'all') return { job_id }
  if (job_id !== 'all') return jobs.includes(job_id) ? { job_id } : { job_id, jobs: [] }
  return jobs.length === 1 ? { job_id: jobs[0]! } : { job_id, jobs }
}

const tagsIn = (lists: string[]) => [...new Set(lists.flatMap((ids) => ids.split(',').map(Number)))]

/** The list's filters as SQL needs them: for the asking reviewer, at this moment. */
export async function filterOf(
  c: Context<Env>,
  {
    status = 'all',
    job_id,
    q,
    unread,
    unread_messages,
    waiting,
    due,
    step_due,
    withdrawn,
    keep,
    mine,
    step_id,
    tags,
  }: Given,
  parameters: Record<string, string[]> = c.req.queries(),
): Promise<Filter> {
  const answers = answerFilters(parameters)
  if (answers.length && job_id === 'all')
    throw Problem.field(400, 'job_id', 'Choose a job to filter by its answers')
  const number = (await idOfReference(c.var.db, q)) ?? /^#([1-9]\d{0,14})$/.exec(q)?.[1]
  const words = number ? undefined : applicationQuery(q)
  return {
    status,
    ...jobsFor(signedInUser(c), job_id, mine === 'true'),
    answers,
    ...(step_id && { step: step_id }),
    ...(tags?.length && { tags: tagsIn(tags) }),
    ...(words && { words }),
    ...(number && { number: Number(number) }),
    ...(unread && { unreadBy: signedInUser(c).id }),
    ...(unread_messages && { unreadMessages: true }),
    ...(waiting && { waitingSince: await responseCutoff(c.var.db) }),
    ...(due && { dueBefore: (await dueCutoffs(c.var.db)).due }),
    ...(step_due && { stepDueOn: await siteToday(c.var.db) }),
    ...(keep && { retainedOn: await siteToday(c.var.db) }),
    ...(withdrawn && { withdrawn: withdrawn === 'true' }),
  }
}
