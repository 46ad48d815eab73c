import { and, eq, exists, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { z } from 'zod'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import { siteToday } from '#api/core/site-settings/today.ts'
import { withoutBase } from '#api/core/translations/read.ts'
import type { Db } from '#db/client.ts'
import { foldedTitle } from '#db/folded-name.ts'
import { writeThen } from '#db/remote/write-then.ts'
import { hiringSteps, hiringTeams, jobs as table, touched, users } from '#db/schema.ts'
import { untilWritten } from '#db/write-if.ts'
import { isDraftOf, removePublished } from '../content/draft.ts'
import type { Saver } from '../content/fields.ts'
import { keepFirst, keepVersion } from '../content/versions.ts'
import { picturesIn, setUses } from '../media/uses.ts'
import {
  insertTranslations,
  restoreTranslations,
  type Translations,
} from '../translations/restore.ts'
import { listOf } from '../translations/rows.ts'
import type { jobChange } from './contract.ts'
import { picturesOf, refuseMissing, refuseMissingPage } from './pictures.ts'
import {
  checkWhole,
  clean,
  contentOf,
  load,
  loadWithDraft,
  missing,
  notDeleted,
  withIds,
  withoutDraft,
} from './rows.ts'
import { schedule } from './schedule.ts'
import { indexInserted, indexTranslation, reindexJob } from './search.ts'
import { copiedTranslations } from './translations.ts'

export type JobChange = Omit<
  z.output<typeof jobChange>,
  'draft' | 'draft_saved_at' | 'shown_language'
>

/** Batch statements, once the job with the latest id is there: it gets steps and team of another. */
const inherit = (db: Db, from: number, withTeam: boolean) => [
  db.run(sql`
    insert into ${hiringSteps} (job_id, place, name, status, days, template_id)
    select (select max(id) from ${table}), place, name, status, days, template_id
    from ${hiringSteps} where job_id = ${from} order by place`),
  ...(withTeam
    ? [
        db.run(sql`
          insert into ${hiringTeams} (job_id, user_id, owner)
          select (select max(id) from ${table}), user_id, owner from ${hiringTeams}
          join ${users} on ${users.id} = user_id and ${users.is_active} = 1
          where job_id = ${from}`),
      ]
    : []),
]

/** Adds a job and returns it; throws 400 when a picture or page that it names is gone. */
export async function insertJob(
  db: Db,
  job: typeof table.$inferInsert,
  by: Saver,
  {
    from,
    withTeam = false,
    also = [],
  }: {
    /** The job whose steps, and perhaps hiring team, it gets. */
    from?: number
    withTeam?: boolean
    /** Statements of the same batch. */
    also?: BatchItem<'sqlite'>[]
  } = {},
) {
  const id = sql`(select max(id) from ${table})`
  const translations = from === undefined ? [] : await copiedTranslations(db, from, job)
  const pictures = await picturesOf(db, job)
  await refuseMissingPage(db, job.team_page_id)
  const [[inserted]] = await db
    .batch([
      db
        .insert(table)
        .values({ ...job, folded_title: foldedTitle(job) })
        .returning({ id: table.id }),
      indexInserted(db, job),
      ...setUses(db, { kind: 'job', id }, pictures),
      ...(from === undefined ? [] : inherit(db, from, withTeam)),
      ...insertTranslations(db, 'job', id, translations, by),
      ...translations.map((one) => indexTranslation(db, id, job, one)),
      ...also,
    ])
    .catch(refuseMissing(db, job))
  const row = orNotFound(await load(db, inserted?.id ?? 0), missing)
  const fields = contentOf(row)
  const subject = { kind: 'job', id: row.id } as const
  await db.batch(keepVersion(db, { ...subject, fields, is_draft: !row.is_active, pictures, by }))
  return row
}

/**
 * Changes a job and returns it. Throws 404, 400 for fields that don't fit together, and 409 when
 * the row is not the one that the change was based on.
 */
export async function changeJob(
  db: Db,
  id: number,
  { updated_at, questions, ...given }: JobChange,
  by: Saver,
  {
    draft,
    areItsQuestions = false,
    translations,
  }: {
    /** `saved_at` of the draft that the change publishes. */
    draft?: string
    /** The questions come from a draft or version of the job, with their ids. */
    areItsQuestions?: boolean
    /** Those of the version that is restored. */
    translations?: Translations | null | undefined
  } = {},
) {
  const change = clean(given)
  const today = await siteToday(db)
  const current = async () => orNotFound(await load(db, id), missing)
  const conflict = async () =>
    stale(draft ? await loadWithDraft(db, id) : withoutDraft(await current()))
  // The search text covers the whole row: retry when the row changes in between.
  return untilWritten(async () => {
    const mine = and(eq(table.id, id), notDeleted)
    const [before, [mark]] = await Promise.all([
      current(),
      db
        .select({ is_scheduled: table.is_scheduled, updated_at: table.updated_at })
        .from(table)
        .where(mine),
    ])
    const isLate = updated_at && updated_at !== before.updated_at
    if (isLate || (draft && draft !== before.draft_saved_at)) throw await conflict()
    const isUnmoved = and(mine, eq(table.updated_at, before.updated_at))
    if (mark?.updated_at !== before.updated_at) return
    if (change.team_page_id !== before.team_page_id)
      await refuseMissingPage(db, change.team_page_id)
    const state = schedule({ ...before, is_scheduled: mark.is_scheduled }, change, today)
    const asked = areItsQuestions
      ? (questions as typeof before.questions | undefined)
      : withIds(questions, before.questions)
    const after = {
      ...before,
      ...change,
      ...state,
      ...(asked !== undefined && { questions: asked }),
    }
    checkWhole(after)
    const unmoved = draft ? and(isUnmoved, isDraftOf({ kind: 'job', id }, draft)) : isUnmoved
    const condition = exists(db.select({ id: table.id }).from(table).where(unmoved))
    const subject = { kind: 'job', id, condition } as const
    const pictures = await picturesOf(db, after)
    const stored = await listOf(db, 'job', id)
    const restored = Object.entries(translations ?? {}).map(([language, fields]) => ({
      language,
      fields: withoutBase(fields),
    }))
    const update = db
      .update(table)
      .set({
        ...change,
        ...state,
        questions: asked,
        folded_title: foldedTitle(after),
        updated_at: touched(table.updated_at),
      })
      .where(unmoved)
      .returning({ id: table.id })
    const statements = [
      ...keepFirst(db, {
        ...subject,
        fields: contentOf(before),
        updated_at: before.updated_at,
        is_draft: !before.is_active,
        pictures: picturesIn(before.description, before.requirements),
      }),
      ...setUses(db, subject, pictures),
      ...(translations
        ? restoreTranslations(db, 'job', id, {
            translations,
            by,
            condition,
          })
        : []),
      reindexJob(db, id, after, unmoved),
      ...[...stored, ...restored].map((one) => indexTranslation(db, id, after, one, condition)),
      ...keepVersion(db, {
        ...subject,
        fields: contentOf(after),
        is_draft: !after.is_active,
        pictures,
        by,
      }),
      update,
      ...(draft ? [removePublished(db, { kind: 'job', id }, draft)] : []),
    ] as const
    const write = () =>
      db
        .batch(statements)
        .then((results) => results[statements.indexOf(update)] as Awaited<typeof update>)
        .catch(refuseMissing(db, after))
    const [changed, saved] = await writeThen(db, write, () => load(db, id))
    return changed.length ? orNotFound(saved, missing) : undefined
  }, conflict)
}
