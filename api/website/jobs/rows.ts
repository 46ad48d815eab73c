import { randomInt } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { columnsOf } from '#api/core/http/columns.ts'
import { visibleLength } from '#api/core/http/contract/text.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound } from '#api/core/http/rows.ts'
import { hasPicture } from '#api/core/rich-text/contract/figures.ts'
import { type Language, wordsOf } from '#api/core/words/contract.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import type { Db } from '#db/client.ts'
import { type ApplicationStatus, applicationStatuses, type Question } from '#db/enums.ts'
import { applicationCounts, jobs as table } from '#db/schema.ts'
import { sanitizeAd } from '../blocks/page-text.ts'
import { isBehind, readDraft } from '../content/draft.ts'
import { type Content, draftColumns, pick } from '../content/fields.ts'
import { locationText, salaryText } from './contract/facts.ts'
import { jobRow, jobSummaryRow, publicJobRow } from './contract/row.ts'
import { jobErrors } from './contract/rules.ts'
import { type JobState, jobFields, type QuestionInput } from './contract.ts'

/** Columns for anyone. */
export const published = columnsOf(table, publicJobRow)

/** Those for lists of all jobs. */
export const brief = columnsOf(table, jobSummaryRow)

/** Columns for staff. */
export const forStaff = {
  ...columnsOf(table, jobRow),
  ...draftColumns('job'),
  application_count:
    sql<number>`(select coalesce(sum(${applicationCounts.count}), 0) from ${applicationCounts} where ${applicationCounts.job_id} = ${table.id})`.as(
      'application_count',
    ),
  status_counts: sql`(select json_object(${sql.join(
    applicationStatuses.flatMap((status) => [
      sql`${status}`,
      sql`coalesce(sum(${applicationCounts.count}) filter (where ${applicationCounts.status} = ${status}), 0)`,
    ]),
    sql`, `,
  )}) from ${applicationCounts} where ${applicationCounts.job_id} = ${table.id})`
    .mapWith((json: string) => JSON.parse(json) as Record<ApplicationStatus, number>)
    .as('status_counts'),
  // Drizzle leaves out the tables' names in a select from one.
  owners: sql`(select json_group_array(first_name || ' ' || last_name)
    from hiring_teams join users on users.id = hiring_teams.user_id
    where hiring_teams.job_id = jobs.id and hiring_teams.owner = 1)`
    .mapWith((json: string) => (JSON.parse(json) as string[]).sort())
    .as('owners'),
}

/** Not deleted. */
export const notDeleted = isNull(table.deleted_at)
/** As a number in the text: a bound value would be compared with each partial index's condition. */
const isActive = sql`${table.is_active} = 1`
/** Visible to visitors. */
export const active = sql`(${notDeleted} and ${isActive})`
/** In what visitors search and list. */
export const listed = sql`(${active} and ${table.is_listed} = 1 and ${table.is_open_application} = 0)`
/** The ids of the active jobs at whose address only they are. */
export const unlistedJobs = async (db: Db) =>
  (
    await db
      .select({ id: table.id })
      .from(table)
      .where(and(active, eq(table.is_listed, false)))
      .orderBy(table.id)
  ).map(({ id }) => id)
/** Open on the day `today`, even while the timer has not run since midnight. */
export const openOn = (today: string | Placeholder) =>
  sql<number>`(${notDeleted} and ${table.is_active} and coalesce(${table.opens_on} <= ${today}, 1) and coalesce(${table.closes_on} >= ${today}, 1))`
/** The condition of each state. */
export const inState: Record<JobState, SQL | undefined> = {
  active: isActive,
  inactive: eq(table.is_active, false),
  scheduled: eq(table.is_scheduled, true),
  closed: and(
    eq(table.is_active, false),
    eq(table.is_scheduled, false),
    isNotNull(table.first_active_at),
  ),
}
/** A job is posted when it opens; its draft may be months older. */
export const newest = [
  desc(sql`coalesce(${table.first_active_at}, ${table.created_at})`),
  desc(table.id),
]

/** In which words the texts are composed: by default the reader's. */
export function textOptions(language: Language = readerLanguage()) {
  const { facts, dateLocale } = wordsOf(language)
  return { words: facts, language, locale: dateLocale }
}

/** The columns that `withTexts` needs. */
export const summarized = {
  location: table.location,
  workplace: table.workplace,
  places: table.places,
  remote_countries: table.remote_countries,
  salary_range: table.salary_range,
  pay_min: table.pay_min,
  pay_max: table.pay_max,
  pay_currency: table.pay_currency,
  pay_unit: table.pay_unit,
}

type Summarized = Parameters<typeof locationText>[0] & Parameters<typeof salaryText>[0]

/** The row with the texts that are composed from its other columns. */
export const withTexts = <T extends Summarized>(job: T) => ({
  ...job,
  location_text: locationText(job, textOptions()),
  salary_text: salaryText(job, textOptions()),
})

export async function load(db: Db, id: number) {
  const [job] = await db
    .select(forStaff)
    .from(table)
    .where(and(eq(table.id, id), notDeleted))
  return job && withTexts(job)
}

const isEmpty = (html: string) => visibleLength(html) === 0 && !hasPicture(html)

/** Sanitizes rich text; missing fields stay missing. 400 for a description without visible text. */
export function clean<T extends { description?: string; requirements?: string | null }>(job: T): T {
  const description = job.description === undefined ? undefined : sanitizeAd(job.description)
  const requirements = sanitizeAd(job.requirements ?? '')
  if (description !== undefined && visibleLength(description) === 0)
    throw Problem.field(400, 'description', 'Job description is required')
  return {
    ...job,
    ...(description !== undefined && { description }),
    ...(job.requirements !== undefined && {
      requirements: isEmpty(requirements) ? null : requirements,
    }),
  }
}

/** Throws 400 for fields that don't fit together. */
export function checkWhole(job: Parameters<typeof jobErrors>[0]) {
  const details = jobErrors(job)
  if (details[0]) throw new Problem(400, details[0].message, { details })
}

/** Below 2^47, as randomInt takes it. */
const newQuestionId = () => randomInt(1, 2 ** 47)

/**
 * Gives new questions their ids; 400 for an id that is not one of `before`: answers to another
 * job's question would count as answers to this one.
 */
export function withIds(
  questions: QuestionInput[] | null | undefined,
  before: Question[] | null = null,
): Question[] | null | undefined {
  const known = new Set(before?.map(({ id }) => id))
  return (
    questions?.map((question, index) => {
      const { id = newQuestionId() } = question
      // Each id once: the second of two is unknown.
      if (question.id !== undefined && !known.delete(id)) {
        const message = 'This job has no question with this id'
        throw new Problem(400, message, {
          details: [{ path: ['questions', index, 'id'], message }],
        })
      }
      return { ...question, id }
    }) ?? (questions as null | undefined)
  )
}

/** What of a job is not in its drafts and versions: whether, when and as what visitors see it. */
const isState = ['is_active', 'opens_on', 'closes_on', 'is_listed', 'is_open_application']

/** What drafts and versions keep. */
export const contentOf = (row: object) =>
  pick(
    Object.keys(jobFields.shape).filter((name) => !isState.includes(name)),
    row,
  )

export const missing = 'Job not found'

export const jobContent: Content = {
  kind: 'job',
  missing,
  async read(db, id) {
    const job = await load(db, id)
    return job && { ...job, isPublic: job.is_active }
  },
}

export type LoadedJob = NonNullable<Awaited<ReturnType<typeof load>>>

/** A duplicate: all that an editor may write except dates and state. Its questions are new ones. */
export function copyOf(job: LoadedJob) {
  const written = Object.keys(jobFields.shape) as (keyof typeof jobFields.shape)[]
  const copy = Object.fromEntries(written.map((name) => [name, job[name]])) as Pick<
    LoadedJob,
    keyof typeof jobFields.shape
  >
  return {
    ...copy,
    // In code points, as `line` counts.
    title: [...`Copy of ${job.title}`].slice(0, 200).join('').trimEnd(),
    is_active: false,
    opens_on: null,
    closes_on: null,
    is_open_application: false,
    questions: job.questions?.map((question) => ({ ...question, id: newQuestionId() })) ?? null,
  }
}

/** The job as its draft has it; as it is, without one. */
export async function loadWithDraft(
  db: Db,
  id: number,
): Promise<LoadedJob & { draft_is_behind?: boolean }> {
  const job = orNotFound(await load(db, id), missing)
  const draft = await readDraft(db, { kind: 'job', id })
  if (!draft) return job
  const draft_is_behind = isBehind(draft, contentOf(job))
  return withTexts({ ...job, ...(draft.fields as Partial<LoadedJob>), draft_is_behind })
}

/** For a 409: without the draft, which is somebody else's, so that the next try leaves it alone. */
export const withoutDraft = (row: LoadedJob): LoadedJob => ({
  ...row,
  has_draft: false,
  draft_saved_at: null,
  draft_saved_by: null,
})
