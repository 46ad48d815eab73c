import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { atMost, id, now } from './columns.ts'

/**
 * Links that show chosen applications to people without an account. Ended ones stay as long as an
 * application does: they say to whom it was shown.
 */
export const shares = sqliteTable(
  'shares',
  {
    id: id(),
    /** Whom the link is for; drawn over the resumes. */
    name: text().notNull(),
    /** SHA-256 of the token in hex, as with sessions. */
    token_hash: text().notNull(),
    /** The link shows what this person may review. Null: their account is gone, and the link ended. */
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: text().notNull().default(now),
    expires_at: text().notNull(),
    revoked_at: text(),
    /** How often the page was opened, and when last. */
    views: integer().notNull().default(0),
    viewed_at: text(),
  },
  (t) => [
    uniqueIndex('shares_token').on(t.token_hash),
    index('shares_created_by').on(t.created_by),
    index('shares_expires').on(t.expires_at),
    check('shares_name', atMost(t.name, 100)),
    check('shares_token_form', sql`length(${t.token_hash}) = 64`),
  ],
)

export const shareApplications = sqliteTable(
  'share_applications',
  {
    share_id: integer()
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** From 1, in the order of the page. */
    number: integer().notNull(),
    views: integer().notNull().default(0),
    viewed_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.share_id, t.application_id] }),
    uniqueIndex('share_applications_number').on(t.share_id, t.number),
    index('share_applications_application').on(t.application_id),
    check('share_applications_number_form', sql`${t.number} > 0`),
  ],
)

/** Addresses at which what a selected candidate sent can be fetched, for a day. */
export const handOvers = sqliteTable(
  'hand_overs',
  {
    /** SHA-256 of the token in hex, as with sessions. */
    id: text().primaryKey(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    created_by: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: text().notNull().default(now),
    expires_at: text().notNull(),
  },
  (t) => [
    index('hand_overs_application').on(t.application_id),
    index('hand_overs_created_by').on(t.created_by),
    index('hand_overs_expires').on(t.expires_at),
    check('hand_overs_id', sql`length(${t.id}) = 64`),
  ],
)
