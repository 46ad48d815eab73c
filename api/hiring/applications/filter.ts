import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import type { User } from 'lucia'
import type { z } from 'zod'
import { reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { applicationQuery } from '#api/core/search/terms.ts'
import type { Db } from '#db/client.ts'
import { applications as table } from '#db/schema.ts'
import { conditionsOf, fewOfJobs } from './conditions.ts'
import { answeredQuestion } from './contract/answers.ts'
import type { FilterValues } from './contract/filters.ts'
import type { applicationFilter } from './contract.ts'
import type { Filter } from './matching.ts'

const maxAnswerFilters = 20

/** The parameters `answer_{question id}`, whose names no schema can list. */
function answerFilters(parameters: Record<string, string[]>) {
  const sought = Object.entries(parameters).flatMap(([name, values]) => {
    const id = answeredQuestion(name)
    return id === undefined ? [] : values.map((value) => ({ id, value: value.trim() }))
  })
  if (sought.length > maxAnswerFilters)
    throw new Problem(400, `Filter by at most ${maxAnswerFilters} answers`)
  return sought
}

type Filters = z.infer<z.ZodObject<typeof applicationFilter>>
type Given = Pick<Filters, 'job_id' | 'q'> &
  Partial<Pick<Filters, 'status'>> &
  Omit<FilterValues, 'tags'> & { tags?: (number | number[])[] | undefined }

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

/** The list's filters as SQL needs them: for the asking reviewer, at this moment. */
export async function filterOf(
  c: Context<Env>,
  { status = 'all', job_id, q, mine, tags = [], ...others }: Given,
  parameters: Record<string, string[]> = c.req.queries(),
): Promise<Filter> {
  const { db } = c.var
  const me = signedInUser(c)
  const answers = answerFilters(parameters)
  if (answers.length && job_id === 'all')
    throw Problem.field(400, 'job_id', 'Choose a job to filter by its answers')
  const number = (await idOfReference(db, q)) ?? /^#([1-9]\d{0,14})$/.exec(q)?.[1]
  const words = number ? undefined : applicationQuery(q)
  const values = { ...others, tags: [...new Set(tags.flat())] }
  const where = jobsFor(me, job_id, mine === true)
  const theirs = 'jobs' in where ? where.jobs : undefined
  return {
    status,
    ...where,
    ...(theirs && { fewOfJobs: await fewOfJobs(db, theirs) }),
    answers,
    ...(words && { words }),
    ...(number && { number: Number(number) }),
    conditions: await conditionsOf(values, { db, reader: me.id }),
  }
}
