import { type Context, Hono } from 'hono'
import { reviewedJobs } from '#api/accounts/auth/contract/access.ts'
import { daysLater } from '#api/core/calendar/contract/dates.ts'
import { byteOrderMark, csvLine } from '#api/core/http/csv.ts'
import { Problem } from '#api/core/http/problem.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { canReview, route } from '#api/core/route/route.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { hiringReportRow } from './contract/row.ts'
import { maxYears, type ReportGroup, reportFileQuery, reportQuery } from './contract.ts'
import { hiringReport } from './report.ts'

type Query = {
  from?: string | undefined
  to?: string | undefined
  group: ReportGroup
  job_id?: number | undefined
}

const yearsBefore = (day: string, years: number) =>
  `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`

/** The first day of the month eleven months before. */
const yearUpTo = (day: string) => `${daysLater(`${day.slice(0, 7)}-01`, -320).slice(0, 7)}-01`

/** Throws 400 for a period that ends before it begins, or is longer than five years. */
async function reportFor(c: Context<Env>, { from, to, group, job_id }: Query) {
  const { db } = c.var
  const last = to ?? (await siteToday(db))
  const first = from ?? yearUpTo(last)
  if (last < first) throw Problem.field(400, 'to', 'Choose a day that is not before the first')
  if (first < yearsBefore(last, maxYears))
    throw Problem.field(400, 'from', `Choose a period of at most ${maxYears} years`)
  const reviewed = reviewedJobs(signedInUser(c))
  const isTheirs = job_id === undefined || reviewed === 'all' || reviewed.includes(job_id)
  const jobs = job_id === undefined ? reviewed : isTheirs ? [job_id] : []
  return hiringReport(db, { from: first, to: last, group, jobs })
}

const heads: Record<ReportGroup, string> = {
  month: 'Month',
  job: 'Job',
  team: 'Team',
  source: 'Source',
  step: 'Step',
  reason: 'Reason',
}

const description =
  'Of the applications received in the period: what became of them by now, and how many days it took. Counts what was erased too. Members of hiring teams see their jobs only.'

export const reports = new Hono<Env>()

  .get(
    '/hiring',
    route(
      {
        summary: 'Report on hiring',
        description,
        access: canReview('of any job'),
        query: reportQuery,
        answers: { 200: hiringReportRow },
      },
      async (c) => c.json(await reportFor(c, c.req.valid('query'))),
    ),
  )

  .get(
    '/hiring.csv',
    route(
      {
        summary: 'Report on hiring as a table',
        description,
        access: canReview('of any job'),
        query: reportFileQuery,
        answers: {
          200: {
            description: 'One row a line (RFC 4180). Its head is in words.',
            content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      async (c) => {
        const { separator, ...query } = c.req.valid('query')
        const { rows } = await reportFor(c, query)
        const head = [
          heads[query.group],
          'Views',
          'Applications',
          'Shortlisted',
          'Selected',
          'Rejected',
          'Withdrawn',
          'Median days to first response',
          'Median days to decision',
        ]
        const lines = rows.map(({ key: _, label, views, ...counts }) => [
          label,
          views,
          counts.applications,
          counts.shortlisted,
          counts.selected,
          counts.rejected,
          counts.withdrawn,
          counts.days_to_response,
          counts.days_to_decision,
        ])
        return c.body(
          byteOrderMark + [head, ...lines].map((line) => csvLine(line, separator)).join(''),
          200,
          {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': `attachment; filename="hiring-by-${query.group}.csv"`,
          },
        )
      },
    ),
  )
