import { asc, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { may } from '#api/accounts/auth/contract/access.ts'
import { csvSeparator } from '#api/core/http/contract/csv.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { csvLine } from '#api/core/http/csv.ts'
import { Problem } from '#api/core/http/problem.ts'
import { stale } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { can, route } from '#api/core/route/route.ts'
import { readSiteSettings, siteAddress } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { redirects as table, touched } from '#db/schema.ts'
import { isElsewhere, type Redirect, redirectRow, redirectsInput } from './contract.ts'

const editPages = can('edit_pages')
const rows = redirectRow.array()

const list = (db: Db) =>
  db
    .select({ from: table.from, to: table.to, hits: table.hits, last_hit_on: table.last_hit_on })
    .from(table)
    .orderBy(asc(table.from))

/** SQL: grows or changes with each change of the list; a hit changes nothing. */
const version = sql<string>`(select count(*) || '.' || coalesce(max(id), 0) || '.' || coalesce(max(updated_at), '') from ${table})`

async function answer(c: Context<Env>) {
  const { db } = c.var
  const [[current], found] = await db.batch([
    db.select({ version }).from(sql`(select 1)`),
    list(db),
  ])
  c.header('ETag', `"${current?.version}"`)
  return c.json(found)
}

/** Throws 403 on the field for a new address elsewhere, unless the caller is an admin. */
async function refuseElsewhere(c: Context<Env>, given: Redirect[]) {
  if (c.var.user && may(c.var.user, 'admin')) return
  const known = new Map((await list(c.var.db)).map(({ from, to }) => [from, to]))
  const message = 'Only administrators can lead visitors to another site'
  const details = given.flatMap(({ from, to }, index) =>
    isElsewhere(to) && known.get(from) !== to ? [{ path: [index, 'to'], message }] : [],
  )
  if (details.length) throw new Problem(403, message, { details: details.slice(0, 20) })
}

/** Addresses of this site in full become paths, so that loops through them are found. */
async function asPaths(c: Context<Env>, given: Redirect[]): Promise<Redirect[]> {
  const { db, publicUrl, ownAddress } = c.var
  const site = siteAddress(publicUrl, await readSiteSettings(db)) || ownAddress()
  const own = given.map(({ from, to }) => ({
    from,
    to: to.startsWith(`${site}/`) ? to.slice(site.length) : to,
  }))
  const { success, error } = redirectsInput.safeParse(own)
  if (success) return own
  const [issue] = error.issues
  throw new Problem(400, issue?.message ?? '', {
    details: error.issues.slice(0, 20).map(({ path, message }) => ({
      path: path as (string | number)[],
      message,
    })),
  })
}

const target = ({ length }: unknown[]) => ({
  id: 1,
  subject: length === 1 ? '1 address' : `${length} addresses`,
})

const basis = z
  .string()
  .regex(/^(\*|(W\/)?"[\w:.-]{1,80}")$/)
  .optional()

export const redirects = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'List redirects of former addresses',
        description: 'The ETag names the version, for If-Match.',
        access: editPages,
        answers: { 200: rows },
      },
      answer,
    ),
  )

  .put(
    '/',
    route(
      {
        summary: 'Replace the redirects',
        description:
          'With If-Match, the ETag of the list that the change was based on, a list that someone else has changed since is answered with 409. Those that stay keep their hits.',
        access: editPages,
        headers: { 'If-Match': basis },
        json: {
          schema: redirectsInput,
          example: [{ from: '/careers.html', to: '/jobs' }],
          limitKb: 512,
        },
        answers: { 200: rows, 409: conflictWith(rows) },
        audit: 'redirects.changed',
      },
      async (c) => {
        const { db } = c.var
        const given = await asPaths(c, c.req.valid('json'))
        await refuseElsewhere(c, given)
        const match = c.req.header('if-match')?.replace(/^W\//, '').replaceAll('"', '')
        const base = match && match !== '*' ? match : undefined
        const wanted = JSON.stringify(given.map(({ from, to }) => [from, to]))
        await db
          .batch([
            // Malformed JSON undoes the batch.
            db.run(
              sql`select json(iif(${base === undefined ? sql`1` : sql`${version} = ${base}`}, '1', 'stale'))`,
            ),
            db.run(sql`delete from ${table} where from_path not in (
              select value ->> 0 from json_each(${wanted}))`),
            db.run(sql`
              insert into ${table} (from_path, to_address)
              select value ->> 0, value ->> 1 from json_each(${wanted}) where true
              on conflict (from_path) do update
              set to_address = excluded.to_address, updated_at = ${touched(table.updated_at)}, hits = 0, last_hit_on = null
              where to_address <> excluded.to_address`),
          ])
          .catch(async (error: unknown) => {
            if (!/malformed JSON/.test(textOf(error))) throw error
            throw stale(await list(db))
          })
        c.set('auditTarget', target(given))
        return answer(c)
      },
    ),
  )

  .get(
    '/export.csv',
    route(
      {
        summary: 'Download the redirects as CSV',
        access: editPages,
        query: { separator: csvSeparator },
        answers: {
          200: { description: 'CSV', content: { 'text/csv': { schema: { type: 'string' } } } },
        },
        audit: 'redirects.exported',
      },
      async (c) => {
        const { separator } = c.req.valid('query')
        const found = await list(c.var.db)
        c.set('auditTarget', target(found))
        const lines = found.map(({ from, to, hits, last_hit_on }) =>
          csvLine([from, to, hits, last_hit_on], separator),
        )
        const text = `\ufeff${csvLine(['from', 'to', 'hits', 'last_hit_on'], separator)}${lines.join('')}`
        return c.body(text, 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="redirects.csv"',
        })
      },
    ),
  )

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${textOf(error.cause)}` : ''
