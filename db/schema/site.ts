import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { type Appearance, type MenuItem, menuNames, setupItems } from '../enums.ts'
import { users } from './accounts.ts'
import { atMost, flag, id, isDay, isFlag, isJson, now, oneOf, times } from './columns.ts'

export const pages = sqliteTable(
  'pages',
  {
    id: id(),
    title: text().notNull(),
    slug: text().notNull(),
    content: text().notNull(),
    meta_description: text(),
    is_published: flag().default(false),
    ...times(),
    /** When it, or its draft, is published by itself; null: not scheduled. */
    publish_at: text(),
    /** When it is unpublished by itself, likewise. */
    unpublish_at: text(),
    /** Who chose `publish_at`, which ends with their right to edit pages. */
    scheduled_by: integer().references(() => users.id, { onDelete: 'set null' }),
    /** The language it is written in, as a BCP 47 tag; null: that of the site. */
    language: text(),
  },
  (t) => [
    index('pages_scheduled_by').on(t.scheduled_by).where(sql`scheduled_by is not null`),
    index('pages_publishing').on(t.publish_at).where(sql`publish_at is not null`),
    index('pages_unpublishing').on(t.unpublish_at).where(sql`unpublish_at is not null`),
    uniqueIndex('pages_slug').on(t.slug),
    index('pages_newest').on(t.created_at, t.id),
    index('pages_published').on(t.is_published, t.id),
    check('pages_title', atMost(t.title, 200)),
    check(
      'pages_slug_form',
      sql`${t.slug} not glob '*[^a-z0-9-]*' and length(${t.slug}) between 1 and 100`,
    ),
    check('pages_is_published', isFlag(t.is_published)),
  ],
)

/** Former slugs of pages, kept by triggers so that old links still work. */
export const oldSlugs = sqliteTable(
  'old_slugs',
  {
    slug: text().primaryKey(),
    page_id: integer()
      .notNull()
      .references(() => pages.id, { onDelete: 'cascade' }),
  },
  (t) => [index('old_slugs_page').on(t.page_id)],
)

/** Addresses of the company's former site that lead to this one. */
export const redirects = sqliteTable(
  'redirects',
  {
    id: id(),
    /** A path without query. */
    from: text('from_path').notNull(),
    /** A path of this site, or an https address. */
    to: text('to_address').notNull(),
    hits: integer().notNull().default(0),
    /** `YYYY-MM-DD` in the setting `site_time_zone`; null: never used. */
    last_hit_on: text(),
    ...times(),
  },
  (t) => [
    uniqueIndex('redirects_from').on(t.from),
    check('redirects_lengths', sql`length(${t.from}) <= 500 and length(${t.to}) <= 2000`),
    check('redirects_hits', sql`${t.hits} >= 0`),
  ],
)

export const settings = sqliteTable(
  'settings',
  {
    id: id(),
    key: text().notNull(),
    value: text().notNull().default(''),
    category: text().notNull(),
    description: text().notNull().default(''),
    is_public: flag().default(false),
    ...times(),
  },
  (t) => [
    uniqueIndex('settings_key').on(t.key),
    index('settings_category').on(t.category, t.id),
    check(
      'settings_key_form',
      sql`${t.key} glob '[a-z]*' and ${t.key} not glob '*[^a-z0-9_]*' and length(${t.key}) <= 64`,
    ),
    check('settings_value', atMost(t.value, 2000)),
    check('settings_is_public', isFlag(t.is_public)),
  ],
)

/**
 * Looks of the public site. At most one row is a draft; of the published ones visitors see the
 * latest, and the others are the history.
 */
export const appearances = sqliteTable(
  'appearances',
  {
    id: id(),
    fields: text({ mode: 'json' }).$type<Appearance>().notNull(),
    /** Null: the draft. */
    published_at: text(),
    published_by: integer().references(() => users.id, { onDelete: 'set null' }),
    ...times(),
  },
  (t) => [
    uniqueIndex('appearances_draft').on(sql`published_at is null`).where(sql`published_at is null`),
    index('appearances_published').on(t.published_at, t.id),
    check('appearances_fields', isJson(t.fields, 'object')),
  ],
)

/** Menus that differ from the default. */
export const menus = sqliteTable(
  'menus',
  {
    name: text({ enum: menuNames }).primaryKey(),
    items: text({ mode: 'json' }).$type<MenuItem[]>().notNull(),
    ...times(),
  },
  (t) => [
    check('menus_name', oneOf(t.name, menuNames)),
    check('menus_items', isJson(t.items, 'array')),
  ],
)

/** Items of the set-up list that someone has skipped. */
export const setupSkips = sqliteTable(
  'setup_skips',
  {
    item: text({ enum: setupItems }).primaryKey(),
    created_at: text().notNull().default(now),
  },
  (t) => [check('setup_skips_item', oneOf(t.item, setupItems))],
)

/**
 * One row. Triggers raise `version` with every change of what visitors see: pages, jobs, settings,
 * looks, menus and pictures. Caches follow it.
 */
export const contentVersion = sqliteTable(
  'content_version',
  {
    id: integer().primaryKey(),
    version: integer().notNull(),
  },
  (t) => [check('content_version_one', sql`${t.id} = 1`)],
)

/** Days that differ from the public holidays of the setting `holiday_country`. */
export const holidays = sqliteTable(
  'holidays',
  {
    /** `YYYY-MM-DD`. */
    date: text().primaryKey(),
    name: text().notNull(),
    /** False: a public holiday on which the company works. */
    is_day_off: flag().default(true),
    ...times(),
  },
  (t) => [
    check('holidays_date', isDay(t.date)),
    check('holidays_name', sql`length(${t.name}) between 1 and 100`),
    check('holidays_is_day_off', isFlag(t.is_day_off)),
  ],
)
