import { eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '../client.ts'
import { jobs, pages, versions } from '../schema.ts'
import pageTexts from './data/pages.json' with { type: 'json' }
import type { jobRows } from './jobs.ts'
import { figures } from './pictures.ts'

type Person = { id: SQL<number>; name: string }
/** By `pam` and the like; the administrator is `ada`. */
type By = 'ada' | 'pam' | 'joe'
export type Staff = Record<By, Person>

/** The versions of a page, oldest first: who saved it, how many days ago, and its parts then. */
type PageVersion = { by: By; ago: number; parts?: number }
const pageHistory: Record<string, PageVersion[]> = {
  home: [
    { by: 'ada', ago: 45, parts: 1 },
    { by: 'pam', ago: 26, parts: 6 },
    { by: 'ada', ago: 12 },
  ],
  about: [
    { by: 'pam', ago: 44, parts: 3 },
    { by: 'pam', ago: 31 },
  ],
  'life-with-us': [{ by: 'pam', ago: 20 }],
  'how-we-hire': [
    { by: 'ada', ago: 43, parts: 6 },
    { by: 'pam', ago: 18, parts: 7 },
    { by: 'pam', ago: 4 },
  ],
  privacy: [{ by: 'ada', ago: 40 }],
}

type Job = ReturnType<typeof jobRows>[number]

/** The versions of a job, likewise, with what was different then. */
type JobVersion = { by: By; ago: number; was?: Partial<Job> }
const jobHistory: Record<number, JobVersion[]> = {
  1: [
    { by: 'joe', ago: 41.31, was: { pay_min: 32_000, pay_max: 36_000 } },
    { by: 'ada', ago: 34.2 },
  ],
  4: [
    {
      by: 'joe',
      ago: 27.44,
      was: { pay_max: 60_000, workplace: 'onsite', contact_name: null, contact_text: null },
    },
    { by: 'ada', ago: 26.1, was: { pay_max: 60_000 } },
    { by: 'joe', ago: 6.3 },
  ],
}

/** The fields of a version of a job: those of the form, in its order. */
const jobFields = [
  ...(['title', 'description', 'requirements', 'location', 'salary_range', 'team'] as const),
  ...(['employment_types', 'workplace', 'places', 'remote_countries'] as const),
  ...(['pay_min', 'pay_max', 'pay_currency', 'pay_unit', 'contact_name', 'contact_text'] as const),
  ...(['language', 'letter', 'letter_min', 'resume', 'questions', 'tell'] as const),
  ...(['evaluation_criteria', 'header_media_id', 'why_us', 'team_page_id'] as const),
]
const jobDefaults = { letter: 'required', letter_min: 400, resume: 'required', why_us: true }

type Days = (days: number) => string

const last = <T extends { ago: number }>(list: T[]) => list.at(-1)?.ago ?? 0

const pageId = (slug: string) => sql<number>`(select id from ${pages} where slug = ${slug})`

const rowOf = (
  kind: 'page' | 'job',
  subject_id: SQL<number> | number,
  { version, by, at, fields }: { version: number; by: Person; at: string; fields: object },
) => ({
  kind,
  // Drizzle's type of inserts has no SQL for it.
  subject_id: subject_id as number,
  version,
  is_draft: false,
  fields: fields as Record<string, unknown>,
  saved_at: at,
  saved_by: by.id as unknown as number,
  saved_name: by.name,
})

const pageVersions = (daysAgo: Days, staff: Staff) =>
  pageTexts.flatMap(({ slug, title, content, meta_description }) =>
    (pageHistory[slug] ?? []).map(({ by, ago, parts }, index) =>
      rowOf('page', pageId(slug), {
        version: index + 1,
        by: staff[by],
        at: daysAgo(ago),
        fields: {
          title,
          slug,
          content: figures(content.slice(0, parts)).join(''),
          meta_description,
        },
      }),
    ),
  )

const jobVersions = (list: readonly Job[], daysAgo: Days, staff: Staff) =>
  list.flatMap((job) =>
    (jobHistory[job.id] ?? []).map(({ by, ago, was }, index) => {
      const then: Record<string, unknown> = { ...jobDefaults, ...job, ...was }
      const fields = Object.fromEntries(jobFields.map((name) => [name, then[name] ?? null]))
      return rowOf('job', job.id, {
        version: index + 1,
        by: staff[by],
        at: daysAgo(ago),
        fields,
      })
    }),
  )

/** Statements: the versions of pages and jobs, and when each was last changed. */
export const historyRows = (
  db: Db,
  { jobs: list, daysAgo, staff }: { jobs: readonly Job[]; daysAgo: Days; staff: Staff },
): BatchItem<'sqlite'>[] => [
  db
    .insert(versions)
    .values([...pageVersions(daysAgo, staff), ...jobVersions(list, daysAgo, staff)]),
  ...Object.entries(pageHistory).map(([slug, all]) =>
    db
      .update(pages)
      .set({ created_at: daysAgo(45), updated_at: daysAgo(last(all)) })
      .where(eq(pages.slug, slug)),
  ),
  ...Object.entries(jobHistory).map(([id, all]) =>
    db
      .update(jobs)
      .set({ updated_at: daysAgo(last(all)) })
      .where(eq(jobs.id, Number(id))),
  ),
]

/** What the activity log has of them. */
export const historyEvents = (list: readonly Job[], daysAgo: Days, staff: Staff) => [
  ...pageTexts.flatMap(({ slug, title }) =>
    (pageHistory[slug] ?? []).map(({ by, ago }) => ({
      at: daysAgo(ago),
      actor_id: staff[by].id,
      actor_name: staff[by].name,
      action: 'page.changed' as const,
      target_id: pageId(slug),
      target_name: title,
      detail: { slug, is_published: true },
    })),
  ),
  ...list.flatMap(({ id, title }) =>
    (jobHistory[id] ?? []).map(({ by, ago }, index) => ({
      at: daysAgo(ago),
      actor_id: staff[by].id,
      actor_name: staff[by].name,
      action: index ? ('job.changed' as const) : ('job.created' as const),
      target_id: id,
      target_name: title,
      detail: { is_active: true },
    })),
  ),
]
