import { type SQLWrapper, sql } from 'drizzle-orm'

/**
 * SQL: after `from applications as one`, the application if it is withdrawn or was to be kept, without
 * its row with its letter.
 */
export const isSetApart = (id: SQLWrapper) => sql`indexed by applications_set_apart
  where one.id = +${id} and (one.withdrawn_at is not null or one.keep_until is not null)`
