import type { z } from 'zod'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import type { Db } from '#db/client.ts'
import { noDraft, readDraft, saveDraft, withDraft } from '../content/draft.ts'
import type { Saver } from '../content/fields.ts'
import { changeJob, type JobChange } from './change.ts'
import type { jobChange } from './contract.ts'
import { picturesOf, refuseMissing, refuseMissingPage } from './pictures.ts'
import {
  checkWhole,
  clean,
  contentOf,
  type LoadedJob,
  load,
  loadWithDraft,
  missing,
  withIds,
} from './rows.ts'

const subject = (id: number) => ({ kind: 'job', id }) as const

/** Saves a draft beside the job and returns the job with it. Throws as `changeJob` does. */
export async function saveJobDraft(
  db: Db,
  id: number,
  {
    draft: _,
    draft_saved_at,
    updated_at,
    shown_language: _shown,
    ...change
  }: z.output<typeof jobChange>,
  by: Saver,
) {
  const { questions, ...given } = clean(change)
  await withDraft(
    db,
    subject(id),
    draft_saved_at,
    async (draft) => {
      const row = orNotFound(await load(db, id), missing)
      if (updated_at && updated_at !== row.updated_at) throw stale(await loadWithDraft(db, id))
      const before = { ...row, ...(draft?.fields as Partial<LoadedJob> | undefined) }
      if (given.team_page_id !== before.team_page_id)
        await refuseMissingPage(db, given.team_page_id)
      const known = [...(before.questions ?? []), ...(row.questions ?? [])]
      const asked = withIds(
        questions,
        known.filter((one, index) => known.findIndex(({ id }) => id === one.id) === index),
      )
      const written = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      )
      const after = { ...before, ...written, ...(asked !== undefined && { questions: asked }) }
      checkWhole(after)
      return saveDraft(db, {
        ...subject(id),
        row: { fields: contentOf(row), updated_at: row.updated_at },
        fields: contentOf(after),
        by,
        pictures: { draft: await picturesOf(db, after), row: await picturesOf(db, row) },
        isPublic: row.is_active,
        base: draft?.saved_at ?? null,
      }).catch(refuseMissing(db, after))
    },
    () => loadWithDraft(db, id),
  )
  return loadWithDraft(db, id)
}

/** Makes the draft what the job says. Throws 404 without one, and as `changeJob` does. */
export async function publishJobDraft(db: Db, id: number, by: Saver): Promise<LoadedJob> {
  orNotFound(await load(db, id), missing)
  const draft = await readDraft(db, subject(id))
  if (!draft) throw noDraft()
  const options = { draft: draft.saved_at, areItsQuestions: true }
  return changeJob(db, id, draft.fields as JobChange, by, options)
}
