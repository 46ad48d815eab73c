import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { ContentKind } from '#db/enums.ts'
import { jobs, pages } from '#db/schema.ts'
import { type Env, signedInUser } from '../context.ts'
import { jobFields } from '../jobs/contract.ts'
import { pageInput } from '../pages/contract.ts'

/** Who saves: null and '' for the timer. */
export type Saver = { id: number | null; name: string }

export function saverOf(c: Context<Env>): Saver {
  const { id, first_name, last_name } = signedInUser(c)
  return { id, name: `${first_name} ${last_name}` }
}

export const nobody: Saver = { id: null, name: '' }

export const tableOf = { page: pages, job: jobs } as const

/** What says whether and when something is public is no part of drafts and versions. */
const stateFields = [
  'is_published',
  'publish_at',
  'unpublish_at',
  'is_active',
  'opens_on',
  'closes_on',
]

const fieldNames = {
  page: Object.keys(pageInput.shape),
  job: Object.keys(jobFields.shape),
}

/** The fields of a row that drafts and versions keep, in the order of the form. */
export const contentFields = (kind: ContentKind, row: object) =>
  Object.fromEntries(
    fieldNames[kind]
      .filter((name) => !stateFields.includes(name))
      .map((name) => [name, (row as Record<string, unknown>)[name] ?? null]),
  )

/** SQL: the columns that tell of a draft, for a select from the kind's table. */
export function draftColumns(kind: ContentKind) {
  const ofDraft = (column: string) =>
    sql.raw(`(select ${column} from drafts where kind = '${kind}' and subject_id = ${kind}s.id)`)
  return {
    has_draft: sql<boolean>`${ofDraft('1')} is not null`.mapWith(Boolean).as('has_draft'),
    draft_saved_at: sql<string | null>`${ofDraft('saved_at')}`.as('draft_saved_at'),
    draft_saved_by: sql<string | null>`${ofDraft(
      "(select first_name || ' ' || last_name from users where id = saved_by)",
    )}`.as('draft_saved_by'),
  }
}

/** SQL: the page or job exists and is not deleted. */
export const exists = (kind: ContentKind, id: number) =>
  kind === 'page'
    ? sql`exists (select 1 from pages where ${eq(pages.id, id)})`
    : sql`exists (select 1 from jobs where ${eq(jobs.id, id)} and deleted_at is null)`
