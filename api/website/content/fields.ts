import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { subjectOf as translatedSubject } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import type { ContentKind } from '#db/enums.ts'
import { jobs, pages } from '#db/schema.ts'

/** Who saves: null and '' for the timer. */
export type Saver = { id: number | null; name: string }

export function saverOf(c: Context<Env>): Saver {
  const { id, first_name, last_name } = signedInUser(c)
  return { id, name: `${first_name} ${last_name}` }
}

export const nobody: Saver = { id: null, name: '' }

/** What the routes of drafts, history and preview links need to know of pages, or of jobs. */
export type Content = {
  kind: ContentKind
  /** The sentence of a 404. */
  missing: string
  read: (
    db: Db,
    id: number,
  ) => Promise<{ title: string; has_draft: boolean; isPublic: boolean } | undefined>
}

/** The page or job in the path; 404 without it. */
export async function subjectOf(c: Context<Env>, { kind, missing, read }: Content) {
  const id = idOf(c, missing)
  return { kind, id, ...orNotFound(await read(c.var.db, id), missing) }
}

/** These fields of a row, for a draft or version. */
export const pick = (names: readonly string[], row: object) =>
  Object.fromEntries(names.map((name) => [name, (row as Record<string, unknown>)[name] ?? null]))

/** SQL: columns about the draft, for a select from `pages` or `jobs`. */
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

/** SQL: the page or job exists, is not deleted, and is as it was at `updated_at`, if that is given. */
export const exists = (kind: ContentKind, id: number, updated_at?: string) => {
  const isUnmoved = updated_at ? sql`updated_at = ${updated_at}` : sql`true`
  return kind === 'page'
    ? sql`exists (select 1 from pages where ${eq(pages.id, id)} and ${isUnmoved})`
    : sql`exists (select 1 from jobs where ${eq(jobs.id, id)} and deleted_at is null and ${isUnmoved})`
}

/** SQL: not all of the page or job and its translations is public. */
export const hasUnpublished = (kind: ContentKind, id: number) =>
  sql`(${ofOriginal(kind, id)} or exists (select 1 from translations
    where kind = ${kind} and subject = ${translatedSubject(id)}
      and (is_published = 0 or draft is not null)))`

const ofOriginal = (kind: ContentKind, id: number) =>
  kind === 'page'
    ? sql`(exists (select 1 from drafts where kind = 'page' and subject_id = ${id})
        or exists (select 1 from pages where id = ${id} and is_published = 0))`
    : sql`(exists (select 1 from drafts where kind = 'job' and subject_id = ${id})
        or exists (select 1 from jobs where id = ${id} and is_active = 0))`
