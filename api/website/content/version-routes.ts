import { type Context, Hono } from 'hono'
import { paging } from '#api/core/http/contract/paging.ts'
import { pageOf } from '#api/core/http/list.ts'
import { idOf, orNotFound } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { withoutBase } from '#api/core/translations/read.ts'
import { versionRow, wholeVersionRow } from './contract/row.ts'
import { needFor } from './contract.ts'
import { type Content, subjectOf } from './fields.ts'
import { countVersions, listVersions, readVersion } from './versions.ts'

const missingVersion = 'Version not found'

/** The version in the path with its fields; 404 without it. */
export async function versionOf(c: Context<Env>, content: Content) {
  const subject = await subjectOf(c, content)
  const version = idOf(c, missingVersion, 'version')
  c.set('auditDetail', { version: String(version) })
  return orNotFound(await readVersion(c.var.db, subject, version), missingVersion)
}

/** The history of pages or jobs, below their own routes. */
export function versionRoutes(content: Content) {
  const { kind } = content
  return new Hono<Env>()

    .get(
      '/:id/versions',
      route(
        {
          summary: `List what was saved of a ${kind}`,
          description: 'Newest first: all that was public, and the last 50 that were not.',
          access: can(needFor[kind]),
          scope: `${kind}s:read`,
          query: paging,
          answers: { 200: versionRow.array(), 404: 'refused' },
        },
        async (c) => {
          const { db } = c.var
          const subject = await subjectOf(c, content)
          const rows = pageOf(c, countVersions(db, subject), (limit, offset) =>
            listVersions(db, subject).limit(limit).offset(offset),
          )
          return c.json(await rows)
        },
      ),
    )

    .get(
      '/:id/versions/:version',
      route(
        {
          summary: `Read what was saved of a ${kind}`,
          access: can(needFor[kind]),
          scope: `${kind}s:read`,
          answers: { 200: wholeVersionRow, 404: 'refused' },
        },
        async (c) => {
          const row = await versionOf(c, content)
          const shown = Object.entries(row.translations ?? {}).map(
            ([language, fields]) => [language, withoutBase(fields)] as const,
          )
          return c.json({ ...row, translations: row.translations && Object.fromEntries(shown) })
        },
      ),
    )
}
