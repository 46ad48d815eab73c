import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { User } from 'lucia'
import { may } from '#api/accounts/auth/contract/access.ts'
import { actorMay } from '#api/accounts/users/rules.ts'
import { Problem } from '#api/core/http/problem.ts'
import { applications as table } from '#db/schema.ts'

/** 409: a legal hold keeps every part of the record as it is. */
export const onHold = (consequence: string) =>
  new Problem(409, `This application is on legal hold, so ${consequence}`)

/** SQL: no legal hold on the application with this id. */
export const notOnHold = (id: SQL) =>
  sql`not exists (
    select 1 from applications as held where held.id = ${id} and held.legal_hold is not null)`

type Held = {
  legal_hold: string | null
  legal_hold_user_id: number | null
  legal_hold_by: string | null
}

/** Throws 403 unless `me` may change or lift the application's legal hold. */
export function refuseLifting(me: User, held: Held) {
  if (!held.legal_hold || held.legal_hold_user_id === me.id || may(me, 'admin')) return
  const setter = held.legal_hold_user_id && held.legal_hold_by
  throw new Problem(
    403,
    setter
      ? `Only an admin or ${setter}, who set it, can change this legal hold`
      : 'Only an admin can change this legal hold',
  )
}

/** SQL: the same for the row of `applications` at hand. */
export const mayLift = (me: User) =>
  or(isNull(table.legal_hold), eq(table.legal_hold_user_id, me.id), actorMay(me.id, 'admin')) as SQL
