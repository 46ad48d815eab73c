import { and, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { settings as table, touched } from '#db/schema.ts'
import { may } from '../contract/access.ts'
import { paging } from '../contract/paging.ts'
import {
  isBuiltIn,
  settingChange,
  settingFault,
  settingInput,
  settingKeys,
} from '../contract/setting-input.ts'
import { can, type Env, found, idOf, stale } from '../http.ts'
import { body, query } from '../input.ts'
import { type Paging, pageOf } from '../list.ts'
import { Problem } from '../problem.ts'

const missing = 'Setting not found'
const columns = getTableColumns(table)
const change = { readOnly: ['id', 'key', 'category', 'description', 'is_public', 'created_at'] }
const input = { readOnly: ['id', 'created_at', 'updated_at'] }

/** Everything for who manages settings; the public ones for everybody else. */
const visible = ({ var: { user } }: Context<Env>) =>
  user && may(user, 'manage_settings') ? undefined : eq(table.is_public, true)

const byId = (c: Context<Env>) => eq(table.id, idOf(c, missing))
const byKey = (c: Context<Env>) => eq(table.key, c.req.param('key') ?? '')

const load = async (db: Db, which: SQL | undefined) =>
  found((await db.select(columns).from(table).where(which))[0], missing)

const list = (c: Context<Env, string, { out: { query: Paging } }>, which?: SQL) =>
  pageOf(c, c.var.db.$count(table, which), (limit, offset) =>
    c.var.db
      .select(columns)
      .from(table)
      .where(which)
      .orderBy(asc(table.id))
      .limit(limit)
      .offset(offset),
  )

type Change = { value?: string | undefined; updated_at?: string | undefined }

async function save(db: Db, which: SQL, { value, updated_at }: Change) {
  const { key } = await load(db, which)
  const fault = value === undefined ? undefined : settingFault(key, value)
  if (fault) throw Problem.field(400, 'value', fault)
  const saved = await db
    .update(table)
    .set({ value, updated_at: touched(table.updated_at) })
    .where(and(which, updated_at ? eq(table.updated_at, updated_at) : undefined))
    .returning(columns)
  if (!saved.length) throw stale(await load(db, which))
  return found(saved[0], missing)
}

async function remove(c: Context<Env>, which: SQL) {
  const { db } = c.var
  const { id, key } = await load(db, which)
  if (isBuiltIn(key))
    throw new Problem(409, 'A built-in setting cannot be deleted. Empty it instead.')
  await db.delete(table).where(eq(table.id, id))
  c.set('concerns', { id, subject: key })
}

export const settings = new Hono<Env>()

  .get('/public', async (c) => {
    const rows = await c.var.db
      .select({ key: table.key, value: table.value })
      .from(table)
      .where(eq(table.is_public, true))
      .orderBy(asc(table.id))
    return c.json(rows)
  })

  .get('/object', query(settingKeys), async (c) => {
    const { keys } = c.req.valid('query')
    const rows = await c.var.db
      .select({ key: table.key, value: table.value })
      .from(table)
      .where(and(inArray(table.key, keys), visible(c)))
      .orderBy(asc(table.id))
    return c.json(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
  })

  .get('/key/:key', async (c) => c.json(await load(c.var.db, and(byKey(c), visible(c)))))

  .get('/category/:category', query(paging), async (c) => {
    const which = and(eq(table.category, c.req.param('category')), visible(c))
    return c.json(await list(c, which))
  })

  .use(can('manage_settings')) // Who manages settings, below this line.

  .get('/', query(paging), async (c) => c.json(await list(c)))

  .get('/:id', async (c) => c.json(await load(c.var.db, byId(c))))

  .post('/', body(settingInput, input), async (c) => {
    const setting = c.req.valid('json')
    const [row] = await c.var.db
      .insert(table)
      .values(setting)
      .returning(columns)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'settings.key')) throw error
        throw Problem.field(409, 'key', 'There is a setting with this key already')
      })
    return c.json(found(row, missing), 201)
  })

  .put('/:id', body(settingChange, change), async (c) =>
    c.json(await save(c.var.db, byId(c), c.req.valid('json'))),
  )

  .put('/key/:key', body(settingChange, change), async (c) =>
    c.json(await save(c.var.db, byKey(c), c.req.valid('json'))),
  )

  .delete('/:id', async (c) => {
    await remove(c, byId(c))
    return c.body(null, 204)
  })

  .delete('/key/:key', async (c) => {
    await remove(c, byKey(c))
    return c.body(null, 204)
  })
