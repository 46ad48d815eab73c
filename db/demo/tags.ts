import { sql } from 'drizzle-orm'
import { applications, applicationTags, type tags } from '../schema.ts'

export const tagRows = [
  { id: 1, name: 'Call back', folded_name: 'call back', color: 'yellow' },
  { id: 2, name: 'From a fair', folded_name: 'from a fair', color: 'gray' },
  { id: 3, name: 'Knows our product', folded_name: 'knows our product', color: 'green' },
  { id: 4, name: 'Would relocate', folded_name: 'would relocate', color: 'blue' },
] satisfies (typeof tags.$inferInsert)[]

/** Some of the applications have one or two. */
export const firstTags = sql`
  insert into ${applicationTags} (application_id, tag_id)
  select id, 1 + id % 4 from ${applications} where id % 3 = 0
  union select id, 1 + id % 3 from ${applications} where id % 5 = 0`
