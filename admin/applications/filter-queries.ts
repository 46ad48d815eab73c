/** What requests need of the filters. Without their schema: every screen loads the counts. */

import type { ApplicationFilters } from './filters.ts'

export const unfiltered: ApplicationFilters = {
  status: 'all',
  job_id: 'all',
  q: '',
  sort: '-created_at',
  page: 1,
  answers: {},
}

/** Filters that are on or off, in this order. */
export const onlyLabel = {
  mine: 'My jobs',
  unread: 'Unread',
  unread_messages: 'Unread messages',
  waiting: 'Waiting for an answer',
  due: 'Due today or late',
  step_due: 'Step due today or late',
  keep: 'Agreed to be kept',
} as const
export const onlyFilters = Object.keys(onlyLabel) as (keyof typeof onlyLabel)[]

/** The filters as queries of the API take them, without the order and how it is shown. */
export function queryOf({
  sort: _,
  page: __,
  view: ___,
  job_id,
  step_id,
  tags,
  answers,
  ...rest
}: ApplicationFilters) {
  const ids = {
    job_id: String(job_id),
    ...(step_id && { step_id: String(step_id) }),
    ...(tags?.length && { tags: tags.join(',') }),
  }
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return { ...(set as typeof rest), ...ids, ...answers }
}

/** The same without the status: for the counts of each. */
export function otherFilters(filters: ApplicationFilters) {
  const { status: _, ...rest } = queryOf(filters)
  return rest
}

/** The filters as a bulk action takes them. */
export function bulkFilterOf(filters: ApplicationFilters) {
  const { status, job_id, step_id, tags, q, withdrawn, answers } = filters
  const only = onlyFilters.filter((name) => filters[name]).map((name) => [name, true])
  return {
    status,
    job_id,
    q,
    ...(step_id && { step_id }),
    ...(tags?.length && { tags }),
    ...(withdrawn && { withdrawn: withdrawn === 'true' }),
    ...(Object.fromEntries(only) as Partial<Record<(typeof onlyFilters)[number], true>>),
    answers: Object.fromEntries(
      Object.entries(answers).map(([name, value]) => [name.replace('answer_', ''), value]),
    ),
  }
}
