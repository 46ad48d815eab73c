import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { ScoredCriterion } from '../enums.ts'
import { users } from './accounts.ts'
import { applications } from './applications.ts'
import { atMost, flag, id, isFlag, isJson, times } from './columns.ts'

/** What a reviewer thinks of an application: one row each, also for those who only waived theirs. */
export const evaluations = sqliteTable(
  'evaluations',
  {
    id: id(),
    application_id: integer()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    user_id: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Copied, since the account may be deleted. */
    author_name: text().notNull(),
    /** 1 strong no, 2 no, 3 yes, 4 strong yes; null: only waived. */
    verdict: integer(),
    /** Plain text. */
    text: text().notNull().default(''),
    /** With the names that the criteria of the job had. */
    criteria: text({ mode: 'json' }).$type<ScoredCriterion[]>().notNull().default([]),
    /** Saw the evaluations of others before giving one. */
    waived: flag().default(false),
    ...times(),
  },
  (t) => [
    uniqueIndex('evaluations_person').on(t.application_id, t.user_id),
    index('evaluations_user').on(t.user_id),
    // For the mean verdicts that a person sees.
    index('evaluations_seen').on(t.user_id, t.application_id),
    index('evaluations_verdict_of').on(t.application_id, t.verdict),
    check('evaluations_verdict', sql`${t.verdict} between 1 and 4`),
    check('evaluations_given', sql`${t.verdict} is not null or ${t.waived} = 1`),
    check('evaluations_text', atMost(t.text, 5000)),
    check('evaluations_criteria', isJson(t.criteria, 'array')),
    check('evaluations_waived', isFlag(t.waived)),
  ],
)
