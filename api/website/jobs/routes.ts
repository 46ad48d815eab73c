import { and, eq, isNotNull, max } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { may } from '#api/accounts/auth/contract/access.ts'
import { closedOn } from '#api/core/calendar/contract/dates.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { isAmong, reviewedBy } from '#api/core/reviewers/scope.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import { siteTimeZone, siteToday } from '#api/core/site-settings/today.ts'
import { jobs as table } from '#db/schema.ts'
import { withDraftQuery } from '../content/contract/fields.ts'
import { discardDraft } from '../content/draft.ts'
import { saverOf } from '../content/fields.ts'
import { versionOf, versionRoutes } from '../content/version-routes.ts'
import { previewLinksOf } from '../preview-links/routes.ts'
import { translationRoutes } from '../translations/routes.ts'
import { withTranslations } from '../translations/rows.ts'
import {
  inReadersLanguage,
  notHidden,
  notHiddenIn,
  refuseOtherLanguage,
} from '../translations/shown.ts'
import { changeJob, insertJob } from './change.ts'
import {
  closedProblem,
  facetRows,
  jobRow,
  jobSummaryRow,
  lastChangeRow,
  openApplicationRow,
  publicJobRow,
  shownJobRow,
  suggestionsRow,
} from './contract/row.ts'
import { jobChange, jobInput, jobSearch, jobSort, jobState, mine } from './contract.ts'
import { publishJobDraft, saveJobDraft } from './draft.ts'
import { countFacets } from './filter.ts'
import { listJobs } from './list.ts'
import { existingPage } from './pictures.ts'
import {
  active,
  brief,
  clean,
  copyOf,
  forStaff,
  inState,
  jobContent,
  listed,
  load,
  loadWithDraft,
  missing,
  newest,
  notDeleted,
  published,
  withIds,
  withTexts,
} from './rows.ts'
import { newJob, schedule } from './schedule.ts'
import { shownJob, shownJobs } from './shown.ts'
import { similarJobs } from './similar.ts'
import { withSpelling } from './spelling.ts'
import { suggestions } from './suggestions.ts'
import { jobTranslations, readOriginals } from './translations.ts'
import { deleteJob } from './trash.ts'

const readOnly = [
  'id',
  'created_at',
  'first_active_at',
  'closed_at',
  'application_count',
  'status_counts',
  'owners',
  'location_text',
  'salary_text',
  'has_draft',
  'draft_saved_by',
  'languages',
  'translations',
]
const limitKb = 512

const manageJobs = can('manage_jobs')

const setActive = (c: Context<Env>, is_active: boolean) =>
  changeJob(c.var.db, idOf(c, missing), { is_active }, saverOf(c))

export const jobs = new Hono<Env>()

  .get(
    '/active',
    route(
      {
        summary: 'List active jobs',
        access: anyone(),
        scope: 'jobs:read',
        query: { ...paging, ...jobSearch, ...jobSort },
        answers: { 200: publicJobRow.array(), 429: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const search = await withSpelling(c, c.req.valid('query'))
        const which = and(listed, await notHidden(db, 'job'))
        const rows = await listJobs(c, which, search, (where, limit, offset) =>
          db
            .select(published)
            .from(table)
            .where(where)
            .orderBy(...newest)
            .limit(limit)
            .offset(offset),
        )
        return c.json(await shownJobs(db, rows))
      },
    ),
  )

  .get(
    '/active/summaries',
    route(
      {
        summary: 'List active jobs in short, without their texts',
        access: anyone(),
        scope: 'jobs:read',
        query: { ...paging, ...jobSearch },
        answers: { 200: jobSummaryRow.array(), 429: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const search = await withSpelling(c, c.req.valid('query'))
        const which = and(listed, await notHidden(db, 'job'))
        const rows = await listJobs(c, which, search, (where, limit, offset) =>
          db
            .select(brief)
            .from(table)
            .where(where)
            .orderBy(...newest)
            .limit(limit)
            .offset(offset),
        )
        return c.json(await shownJobs(db, rows))
      },
    ),
  )

  .get(
    '/active/facets',
    route(
      {
        summary: 'Count active jobs by team, type, workplace and place',
        description:
          'A count is of the jobs that the other filters leave; `q` is the search, without misspellings when they find nothing.',
        access: anyone(),
        scope: 'jobs:read',
        query: jobSearch,
        answers: { 200: facetRows, 429: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const search = await withSpelling(c, c.req.valid('query'))
        const which = and(listed, await notHidden(db, 'job'))
        return c.json({ q: search.q, ...(await countFacets(db, which, search)) })
      },
    ),
  )

  .get(
    '/active/open-application',
    route(
      {
        summary: 'Read which active job takes open applications',
        description: 'Null without one, and while it is not listed.',
        access: anyone(),
        scope: 'jobs:read',
        answers: { 200: openApplicationRow },
      },
      async (c) => {
        const { db } = c.var
        const { id, title, language, updated_at } = table
        const isIt = and(active, eq(table.is_open_application, true), eq(table.is_listed, true))
        const rows = await db
          .select({ id, title, language, updated_at })
          .from(table)
          .where(and(isIt, await notHidden(db, 'job')))
        const [row] = await inReadersLanguage(db, 'job', rows)
        return c.json(row ?? null)
      },
    ),
  )

  .get(
    '/active/changed',
    route(
      {
        summary: 'Read when a job that visitors saw last changed, closed or was deleted',
        description: 'For feeds: unlike the latest `updated_at` of a list, it never goes back.',
        access: anyone(),
        scope: 'jobs:read',
        answers: { 200: lastChangeRow },
      },
      async (c) => {
        const [row] = await c.var.db
          .select({ updated_at: max(table.updated_at) })
          .from(table)
          .where(isNotNull(table.first_active_at))
        return c.json({ updated_at: row?.updated_at ?? null })
      },
    ),
  )

  .get(
    '/suggestions',
    route(
      {
        summary: 'List what earlier jobs said of team, place, pay and contact',
        access: manageJobs,
        scope: 'jobs:read',
        answers: { 200: suggestionsRow },
      },
      async (c) => c.json(await suggestions(c.var.db)),
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read a job',
        description:
          'Anyone reads active jobs. Staff read the inactive ones too, and how many applied.',
        access: anyone({ seesMore: ['manage_jobs', 'review_applications'] }),
        scope: 'jobs:read',
        query: withDraftQuery,
        answers: { 200: z.union([jobRow, shownJobRow]), 404: 'refused', 410: closedProblem },
      },
      async (c) => {
        const { db, user } = c.var
        const job = orNotFound(await load(db, idOf(c, missing)), missing)
        if (c.req.valid('query').draft === 'true' && user && may(user, 'manage_jobs'))
          return c.json(await loadWithDraft(db, job.id))
        if (user && (may(user, 'manage_jobs') || may(user, 'review_applications', job.id)))
          return c.json(job)
        if (!job.is_active && !job.first_active_at) throw new Problem(404, missing)
        const closed_on = job.is_active ? undefined : closedOn(job, await siteTimeZone(db))
        if (!job.is_active) throw new Problem(410, missing, closed_on ? { closed_on } : {})
        const hidden = await notHiddenIn(c, 'job')
        if (hidden && !(await db.$count(table, and(eq(table.id, job.id), hidden))))
          throw new Problem(404, missing)
        return c.json(await shownJob(db, job))
      },
    ),
  )

  .get(
    '/:id/similar',
    route(
      {
        summary: 'List active jobs like this one',
        description:
          'Up to three: of the same team, with words of its title, else the newest. Also for a closed job.',
        access: anyone(),
        scope: 'jobs:read',
        answers: { 200: publicJobRow.array(), 404: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const job = orNotFound(await load(db, idOf(c, missing)), missing)
        if (!job.first_active_at) throw new Problem(404, missing)
        return c.json(await similarJobs(db, job))
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'List all jobs',
        description:
          '`state`: `inactive` are all that visitors can’t see; `scheduled` ones open by themselves, `closed` ones were active before.',
        access: {
          kind: 'can',
          anyOf: ['manage_jobs', 'review_applications'],
          members: 'of any job',
        },
        scope: 'jobs:read',
        query: { ...paging, ...jobSearch, state: jobState, mine },
        answers: { 200: jobRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const { state, mine, ...search } = c.req.valid('query')
        const me = signedInUser(c)
        const seen = may(me, 'manage_jobs') ? undefined : reviewedBy(me, table.id)
        const own = mine && isAmong(table.id, me.team_jobs)
        const which = and(notDeleted, state && inState[state], seen, own)
        const rows = await listJobs(c, which, search, (where, limit, offset) =>
          db
            .select(forStaff)
            .from(table)
            .where(where)
            .orderBy(...newest)
            .limit(limit)
            .offset(offset),
        )
        const all = await withTranslations(db, 'job', rows, (ids) => readOriginals(db, ids))
        return c.json(all.map(withTexts))
      },
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a job',
        access: manageJobs,
        scope: 'jobs:write',
        json: {
          schema: jobInput,
          example: { title: 'Cook', description: '<p>Cook.</p>' },
          readOnly: [...readOnly, 'updated_at', 'draft_saved_at'],
          limitKb,
        },
        answers: { 201: jobRow },
        audit: 'job.created',
      },
      async (c) => {
        const { db } = c.var
        const { questions, ...given } = c.req.valid('json')
        const state = schedule(newJob, given, await siteToday(db))
        const job = { ...clean(given), ...state, questions: withIds(questions) }
        return c.json(await insertJob(db, job, saverOf(c)), 201)
      },
    ),
  )

  .put(
    '/:id',
    route(
      {
        summary: 'Change a job',
        access: manageJobs,
        scope: 'jobs:write',
        json: { schema: jobChange, example: { title: 'Baker' }, readOnly, limitKb },
        answers: { 200: jobRow, 404: 'refused', 409: conflictWith(jobRow) },
        audit: 'job.changed',
        repeats: true,
      },
      async (c) => {
        const { db } = c.var
        const id = idOf(c, missing)
        const { draft, draft_saved_at, shown_language, ...change } = c.req.valid('json')
        if (shown_language) refuseOtherLanguage(db, await load(db, id), shown_language)
        const options = draft_saved_at ? { draft: draft_saved_at } : {}
        if (!draft) return c.json(await changeJob(db, id, change, saverOf(c), options))
        c.set('actionOnSuccess', 'job.draft_saved')
        return c.json(await saveJobDraft(db, id, { ...change, draft_saved_at }, saverOf(c)))
      },
    ),
  )

  .post(
    '/:id/publish-draft',
    route(
      {
        summary: 'Publish the unpublished changes of a job',
        description: 'Whether and when visitors see the job stays as it is.',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 200: jobRow, 404: 'refused' },
        audit: 'job.draft_published',
      },
      async (c) => c.json(await publishJobDraft(c.var.db, idOf(c, missing), saverOf(c))),
    ),
  )

  .delete(
    '/:id/draft',
    route(
      {
        summary: 'Discard the unpublished changes of a job',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 200: jobRow, 404: 'refused' },
        audit: 'job.draft_discarded',
      },
      async (c) => {
        const id = idOf(c, missing)
        await discardDraft(c.var.db, { kind: 'job', id })
        return c.json(orNotFound(await load(c.var.db, id), missing))
      },
    ),
  )

  .post(
    '/:id/versions/:version/restore',
    route(
      {
        summary: 'Restore an earlier version of a job',
        description: 'As a new version; whether and when visitors see the job stays as it is.',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 200: jobRow, 404: 'refused' },
        audit: 'job.version_restored',
      },
      async (c) => {
        const { db } = c.var
        const { fields, translations } = await versionOf(c, jobContent)
        const team_page_id = await existingPage(db, fields.team_page_id)
        const options = { areItsQuestions: true, translations }
        const change = { ...fields, team_page_id }
        return c.json(await changeJob(db, idOf(c, missing), change, saverOf(c), options))
      },
    ),
  )

  .route('/', versionRoutes(jobContent))
  .route('/', previewLinksOf(jobContent))
  .route('/', translationRoutes(jobTranslations))

  .post(
    '/:id/activate',
    route(
      {
        summary: 'Activate a job',
        description: 'Visible now: clears an opening date to come and a closing date that is past.',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 200: jobRow, 404: 'refused' },
        audit: 'job.activated',
      },
      async (c) => c.json(await setActive(c, true)),
    ),
  )

  .post(
    '/:id/deactivate',
    route(
      {
        summary: 'Deactivate a job',
        description: 'Closed now: clears an opening date to come.',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 200: jobRow, 404: 'refused' },
        audit: 'job.deactivated',
      },
      async (c) => c.json(await setActive(c, false)),
    ),
  )

  .post(
    '/:id/duplicate',
    route(
      {
        summary: 'Duplicate a job',
        description:
          'The copy is inactive, without dates and applications. It has the hiring steps of the original and, if the caller also holds `review_applications`, its hiring team.',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 201: jobRow, 404: 'refused' },
        audit: 'job.created',
      },
      async (c) => {
        const { db } = c.var
        const from = idOf(c, missing)
        const copy = copyOf(orNotFound(await load(db, from), missing))
        const withTeam = may(signedInUser(c), 'review_applications')
        return c.json(await insertJob(db, copy, saverOf(c), { from, withTeam }), 201)
      },
    ),
  )

  .delete(
    '/:id',
    route(
      {
        summary: 'Delete a job',
        description: 'Its applications stay, and keep its title.',
        access: manageJobs,
        scope: 'jobs:write',
        answers: { 204: null, 404: 'refused' },
        audit: 'job.deleted',
      },
      async (c) => {
        const deleted = await deleteJob(c.var.db, idOf(c, missing), saverOf(c))
        c.set('auditTarget', deleted)
        return c.body(null, 204)
      },
    ),
  )
