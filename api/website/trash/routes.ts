import { desc, inArray, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { pageOf } from '#api/core/http/list.ts'
import { idOf } from '#api/core/http/rows.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { contentKinds } from '#db/enums.ts'
import { trash as table } from '#db/schema.ts'
import { trashRow } from '../content/contract/row.ts'
import { needFor, trashDays } from '../content/contract.ts'
import { jobRow } from '../jobs/contract/row.ts'
import { missing as missingJob } from '../jobs/rows.ts'
import { putJobBack } from '../jobs/trash.ts'
import { pageRow } from '../pages/contract/row.ts'
import { slug } from '../pages/contract.ts'
import { missing as missingPage } from '../pages/rows.ts'
import { putPageBack } from '../pages/trash.ts'

export const trash = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List deleted pages and jobs',
        description: 'Newest first, those that the caller may put back.',
        access: can('edit_pages', 'manage_jobs'),
        query: paging,
        answers: { 200: trashRow.array() },
      },
      async (c) => {
        const { db } = c.var
        const user = signedInUser(c)
        const theirs = inArray(
          table.kind,
          contentKinds.filter((kind) => may(user, needFor[kind])),
        )
        const rows = pageOf(c, db.$count(table, theirs), (limit, offset) =>
          db
            .select({
              kind: table.kind,
              id: table.subject_id,
              title: table.title,
              deleted_at: table.deleted_at,
              deleted_by: sql<string | null>`nullif(${table.deleted_name}, '')`,
              kept_until: sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${table.deleted_at}, ${`+${trashDays} days`})`,
            })
            .from(table)
            .where(theirs)
            .orderBy(desc(table.deleted_at), desc(table.subject_id))
            .limit(limit)
            .offset(offset),
        )
        return c.json(await rows)
      },
    ),
  )

  .post(
    '/pages/:id/restore',
    route(
      {
        summary: 'Put a deleted page back',
        description: '409 on `slug` while another page has its slug; `slug` names another.',
        access: can('edit_pages'),
        query: { slug: slug.optional() },
        answers: { 200: pageRow, 404: 'refused', 409: 'refused' },
        audit: 'page.put_back',
      },
      async (c) =>
        c.json(await putPageBack(c.var.db, idOf(c, missingPage), c.req.valid('query').slug)),
    ),
  )

  .post(
    '/jobs/:id/restore',
    route(
      {
        summary: 'Put a deleted job back',
        description: 'As it was; closed, when its last day has passed since.',
        access: can('manage_jobs'),
        answers: { 200: jobRow, 404: 'refused' },
        audit: 'job.put_back',
      },
      async (c) => c.json(await putJobBack(c.var.db, idOf(c, missingJob))),
    ),
  )
