import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { resumeTextStates } from '../enums.ts'
import { applications } from './applications.ts'
import { atMost, now, oneOf } from './columns.ts'

/**
 * The words of resumes, while the setting `search_resumes` is on. Triggers add a row for each new
 * resume, a worker reads it, and the words stand in `application_search` beside those of the application.
 */
export const resumeTexts = sqliteTable(
  'resume_texts',
  {
    application_id: integer()
      .primaryKey()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** Of the file that is or was read; another one waits again. */
    resume_key: text().notNull(),
    state: text({ enum: resumeTextStates }).notNull().default('waiting'),
    /** As the index spells them. */
    words: text(),
    /** Tries that began; one that ends otherwise than by the file is taken back. */
    attempts: integer().notNull().default(0),
    /** Reserves it for one worker. */
    lease_until: text(),
    updated_at: text().notNull().default(now),
  },
  (t) => [
    index('resume_texts_waiting').on(t.application_id).where(sql`state = 'waiting'`),
    check('resume_texts_state', oneOf(t.state, resumeTextStates)),
    check('resume_texts_words', atMost(t.words, 400_000)),
    check('resume_texts_read', sql`(${t.words} is not null) = (${t.state} = 'read')`),
  ],
)
