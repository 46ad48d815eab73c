import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { answerMark, answerPrefix } from '#api/core/search/terms.ts'
import { hasOptions } from '#api/website/jobs/contract.ts'
import { load as loadJob } from '#api/website/jobs/rows.ts'
import type { Db } from '#db/client.ts'
import type { Answer } from '#db/enums.ts'
import type { formerOptionRow } from './contract/row.ts'

/** More options of one question are not listed. */
export const maxFormerOptions = 50

/** At most 30 options of today, so that as many former ones as are listed are found. */
const maxMarks = maxFormerOptions + 30

type FormerOption = z.infer<typeof formerOptionRow>

/**
 * What applications have chosen in the job's questions that is no longer an option. Jumps from
 * mark to mark in the search index, and reads one application for each unknown mark.
 */
export async function formerOptions(db: Db, job_id: number): Promise<FormerOption[]> {
  const questions =
    (await loadJob(db, job_id))?.questions?.filter(({ kind }) => hasOptions(kind)) ?? []
  if (!questions.length) return []
  const asked = questions.map(({ id }) => ({ id, prefix: answerPrefix(id) }))
  const offered = questions.flatMap(({ id, options }) =>
    (options ?? []).map((option) => answerMark(id, option)),
  )
  // A mark is its prefix and hex digits: all are below prefix + 'g', the next is above mark + '!'.
  const rows = await db.all<{ mark: string; answer: string }>(sql`
    with recursive
      asked as (
        select value ->> 'id' as question_id, value ->> 'prefix' as prefix
        from json_each(${JSON.stringify(asked)})
      ),
      found (question_id, prefix, mark, number) as (
        select question_id, prefix, (
          select term from application_words where term >= prefix and term < prefix || 'g'
          order by term limit 1
        ), 1 from asked
        union all
        select question_id, prefix, (
          select term from application_words where term >= mark || '!' and term < prefix || 'g'
          order by term limit 1
        ), number + 1 from found where mark is not null and number < ${maxMarks}
      )
    select mark, answer.value as answer
    from found
    cross join applications on applications.id = (
      select rowid from application_search where application_search match '"' || mark || '"' limit 1
    )
    cross join json_each(applications.answers) as answer
    where mark not in (select value from json_each(${JSON.stringify(offered)}))
      and answer.value ->> 'question_id' = question_id`)
  const options = rows.flatMap(({ mark, answer }) => chosen(JSON.parse(answer), mark))
  return questions.flatMap(({ id }) =>
    options
      .filter(({ question_id }) => question_id === id)
      .sort((a, b) => a.option.localeCompare(b.option, 'en'))
      .slice(0, maxFormerOptions),
  )
}

/** The option that the mark stands for; none for an answer from when the question had no options. */
function chosen({ question_id, kind, value }: Answer, mark: string): FormerOption[] {
  if (!hasOptions(kind)) return []
  return [value]
    .flat()
    .map(String)
    .filter((option) => answerMark(question_id, option) === mark)
    .map((option) => ({ question_id, option }))
}
