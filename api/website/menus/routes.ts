import { and, eq, inArray } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { givenTag, ifMatch } from '#api/core/http/if-match.ts'
import { Problem } from '#api/core/http/problem.ts'
import { orNotFound, stale } from '#api/core/http/rows.ts'
import type { Env } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { pages, menus as table, touched } from '#db/schema.ts'
import { menuItemRow, publicMenusRow } from './contract/row.ts'
import { type MenuItem, type MenuName, menuItems, menuNames } from './contract.ts'
import { readMenus, readPublicMenus } from './read.ts'

const editPages = can('edit_pages')

const items = menuItemRow.array()
const params = { name: z.enum(menuNames) }
const basis = {
  description:
    'With If-Match, the ETag of the menu that the change was based on, a menu that someone else has changed since is answered with 409.',
  headers: ifMatch,
}

const nameIn = (c: Context<Env>): MenuName =>
  orNotFound(
    menuNames.find((name) => name === c.req.param('name')),
    'Menu not found',
  )

/** 404 for an unknown menu, even when the body is invalid. */
async function requireMenu(c: Context<Env>) {
  nameIn(c)
}

/** Names the stored version. The default, which is not stored, has a name of its own. */
const etagOf = (updated_at: string | undefined) => `"${updated_at ?? 'default'}"`

async function answer(c: Context<Env>, name: MenuName) {
  const { menu } = await readMenus(c.var.db)
  c.header('ETag', etagOf(menu[name].updated_at))
  return c.json(menu[name].items)
}

/** The version the change is based on: undefined for any, null for the default. */
function basedOn(c: Context<Env>) {
  const given = givenTag(c)
  if (given === undefined) return undefined
  return given === etagOf(undefined) ? null : given.replaceAll('"', '')
}

async function refuseUnknownPages(db: Db, given: MenuItem[]) {
  const ids = given.flatMap((item) => ('page_id' in item ? [item.page_id] : []))
  const known = await db.select({ id: pages.id }).from(pages).where(inArray(pages.id, ids))
  const message = 'This page no longer exists. Remove it or choose another.'
  const details = given.flatMap((item, index) =>
    'page_id' in item && !known.some(({ id }) => id === item.page_id)
      ? [{ path: [index, 'page_id'], message }]
      : [],
  )
  if (details.length) throw new Problem(400, message, { details })
}

function write(db: Db, name: MenuName, given: MenuItem[], base: string | null | undefined) {
  const insert = db.insert(table).values({ name, items: given })
  const change = { items: given, updated_at: touched(table.updated_at) }
  if (base === undefined) return insert.onConflictDoUpdate({ target: table.name, set: change })
  if (base === null) return insert.onConflictDoNothing()
  return db
    .update(table)
    .set(change)
    .where(and(eq(table.name, name), eq(table.updated_at, base)))
}

async function refuseStale(c: Context<Env>, name: MenuName, rowsAffected: number) {
  if (rowsAffected) return
  const { menu } = await readMenus(c.var.db)
  throw stale(menu[name].items)
}

const auditTarget = (name: MenuName) => ({ id: menuNames.indexOf(name) + 1, subject: name })

export const menus = new Hono<Env>()

  .get(
    '/',
    route(
      {
        summary: 'Read the menus that visitors see',
        access: anyone(),
        answers: { 200: publicMenusRow },
      },
      async (c) => c.json(await readPublicMenus(c.var.db)),
    ),
  )

  .get(
    '/:name',
    route(
      {
        summary: 'Read a menu',
        description:
          'Until someone saves a menu, the default. The ETag names the version, for If-Match.',
        access: editPages,
        params,
        answers: { 200: items, 404: 'refused' },
      },
      async (c) => answer(c, nameIn(c)),
    ),
  )

  .put(
    '/:name',
    route(
      {
        summary: 'Save a menu',
        ...basis,
        access: editPages,
        params,
        beforeInput: requireMenu,
        json: { schema: menuItems, example: [{ label: 'Us', url: '/page/us' }] },
        answers: { 200: items, 404: 'refused', 409: conflictWith(items) },
        audit: 'menu.changed',
      },
      async (c) => {
        const { db } = c.var
        const name = nameIn(c)
        const given = c.req.valid('json')
        await refuseUnknownPages(db, given)
        const { rowsAffected } = await write(db, name, given, basedOn(c))
        c.set('auditTarget', auditTarget(name))
        await refuseStale(c, name, rowsAffected)
        return answer(c, name)
      },
    ),
  )

  .delete(
    '/:name',
    route(
      {
        summary: 'Return a menu to the default',
        ...basis,
        access: editPages,
        params,
        answers: { 204: null, 404: 'refused', 409: conflictWith(items) },
        audit: 'menu.changed',
      },
      async (c) => {
        const { db } = c.var
        const name = nameIn(c)
        const base = basedOn(c)
        const version = base === undefined ? undefined : eq(table.updated_at, base ?? '')
        const { rowsAffected } = await db.delete(table).where(and(eq(table.name, name), version))
        const isDefault = (await db.$count(table, eq(table.name, name))) === 0
        c.set('auditTarget', auditTarget(name))
        if (!isDefault) await refuseStale(c, name, rowsAffected)
        return c.body(null, 204)
      },
    ),
  )
