import { type Placeholder, sql } from 'drizzle-orm'
import { answerFiles, applications, documentRequests, fileScans, virusScanner } from '#db/schema.ts'
import type { FileCheck } from './contract/row.ts'

type Row = Omit<FileCheck, 'is_late'> & { is_late: 0 | 1 }

/** SQL: the files of the application with this id that can't be opened because of the virus scanner. */
export const fileChecksOf = (id: number | Placeholder) =>
  sql`(
    with files as (
      select 'resume' as file, null as id, resume_key as key from ${applications} where id = ${id}
      union all select 'answer', question_id, key from ${answerFiles} where application_id = ${id}
      union all select 'document', id, key from ${documentRequests} where application_id = ${id})
    select json_group_array(json_object('file', file, 'id', id, 'state', state, 'threat', threat,
      'is_late', is_late, 'at', at)) from (
    select file, files.id as id, state, threat, tries > 0 or failing_since is not null as is_late,
      coalesce(scanned_at, created_at) as at
    from ${fileScans} join files on files.key = ${fileScans.key} join ${virusScanner}
    where ${fileScans.application_id} = ${id} and (
      state = 'infected' or is_on = 1 and (state = 'too_large' or state = 'waiting' and is_earlier = 0))
    union all
    select 'answer', value ->> 'question_id', 'removed', null, 0, null
    from ${applications}, json_each(${applications.answers})
    where ${applications.id} = ${id} and value ->> 'kind' = 'file' and not exists (
      select 1 from ${answerFiles}
      where application_id = ${id} and question_id = value ->> 'question_id')))`.mapWith(
    (rows: string): FileCheck[] =>
      (JSON.parse(rows) as Row[]).map((row) => ({ ...row, is_late: Boolean(row.is_late) })),
  )
