import { and, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { checkFile, refuseErrors } from '#api/core/forms/form-errors.ts'
import { discardFiles, receiveForm } from '#api/core/forms/receive-form.ts'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import { maxFileBytes } from '#api/core/site-settings/contract.ts'
import { readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import { readerLanguage } from '#api/core/words/reader.ts'
import { isOutcomeUnknown } from '#db/errors.ts'
import { applications as table, touched } from '#db/schema.ts'
import { heldProblem, linked, loadLinked, note, unknownLink, words } from './access.ts'
import { hasJobEnded, isOpenToCandidate } from './rows.ts'

/** Replaces the resume until a withdrawal, a decision that was told or a legal hold, else 409. */
export async function replaceResume(c: Context<Env>) {
  const { db, store, log } = c.var
  const which = await linked(c)
  const refuseLate = async () => {
    const { can_replace_resume, withdrawn_at, job_ended, on_hold } = await loadLinked(c.var, which)
    if (on_hold) throw await heldProblem(db, 'resumeOnHold')
    if (withdrawn_at) throw new Problem(409, words().resumeWithdrawn)
    if (job_ended) throw new Problem(409, words().resumeEnded)
    if (!can_replace_resume) throw new Problem(409, words().resumeDecided)
  }
  await refuseLate()
  const settings = await readSiteSettings(db)
  const language = readerLanguage()
  const limit = maxFileBytes(settings.max_file_size)
  const form = await receiveForm(c.req.raw, {
    store,
    maxFileBytes: limit,
    incoming: c.env?.incoming,
    language,
    asksForFile: async () => false,
  })
  try {
    const chosen = form.files.get('resume')
    const file = chosen
      ? await checkFile(chosen, limit)
      : { fault: { key: 'resumeRequired' } as const }
    if ('fault' in file) {
      refuseErrors([{ name: 'resume', ...file }], language)
      throw unknownLink()
    }
    const resume_key = await store.save(file)
    const drop = (key: string) =>
      store.remove(key).catch((err) => log.warn({ err, key }, 'a file is left for the reaper'))
    const [before] = await db
      .select({ id: table.id, key: table.resume_key })
      .from(table)
      .where(sql`${table.id} in ${which}`)
    const open = and(
      sql`${table.id} in ${which}`,
      isOpenToCandidate,
      sql`not ${hasJobEnded}`,
      isNull(table.legal_hold),
      // Of two at once, the second one removes the file of the first.
      sql`${table.resume_key} is ${before?.key ?? null}`,
    )
    const [, changed] = await db
      .batch([
        note(db, 'application.resume_replaced', open),
        db
          .update(table)
          .set({
            resume_key,
            resume_type: file.type,
            resume_name: file.name,
            resume_size: file.size,
            resume_sha256: file.sha256,
            updated_at: touched(table.updated_at),
          })
          .where(open)
          .returning({ id: table.id }),
      ])
      .catch(async (error) => {
        if (!isOutcomeUnknown(error)) await drop(resume_key)
        throw error
      })
    if (!changed.length) {
      await drop(resume_key)
      await refuseLate()
      throw new Problem(409, words().changedMeanwhile)
    }
    if (before?.key) await drop(before.key)
    log.info({ application: before?.id }, 'resume replaced')
    return loadLinked(c.var, which)
  } finally {
    await discardFiles(store, form)
  }
}
