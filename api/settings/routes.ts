import { and, asc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { settings as table, touched } from '#db/schema.ts'
import { type AdminSetting, isAdminSetting, may, needForSetting } from '../auth/contract/access.ts'
import { paging } from '../http/contract/paging.ts'
import { fullName } from '../http/contract/text.ts'
import { body, query } from '../http/input.ts'
import { type Paging, pageOf } from '../http/list.ts'
import { Problem } from '../http/problem.ts'
import { can, type Env, found, idOf, signedInUser, stale } from '../http.ts'
import { actorMay } from '../users/rules.ts'
import {
  isBuiltIn,
  settingChange,
  settingFault,
  settingInput,
  settingKeys,
} from './contract/input.ts'
import { tellAdmins } from './setting-mail.ts'
import { readSiteSettings } from './site-settings.ts'

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

const adminsOnly = (key: string) =>
  new Problem(
    403,
    isAdminSetting(key)
      ? 'Only an admin can change this setting'
      : 'You do not have permission to do this',
  )

/** Throws 403 unless this person may write this setting; otherwise the condition for the write itself. */
function permissionFor(key: string, me: User): SQL {
  const need = needForSetting(key)
  if (!may(me, need)) throw adminsOnly(key)
  return actorMay(me.id, need)
}

/** A statement that mails the admins that this setting gets another value, if `condition` holds. */
async function notice(
  c: Context<Env>,
  { key, value }: { key: AdminSetting; value: string },
  condition: SQL,
) {
  const { db, mailFrom: from } = c.var
  const { site_name: site } = await readSiteSettings(db)
  return tellAdmins(db, { key, value, by: fullName(signedInUser(c)), site, from }, condition)
}

async function save(c: Context<Env>, which: SQL, { value, updated_at }: Change) {
  const { db } = c.var
  const { id, key } = await load(db, which)
  const permitted = permissionFor(key, signedInUser(c))
  const fault = value === undefined ? undefined : settingFault(key, value)
  if (fault) throw Problem.field(400, 'value', fault)
  const row = and(
    eq(table.id, id),
    permitted,
    updated_at ? eq(table.updated_at, updated_at) : undefined,
  )
  const update = db
    .update(table)
    .set({ value, updated_at: touched(table.updated_at) })
    .where(row)
    .returning(columns)
  const another = sql`exists (select 1 from ${table} where ${row} and ${table.value} <> ${value})`
  const [saved] =
    isAdminSetting(key) && value !== undefined
      ? (await db.batch([...(await notice(c, { key, value }, another)), update]))[1]
      : await update
  if (saved) return saved
  const current = await load(db, which)
  throw updated_at && updated_at !== current.updated_at ? stale(current) : adminsOnly(key)
}

async function remove(c: Context<Env>, which: SQL) {
  const { db } = c.var
  const { id, key } = await load(db, which)
  const permitted = permissionFor(key, signedInUser(c))
  if (isBuiltIn(key))
    throw new Problem(409, 'A built-in setting cannot be deleted. Empty it instead.')
  const deleted = await db
    .delete(table)
    .where(and(eq(table.id, id), permitted))
    .returning({ id: table.id })
  found(deleted[0], missing)
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
    const { db } = c.var
    const setting = c.req.valid('json')
    const { key, value, category, description, is_public } = setting
    const permitted = permissionFor(key, signedInUser(c))
    const insert = db.run(sql`
      insert into settings (key, value, category, description, is_public)
      select ${key}, ${value}, ${category}, ${description}, ${Number(is_public)} where ${permitted}`)
    const told = isAdminSetting(key) ? await notice(c, { key, value }, sql`changes() > 0`) : []
    const row = db.select(columns).from(table).where(eq(table.key, key))
    const [{ rowsAffected }, [created]] = await db
      .batch([insert, row, ...told])
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, 'settings.key')) throw error
        throw Problem.field(409, 'key', 'There is a setting with this key already')
      })
    if (!rowsAffected) throw adminsOnly(key)
    return c.json(found(created, missing), 201)
  })

  .put('/:id', body(settingChange, change), async (c) =>
    c.json(await save(c, byId(c), c.req.valid('json'))),
  )

  .put('/key/:key', body(settingChange, change), async (c) =>
    c.json(await save(c, byKey(c), c.req.valid('json'))),
  )

  .delete('/:id', async (c) => {
    await remove(c, byId(c))
    return c.body(null, 204)
  })

  .delete('/key/:key', async (c) => {
    await remove(c, byKey(c))
    return c.body(null, 204)
  })
