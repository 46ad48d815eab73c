import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { paging } from '#api/core/http/contract/paging.ts'
import { csvLine } from '#api/core/http/csv.ts'
import { pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { zip } from '#api/core/http/zip.ts'
import { asExport } from '#api/core/limits/export-limit.ts'
import type { Env } from '#api/core/route/context.ts'
import { type Access, can, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { jobs, postings as table } from '#db/schema.ts'
import { postingRow } from './contract/row.ts'
import { recordPostings } from './record.ts'

const missing = 'Job not found'
/** Of ads that were public: also reviewers. */
const access: Access = {
  kind: 'can',
  anyOf: ['manage_jobs', 'review_applications'],
  members: 'of the job',
}

/** The id in the path, of a job that exists or was published once. */
async function jobOf(c: Context<Env>) {
  const id = idOf(c, missing)
  await recordPostings(c.var, id)
  const [found] = await c.var.db.all<{ is: number }>(sql`
    select exists (select 1 from ${jobs} where id = ${id})
      or exists (select 1 from ${table} where job_id = ${id}) as "is"`)
  if (!found?.is) throw new Problem(404, missing)
  return id
}

/** Below `/jobs`. */
export const postingsOfJob = new Hono<Env>()

  .get(
    '/:id/postings',
    route(
      {
        summary: 'List a job’s ads as they were published',
        description:
          'Newest first. One for each change that visitors saw, and one each time the job opens. They are never changed or deleted.',
        access,
        scope: 'jobs:read',
        query: paging,
        answers: { 200: postingRow.array(), 404: 'refused' },
      },
      async (c) => {
        const { db } = c.var
        const where = eq(table.job_id, await jobOf(c))
        const rows = pageOf(c, db.$count(table, where), (limit, offset) =>
          db
            .select({
              number: table.number,
              from: table.shown_from,
              to: table.shown_to,
              sha256: table.sha256,
            })
            .from(table)
            .where(where)
            .orderBy(desc(table.number))
            .limit(limit)
            .offset(offset),
        )
        return c.json(await rows)
      },
    ),
  )

  .get(
    '/:id/postings/:number',
    route(
      {
        summary: 'Read an ad as it was published',
        description: 'An HTML document that needs no other file, in each language of the ad.',
        access,
        scope: 'jobs:read',
        params: { number: z.string() },
        answers: {
          200: {
            description: 'The document whose SHA-256 the list has.',
            content: { 'text/html': { schema: { type: 'string' } } },
          },
          404: 'refused',
        },
      },
      async (c) => {
        const id = await jobOf(c)
        const noSuch = 'This job has no such posting'
        const [row] = await c.var.db
          .select({ html: table.html })
          .from(table)
          .where(and(eq(table.job_id, id), eq(table.number, idOf(c, noSuch, 'number'))))
        return c.body(orNotFound(row, noSuch).html, 200, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        })
      },
    ),
  )

/** Rows of the index that are read at once. */
const perStep = 500

async function* indexOf(db: Db) {
  yield csvLine(['job', 'number', 'title', 'from', 'to', 'sha256', 'file'])
  for (let after = 0; ; ) {
    const rows = await db
      .select({
        id: table.id,
        job_id: table.job_id,
        number: table.number,
        title: table.title,
        from: table.shown_from,
        to: table.shown_to,
        sha256: table.sha256,
      })
      .from(table)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(perStep)
    for (const { job_id, number, title, from, to, sha256 } of rows)
      yield csvLine([job_id, number, title, from, to, sha256, fileOf(job_id, number).join('/')])
    if (rows.length < perStep) return
    after = rows.at(-1)?.id ?? 0
  }
}

const fileOf = (job_id: number, number: number) => [`job-${job_id}`, `posting-${number}.html`]

const bytes = (text: string) => new TextEncoder().encode(text)

/** One document is in memory at a time. */
async function* filesOf(db: Db) {
  async function* index() {
    for await (const line of indexOf(db)) yield bytes(line)
  }
  yield { path: ['index.csv'], input: index() }
  for (let after = 0; ; ) {
    const [row] = await db
      .select()
      .from(table)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(1)
    if (!row) return
    const { job_id, number, shown_from, html } = row
    yield {
      path: fileOf(job_id, number),
      input: bytes(html),
      lastModified: new Date(shown_from),
    }
    after = row.id
  }
}

export const postings = new Hono<Env>().get(
  '/postings.zip',
  route(
    {
      summary: 'Export all ads as they were published',
      description: 'A ZIP archive of HTML documents, with an index of their periods and hashes.',
      access: can('manage_jobs'),
      answers: {
        200: {
          description: 'A ZIP archive.',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        },
        429: 'refused',
      },
      audit: 'postings.exported',
    },
    (c) =>
      asExport(c, async () => {
        await recordPostings(c.var)
        return c.body(zip(filesOf(c.var.db)), 200, {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename="postings.zip"',
        })
      }),
  ),
)
