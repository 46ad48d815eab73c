import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { hashOfGiven } from '#api/core/links/candidate-links.ts'
import type { Db } from '#db/client.ts'
import { databaseTime } from '#db/clock.ts'
import { applications, now, jobInvitations as table } from '#db/schema.ts'

const lifetimeMs = 30 * 24 * 60 * 60_000

/** SQL: when an invitation from now ends. */
export const endsAt = (db: Db) => databaseTime(db, lifetimeMs)

export const isOver = lte(table.expires_at, now)

/** Deletes those that have ended. */
export const forgetInvitations = async (db: Db) => void (await db.delete(table).where(isOver))

/** What the form is filled in with; undefined for a token that is used, unknown or too old. */
export async function readInvitation(db: Db, token: string) {
  const hash = hashOfGiven(token)
  if (!hash) return undefined
  const [row] = await db
    .select({
      job_id: table.job_id,
      first_name: applications.first_name,
      last_name: applications.last_name,
      email: applications.email,
      // Staff entered another address: who reads the mail may be somebody else.
      phone: sql<
        string | null
      >`iif(${applications.given_email} is null, ${applications.phone}, null)`,
    })
    .from(table)
    .innerJoin(applications, eq(applications.id, table.application_id))
    .where(and(eq(table.id, hash), gt(table.expires_at, now)))
  return row
}

/** Batch statements: the invitation is used up once the application is stored. */
export function spendInvitation(db: Db, token: string, job_id: number, isStored: SQL) {
  const hash = hashOfGiven(token)
  return hash
    ? [db.delete(table).where(and(eq(table.id, hash), eq(table.job_id, job_id), isStored))]
    : []
}
