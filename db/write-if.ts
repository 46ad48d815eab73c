import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from './client.ts'
import { errorCode } from './errors.ts'
import { interviewTimes } from './schema.ts'

/**
 * Writes the batch if the condition holds at that moment; else nothing of it, and returns false.
 *
 * A null where none may be ends the transaction: SQL has RAISE only in triggers.
 */
export async function writeIf(
  db: Db,
  condition: SQL,
  statements: readonly BatchItem<'sqlite'>[],
): Promise<boolean> {
  const guard = db.run(
    sql`insert into ${interviewTimes} (interview_id, time) select null, '' where not (${condition})`,
  )
  try {
    await db.batch([guard, ...statements])
    return true
  } catch (error) {
    // The batch itself may write a null where none may be.
    if (
      errorCode(error) !== 'SQLITE_CONSTRAINT_NOTNULL' ||
      !/interview_times\./.test(textOf(error))
    )
      throw error
    return false
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} ${textOf(error.cause)}` : ''

const maxTries = 20

/**
 * Repeats `attempt` until it has written what it read: it reads a row, and writes while that is as
 * it was read. It returns undefined when somebody else changed it in between.
 * @param conflict the error once that has happened too often
 * @example
 * await untilWritten(async () => {
 *   const before = await load(db, id)
 *   const written = await writeIf(db, isStill(before), changesOf(before))
 *   return written || undefined
 * }, async () => stale(await load(db, id)))
 */
export async function untilWritten<T>(
  attempt: () => Promise<T | undefined>,
  conflict: () => Error | Promise<Error>,
): Promise<T> {
  for (let tries = maxTries; tries; tries--) {
    const written = await attempt()
    if (written !== undefined) return written
  }
  throw await conflict()
}
