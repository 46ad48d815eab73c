import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import type { User } from 'lucia'
import type { z } from 'zod'
import { may } from '#api/accounts/auth/contract/access.ts'
import { actorMay } from '#api/accounts/users/rules.ts'
import { isKnownCountry } from '#api/core/calendar/calendar.ts'
import { paging } from '#api/core/http/contract/paging.ts'
import { conflictWith } from '#api/core/http/contract/problem-row.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { type Paging, pageOf } from '#api/core/http/list.ts'
import { Problem } from '#api/core/http/problem.ts'
import { idOf, orNotFound, stale } from '#api/core/http/rows.ts'
import { notifyAdmins } from '#api/core/letters/admin-mails.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { anyone, can, route } from '#api/core/route/route.ts'
import {
  type AdminSetting,
  builtIn,
  isAdminSetting,
  isBuiltIn,
  isComputed,
  needForSetting,
} from '#api/core/site-settings/contract/table.ts'
import {
  lastLanguagesOf,
  readSiteSettings,
  readTranslatedSettings,
  translationLanguage,
} from '#api/core/site-settings/site-settings.ts'
import { languageOf } from '#api/core/words/contract/names.ts'
import {
  applyDue,
  dropPending,
  isPeriod,
  isShorter,
  mayShorten,
  postpone,
} from '#api/hiring/privacy/pending.ts'
import { publishLayout } from '#api/website/appearance/draft.ts'
import { dropIndex, indexAnew } from '#api/website/jobs/search.ts'
import { keepLanguages } from '#api/website/translations/main-language.ts'
import type { Db } from '#db/client.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { settings as table, touched } from '#db/schema.ts'
import { swapTexts } from '../translations/main-language.ts'
import {
  settingChange,
  settingError,
  settingInput,
  settingKeys,
  storedSetting,
} from './contract/input.ts'
import { publicSettingRow, settingRow, settingValues } from './contract/row.ts'
import { builtInTable } from './describe.ts'
import { columns, inCategory, isPublic, withDeclaration } from './rows.ts'

const missing = 'Setting not found'

// Stays open in maintenance: it tells visitors about it.
const readable = anyone({ inMaintenance: true })
const readableByKey = anyone({ inMaintenance: true, seesMore: ['manage_settings'] })
const publicOnly = 'Anyone reads the public settings.'
const manageSettings = can('manage_settings')

const change = {
  access: manageSettings,
  json: {
    schema: settingChange,
    example: { value: 'Hello' },
    readOnly: ['id', 'key', 'category', 'description', 'is_public', 'created_at'],
  },
  answers: { 200: settingRow, 404: 'refused', 409: conflictWith(settingRow) },
  audit: 'setting.changed',
} as const
const removal = {
  description: 'A built-in setting cannot be deleted, only emptied.',
  access: manageSettings,
  answers: { 204: null, 404: 'refused', 409: 'refused' },
  audit: 'setting.deleted',
} as const

/** Private settings are visible with manage_settings only. */
const visible = ({ var: { user } }: Context<Env>) =>
  user && may(user, 'manage_settings') ? undefined : isPublic

const byId = (c: Context<Env>) => eq(table.id, idOf(c, missing))
const byKey = (c: Context<Env>) => eq(table.key, c.req.param('key') ?? '')

const load = async (db: Db, which: SQL | undefined) => {
  const [row] = await db.select(columns).from(table).where(which)
  return withDeclaration(orNotFound(row, missing))
}

const list = (c: Context<Env, string, { out: { query: Paging } }>, which?: SQL) =>
  pageOf(c, c.var.db.$count(table, which), async (limit, offset) => {
    const rows = await c.var.db
      .select(columns)
      .from(table)
      // `is true` hides the terms from the planner: with an index, it would sort the whole category.
      .where(which && sql`(${which}) is true`)
      .orderBy(asc(table.id))
      .limit(limit)
      .offset(offset)
    return rows.map(withDeclaration)
  })

type Change = { value?: string | undefined; updated_at?: string | undefined }

const adminsOnly = (key: string) =>
  new Problem(
    403,
    isAdminSetting(key)
      ? 'Only an admin can change this setting'
      : "You don't have permission to do this",
  )

/** Throws 403 unless `me` can write this setting; returns that rule as a condition of the write. */
function permissionFor(key: string, me: User): SQL {
  const need = needForSetting(key)
  if (!may(me, need)) throw adminsOnly(key)
  return actorMay(me.id, need)
}

function refuseComputed(key: string) {
  if (isComputed(key))
    throw Problem.field(409, 'value', 'Foyer computes this value itself. It cannot be changed.')
}

/** Statements that email the admins about the new value, if `condition` holds. */
async function notice(
  c: Context<Env>,
  { key, value }: { key: AdminSetting; value: string },
  condition: SQL,
) {
  const { db, mailFrom: from } = c.var
  const { site_name: site } = await readSiteSettings(db)
  return notifyAdmins(db, { key, value, by: fullName(signedInUser(c)), site, from }, condition)
}

async function save(c: Context<Env>, which: SQL, { value: given, updated_at }: Change) {
  const { db } = c.var
  await applyDue(db)
  const { id, key, value: before } = await load(db, which)
  const value = given === undefined ? undefined : storedSetting(key, given)
  const permitted = permissionFor(key, signedInUser(c))
  if (value !== undefined && value !== before) refuseComputed(key)
  const fault = value === undefined ? undefined : settingError(key, value)
  if (fault) throw Problem.field(400, 'value', fault)
  if (key === 'holiday_country' && value && !(await isKnownCountry(value)))
    throw Problem.field(400, 'value', `No public holidays are known for ${value}`)
  const row = and(
    eq(table.id, id),
    permitted,
    updated_at ? eq(table.updated_at, updated_at) : undefined,
  )
  if (isPeriod(key) && value !== undefined)
    return savePeriod(c, { key, value, before, updated_at }, row as SQL)
  const update = db
    .update(table)
    .set({ value, updated_at: touched(table.updated_at) })
    .where(row)
    .returning(columns)
  const another = sql`exists (select 1 from ${table} where ${row} and ${table.value} <> ${value})`
  const write = async () => {
    if (value !== undefined && isAdminSetting(key))
      return (await db.batch([...(await notice(c, { key, value }, another)), update]))[1]
    if (value !== undefined && key === 'jobs_layout')
      return (await db.batch([update, publishLayout(db, value, sql`changes() > 0`)]))[0]
    if (key === 'site_language') {
      const [from, to] = [languageOf(before), languageOf(value ?? before)]
      const moved =
        from === to
          ? []
          : [...keepLanguages(db, from, another), ...(await swapTexts(db, { from, to }, another))]
      const results = await db.batch([dropIndex(db, another), ...moved, update])
      return results.at(-1) as Awaited<typeof update>
    }
    return update
  }
  const [saved] = await write()
  if (saved && key === 'site_language') await indexAnew(db)
  if (saved && (key === 'site_languages' || key === 'german_address')) await readSiteSettings(db)
  if (saved) return withDeclaration(saved)
  const current = await load(db, which)
  throw updated_at && updated_at !== current.updated_at ? stale(current) : adminsOnly(key)
}

type Period = { key: string; value: string; before: string; updated_at: string | undefined }

/** A retention period: a shorter one is for admins, and takes effect a day later. */
async function savePeriod(c: Context<Env>, { key, value, before, updated_at }: Period, row: SQL) {
  const { db } = c.var
  const days = Number(value) || null
  const unchanged = sql`exists (select 1 from ${table} where ${row} and ${table.value} = ${before})`
  const refused = async () => {
    const current = await load(db, eq(table.key, key))
    const isStale = current.value !== before || (updated_at && updated_at !== current.updated_at)
    throw isStale ? stale(current) : adminsOnly(key)
  }
  if (isShorter(days, Number(before) || null)) {
    const condition = sql`${unchanged} and ${mayShorten(c, 'value')}`
    const [, written] = await db.batch(await postpone(c, { [key]: days }, condition))
    if (!written.length) return refused()
    return load(db, eq(table.key, key))
  }
  const [[saved]] = await db.batch([
    db
      .update(table)
      .set({ value, updated_at: touched(table.updated_at) })
      .where(and(row, eq(table.value, before)))
      .returning(columns),
    ...dropPending(db, [key], sql`changes() > 0`),
  ])
  return saved ? withDeclaration(saved) : refused()
}

async function remove(c: Context<Env>, which: SQL) {
  const { db } = c.var
  const { id, key } = await load(db, which)
  const permitted = permissionFor(key, signedInUser(c))
  refuseComputed(key)
  if (isBuiltIn(key))
    throw new Problem(409, 'A built-in setting cannot be deleted. Empty it instead.')
  const deleted = await db
    .delete(table)
    .where(and(eq(table.id, id), permitted))
    .returning({ id: table.id })
  orNotFound(deleted[0], missing)
  c.set('auditTarget', { id, subject: key })
}

/** The row in the language of the reader, and which language that is where a site has several. */
function inReadersLanguage(db: Db, translated: ReadonlyMap<string, string>) {
  const [main, ...others] = lastLanguagesOf(db)
  return (row: z.infer<typeof publicSettingRow>): typeof row => {
    const declared = builtIn(row.key)
    if (!declared?.translated || !others.length) return row
    const value = row.value || declared.default ? translated.get(row.key) : undefined
    const language = value ? translationLanguage(db) : undefined
    return { ...row, ...(value && { value }), shown_language: language ?? main }
  }
}

export const settings = new Hono<Env>()

  .get(
    '/public',
    route(
      {
        summary: 'List public settings',
        description:
          'With `lang`, in that language where staff translated them. `public_url` is the address in use: PUBLIC_URL, where the operator has set it.',
        access: readable,
        answers: { 200: publicSettingRow.array() },
      },
      async (c) => {
        const { db, publicUrl } = c.var
        const [rows, translated] = await Promise.all([
          db
            .select({ key: table.key, value: table.value })
            .from(table)
            .where(isPublic)
            .orderBy(asc(table.id)),
          readTranslatedSettings(db),
        ])
        const shown = inReadersLanguage(db, translated)
        const inUse = (row: (typeof rows)[number]) =>
          publicUrl && row.key === 'public_url' ? { ...row, value: publicUrl } : shown(row)
        return c.json(rows.map(inUse))
      },
    ),
  )

  .get(
    '/object',
    route(
      {
        summary: 'Read several values',
        description: publicOnly,
        access: readableByKey,
        query: settingKeys,
        answers: { 200: settingValues },
      },
      async (c) => {
        const { keys } = c.req.valid('query')
        const rows = await c.var.db
          .select({ key: table.key, value: table.value })
          .from(table)
          .where(and(inArray(table.key, keys), visible(c)))
          .orderBy(asc(table.id))
        return c.json(Object.fromEntries(rows.map(({ key, value }) => [key, value])))
      },
    ),
  )

  .get(
    '/key/:key',
    route(
      {
        summary: 'Read a setting by its key',
        description: publicOnly,
        access: readableByKey,
        answers: { 200: settingRow, 404: 'refused' },
      },
      async (c) => c.json(await load(c.var.db, and(byKey(c), visible(c)))),
    ),
  )

  .get(
    '/category/:category',
    route(
      {
        summary: 'List a category',
        description: publicOnly,
        access: readableByKey,
        query: paging,
        answers: { 200: settingRow.array() },
      },
      async (c) => {
        const which = and(inCategory(c.req.param('category') ?? ''), visible(c))
        return c.json(await list(c, which))
      },
    ),
  )

  .get(
    '/',
    route(
      {
        summary: 'List all settings',
        description: `Staff can add settings to the built-in ones:\n\n${builtInTable}`,
        access: manageSettings,
        query: paging,
        answers: { 200: settingRow.array() },
      },
      async (c) => c.json(await list(c)),
    ),
  )

  .get(
    '/:id',
    route(
      {
        summary: 'Read a setting',
        access: manageSettings,
        answers: { 200: settingRow, 404: 'refused' },
      },
      async (c) => c.json(await load(c.var.db, byId(c))),
    ),
  )

  .post(
    '/',
    route(
      {
        summary: 'Create a setting',
        access: manageSettings,
        json: {
          schema: settingInput,
          example: { key: 'opening_hours', category: 'general' },
          readOnly: ['id', 'created_at', 'updated_at'],
        },
        answers: { 201: settingRow, 409: 'refused' },
        audit: 'setting.created',
      },
      async (c) => {
        const { db } = c.var
        const setting = c.req.valid('json')
        const { key, value, category, description, is_public } = setting
        const permitted = permissionFor(key, signedInUser(c))
        refuseComputed(key)
        const shortened = isPeriod(key) && value ? mayShorten(c, 'value') : undefined
        const insert = db.run(sql`
          insert into settings (key, value, category, description, is_public)
          select ${key}, ${shortened ? '' : value}, ${category}, ${description}, ${Number(is_public)}
          where ${permitted}`)
        const told = isAdminSetting(key) ? await notice(c, { key, value }, sql`changes() > 0`) : []
        const row = db.select(columns).from(table).where(eq(table.key, key))
        const [{ rowsAffected }, [created]] = await db
          .batch([insert, row, ...told])
          .catch((error: unknown) => {
            if (!isUniqueViolation(error, 'settings.key')) throw error
            throw Problem.field(409, 'key', 'There is a setting with this key already')
          })
        if (!rowsAffected) throw adminsOnly(key)
        if (shortened) await db.batch(await postpone(c, { [key]: Number(value) }, shortened))
        return c.json(withDeclaration(orNotFound(created, missing)), 201)
      },
    ),
  )

  .put(
    '/:id',
    route({ summary: 'Change a setting', ...change }, async (c) =>
      c.json(await save(c, byId(c), c.req.valid('json'))),
    ),
  )

  .put(
    '/key/:key',
    route({ summary: 'Change a setting by its key', ...change }, async (c) =>
      c.json(await save(c, byKey(c), c.req.valid('json'))),
    ),
  )

  .delete(
    '/:id',
    route({ summary: 'Delete a setting', ...removal }, async (c) => {
      await remove(c, byId(c))
      return c.body(null, 204)
    }),
  )

  .delete(
    '/key/:key',
    route({ summary: 'Delete a setting by its key', ...removal }, async (c) => {
      await remove(c, byKey(c))
      return c.body(null, 204)
    }),
  )
