import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { z } from 'zod'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { readSomeSettings } from '#api/core/site-settings/site-settings.ts'
import { templateFor } from '#api/core/templates/template-for.ts'
import { type Language, languagesOf } from '#api/core/words/contract/names.ts'
import type { BulkParams } from '#db/enums.ts'
import { interviews } from '#db/schema.ts'
import { defaultNotify } from '../decisions/decide.ts'
import { nameOfStep } from '../hiring-steps/placement.ts'
import { hasEnding, isAhead } from '../interviews/rows.ts'
import { checkedParams, isUnchanged, refuseSize, selectedIds } from './begin.ts'
import type { bulkPreview } from './contract/row.ts'
import type { BulkRequest } from './contract.ts'

type Template = Awaited<ReturnType<typeof templateFor>>

/** SQL: when a candidate gets the action's email: `now`, `later` or `never`. */
function notifyOf(c: Context<Env>, { tell, subject }: BulkParams, template: Template) {
  if (subject) return sql`'now'`
  if (!template) return sql`'never'`
  return tell ? sql`${tell}` : defaultNotify(signedInUser(c).id)
}

/** SQL for a column: by language, how many candidates who are emailed get the text untranslated. */
function untranslatedIn(languages: readonly Language[]) {
  const counts = languages.map(
    (language) => sql`${language},
      coalesce(sum(not unchanged and tell <> 'never' and language is ${language}), 0)`,
  )
  return sql`json_object(${sql.join(counts, sql`, `)})`
}

/** SQL: the action ends an interview that is ahead. */
const endsInterviews = ({ status }: BulkParams) =>
  status === 'rejected'
    ? sql`exists (select 1 from ${interviews} where application_id = applications.id
        and ${isAhead} and not ${hasEnding})`
    : sql`0`

type Candidate = z.infer<typeof bulkPreview>['first'][number]

/** What the action would do. */
export async function preview(c: Context<Env>, request: BulkRequest) {
  const { db } = c.var
  const params = await checkedParams(c, request)
  const ids = await selectedIds(c, request)
  const unchanged = isUnchanged(params, sql`status`)
  const { status, step_id, reason_id } = params
  const [settings, template] = await Promise.all([
    readSomeSettings(db, 'site_language', 'site_languages'),
    status && templateFor(db, status, step_id, reason_id),
  ])
  const [main, ...others] = languagesOf(settings)
  const lacking = template ? others.filter((tag) => !template.translations[tag]) : []
  const [{ untranslated, ...counts }, first] = await db.batch([
    db.get<{
      untranslated: string
      total: number
      unchanged: number
      emails: number
      held: number
      interviews: number
    }>(sql`
      select count(*) as total, coalesce(sum(unchanged), 0) as unchanged,
        coalesce(sum(not unchanged and tell <> 'never'), 0) as emails,
        coalesce(sum(not unchanged and tell = 'later'), 0) as held,
        coalesce(sum(not unchanged and ends), 0) as interviews,
        ${untranslatedIn(lacking)} as untranslated
      from (
        select ${unchanged} as unchanged, language, ${endsInterviews(params)} as ends,
          case when withdrawn_at is null then ${notifyOf(c, params, template || undefined)} else 'never' end as tell
        from (${ids}) as selected join applications on applications.id = selected.id)`),
    db.all<Candidate>(sql`
      select applications.id, reference, first_name, last_name, jobs.title as job_title
      from (${ids}) as selected join applications on applications.id = selected.id
        join jobs on jobs.id = job_id
      limit 5`),
  ])
  refuseSize(counts.total)
  return {
    ...counts,
    untranslated: Object.entries<number>(JSON.parse(untranslated)).flatMap(
      ([language, candidates]) => (candidates ? [{ language, instead: main, candidates }] : []),
    ),
    step_name: step_id ? await nameOfStep(db, step_id) : null,
    first,
  }
}
