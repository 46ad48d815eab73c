import { or, sql } from 'drizzle-orm'
import { pages } from '#db/schema.ts'
import { placeholders } from './contract/placeholders.ts'

/** Selects pages with text to fill in, as `hasPlaceholder` finds it. */
export const withPlaceholder = or(
  ...placeholders.map((text) => sql`instr(lower(${pages.content}), ${text})`),
)
