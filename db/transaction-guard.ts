import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { errorCode } from './errors.ts'
import { interviewTimes } from './schema.ts'

/**
 * The first statement of a batch: nothing of it is written unless the condition holds. A null where
 * none may be ends the transaction: SQL has RAISE only in triggers.
 */
export const endTransactionUnless = (db: Db, condition: SQL) =>
  db.run(
    sql`insert into ${interviewTimes} (interview_id, time) select null, '' where not ${condition}`,
  )

/** Whether a batch failed because that condition did not hold. */
export const isTransactionEnded = (error: unknown): boolean =>
  errorCode(error) === 'SQLITE_CONSTRAINT_NOTNULL'
