import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import type { z } from 'zod'
import {
  applicationCounts,
  applicationTotals,
  outbox as mails,
  now,
  applications as table,
  touched,
} from '#db/schema.ts'
import { resumeDisposition } from '../files/content-disposition.ts'
import { paging } from '../http/contract/paging.ts'
import { body, query } from '../http/input.ts'
import { jsonRows, pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { can, type Env, found, idOf, stale } from '../http.ts'
import { applicationQuery } from '../search/terms.ts'
import type { listedApplicationRow } from './contract/row.ts'
import { applicationChange, applicationFilter, manualApplication } from './contract.ts'
import { countApplications, countFound, listApplications, listFound } from './list.ts'
import { enterApplication, enterWithResume } from './manual.ts'
import * as domain from './rows.ts'
import { submit } from './submit.ts'

const missing = 'Application not found'
const named = { id: table.id, first_name: table.first_name, last_name: table.last_name }

export const applications = new Hono<Env>()

  .post('/submit', submit)

  .use(can('review_applications')) // Who reviews applications, below this line.

  .get('/stats', query({ job_id: applicationFilter.job_id }), async (c) => {
    const { db } = c.var
    const { job_id } = c.req.valid('query')
    const stats = { pending: 0, shortlisted: 0, rejected: 0, selected: 0 }
    const counts =
      job_id === 'all'
        ? db.select().from(applicationTotals)
        : db.select().from(applicationCounts).where(eq(applicationCounts.job_id, job_id))
    for (const { status, count } of await counts) stats[status] = count
    return c.json(stats)
  })

  .get('/', query({ ...paging, ...applicationFilter }), async (c) => {
    const { db } = c.var
    const { q, sort, ...filter } = c.req.valid('query')
    const words = applicationQuery(q)
    const rows = words
      ? pageOf(c, countFound(db, words, filter), (limit, offset, total) =>
          listFound(db, words, filter, { sort, limit, offset }, total),
        )
      : pageOf(c, countApplications(db, filter), (limit, offset) =>
          listApplications(db, filter, { sort, limit, offset }),
        )
    return jsonRows<z.infer<typeof listedApplicationRow>>(c, await rows)
  })

  .post('/manual', enterWithResume, body(manualApplication, { limitKb: 512 }), (c) =>
    enterApplication(c, c.req.valid('json')),
  )

  .get('/:id', async (c) => c.json(found(await domain.load(c, idOf(c, missing)), missing)))

  .put('/:id', body(applicationChange, { readOnly: domain.readOnly, limitKb: 512 }), async (c) => {
    const { db } = c.var
    const id = idOf(c, missing)
    const { updated_at, notes: given, ...change } = c.req.valid('json')
    // The search text is made of the whole row: when that has moved on in between, once more.
    for (;;) {
      const before = found(await domain.load(c, id), missing)
      if (updated_at && updated_at !== before.updated_at) throw stale(before)
      const unmoved = eq(table.updated_at, before.updated_at)
      const notes = domain.notesAfter(before.notes, given)
      const [, changed] = await db.batch([
        domain.reindex(db, id, { ...before, ...change, notes }, unmoved),
        db
          .update(table)
          .set({
            ...change,
            notes,
            notes_excerpt: domain.notesExcerpt(notes),
            ...(change.status !== before.status && change.status && { reviewed_at: now }),
            updated_at: touched(table.updated_at),
          })
          .where(and(eq(table.id, id), unmoved))
          .returning({ id: table.id }),
      ])
      if (changed.length) return c.json(found(await domain.load(c, id), missing))
    }
  })

  .delete('/:id', async (c) => {
    const { db, store, outbox, log } = c.var
    const id = idOf(c, missing)
    const [mail, [row]] = await db.batch([
      db.select({ message_id: mails.message_id }).from(mails).where(eq(mails.application_id, id)),
      db
        .delete(table)
        .where(eq(table.id, id))
        .returning({ ...named, resume_key: table.resume_key }),
    ])
    const { resume_key, ...person } = found(row, missing)
    c.set('concerns', person)
    // The application is gone either way; a file that stays is the log's matter, not the reviewer's.
    if (resume_key)
      await store.remove(resume_key).catch((error) => log.error({ err: error }, 'resume stays'))
    await outbox
      ?.removeFiles(mail.map(({ message_id }) => message_id))
      .catch((error) => log.error({ err: error }, 'mail file stays'))
    return c.body(null, 204)
  })

  .get('/:id/resume', async (c) => {
    const [row] = await c.var.db
      .select({
        ...named,
        key: table.resume_key,
        type: table.resume_type,
      })
      .from(table)
      .where(eq(table.id, idOf(c, missing)))
    const { key, type, ...person } = found(row, missing)
    c.set('concerns', person)
    const file = key && (await c.var.store.open(key))
    if (!file || !type) throw new Problem(404, 'This application has no resume')
    return c.body(file.body, 200, {
      'Content-Type': resumeContentTypes[type],
      'Content-Length': String(file.size),
      'Content-Disposition': resumeDisposition({ ...person, type }),
      'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    })
  })

const resumeContentTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}
