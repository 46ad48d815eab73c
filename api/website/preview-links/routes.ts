import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { may } from '#api/accounts/auth/contract/access.ts'
import { actorMay } from '#api/accounts/users/rules.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import { newToken } from '#api/core/links/password-links.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { readSiteSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { later, previewLinks as table, users } from '#db/schema.ts'
import { newPreviewLinkRow, previewLinkRow } from '../content/contract/row.ts'
import { needFor, previewDays } from '../content/contract.ts'
import { type Content, exists, hasUnpublished, saverOf, subjectOf } from '../content/fields.ts'

const missing = 'Link not found'
export const isAlive = gt(table.expires_at, sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`)

/** How many links a page or job has at once. */
const maxLinks = 20

/** The preview links of pages or jobs, below their own routes. */
export function previewLinksOf(content: Content) {
  const { kind } = content
  return new Hono<Env>()

    .get(
      '/:id/preview-links',
      route(
        {
          summary: `List the preview links of a ${kind}`,
          description: 'Those that work. Their addresses are not stored.',
          access: can(needFor[kind]),
          scope: `${kind}s:read`,
          answers: { 200: previewLinkRow.array(), 404: 'refused' },
        },
        async (c) => {
          const { id } = await subjectOf(c, content)
          const rows = await c.var.db
            .select({
              id: table.id,
              created_at: table.created_at,
              created_by: sql<string>`${users.first_name} || ' ' || ${users.last_name}`,
              expires_at: table.expires_at,
            })
            .from(table)
            .innerJoin(users, eq(users.id, table.created_by))
            .where(and(eq(table.kind, kind), eq(table.subject_id, id), isAlive))
            .orderBy(desc(table.id))
          return c.json(rows)
        },
      ),
    )

    .post(
      '/:id/preview-links',
      route(
        {
          summary: `Create a preview link for a ${kind}`,
          description: `Shows what is not published yet to anyone, for ${previewDays} days at most. 409 while nothing is unpublished.`,
          access: can(needFor[kind]),
          scope: `${kind}s:write`,
          answers: { 201: newPreviewLinkRow, 404: 'refused', 409: 'refused' },
          audit: 'preview_link.created',
        },
        async (c) => {
          const { db, publicUrl, ownAddress } = c.var
          const { id, title } = await subjectOf(c, content)
          const [unpublished] = await db.all<{ is: number }>(
            sql`select ${hasUnpublished(kind, id)} as "is"`,
          )
          if (!unpublished?.is)
            throw new Problem(
              409,
              `There is nothing to preview: everything is published. Save a draft first.`,
            )
          const { token, hash } = newToken()
          const by = saverOf(c)
          await db.delete(table).where(sql`not (${isAlive})`)
          const [row] = await db.all<{ id: number; expires_at: string }>(sql`
            insert into ${table} (kind, subject_id, token_hash, created_by, expires_at)
            select ${kind}, ${id}, ${hash}, ${by.id}, ${later(previewDays * 86_400_000)}
            where ${exists(kind, id)} and ${hasUnpublished(kind, id)} and ${actorMay(by.id, needFor[kind])} and ${maxLinks} > (
              select count(*) from ${table} where kind = ${kind} and subject_id = ${id})
            returning id, expires_at`)
          if (!row)
            throw new Problem(
              409,
              `There are ${maxLinks} links already. Revoke one that is no longer used.`,
            )
          c.set('auditTarget', { id, subject: title })
          const site = siteAddress(publicUrl, await readSiteSettings(db)) || ownAddress()
          return c.json(
            { id: row.id, url: `${site}/draft/${token}`, expires_at: row.expires_at },
            201,
          )
        },
      ),
    )
}

const linkOf = async (db: Db, id: number) =>
  (
    await db
      .select({
        kind: table.kind,
        subject_id: table.subject_id,
        title: sql<string>`iif(${table.kind} = 'page',
          (select title from pages where id = ${table.subject_id}),
          (select title from jobs where id = ${table.subject_id}))`,
      })
      .from(table)
      .where(eq(table.id, id))
  )[0]

/** Pages and jobs have links of their own; the id alone names one. */
export const previewLinks = new Hono<Env>().delete(
  '/:id',
  route(
    {
      summary: 'Revoke a preview link',
      access: can('edit_pages', 'manage_jobs'),
      answers: { 204: null, 404: 'refused' },
      audit: 'preview_link.revoked',
    },
    async (c) => {
      const { db, user } = c.var
      const id = idOf(c, missing)
      const link = orNotFound(await linkOf(db, id), missing)
      if (!user || !may(user, needFor[link.kind])) throw new Problem(404, missing)
      await db.delete(table).where(eq(table.id, id))
      c.set('auditTarget', { id: link.subject_id, subject: link.title })
      return c.body(null, 204)
    },
  ),
)
