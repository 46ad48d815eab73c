import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '#api/core/http/problem.ts'
import { can, holds } from '#db/access.ts'
import type { Need } from '../auth/contract/access.ts'
import { hasFactor } from '../auth/second-factor/second-factor.ts'
import type { UserChange, UserInput } from './contract.ts'

// Rules are SQL inside the statement they guard, so concurrent calls can't bypass them, and a
// permission lost during a call is lost for that call too.

const refusals = {
  unpermitted: [403, "You don't have permission to do this"],
  admin: [403, 'Only an admin can create or change an admin'],
  role: [403, 'Only an admin can change a role'],
  permission: [403, 'You can only give permissions you have yourself'],
  exceeds: [
    403,
    "You can't change the password or email of someone with more permissions than you",
  ],
  accessExceeds: [
    403,
    "You can't activate, deactivate, delete or remove permissions from someone with more permissions than you",
  ],
  ownEmail: [409, 'Change your own email in your profile'],
  ownPassword: [409, 'Change your own password in your profile'],
  ownFactor: [409, 'Change your own two-step sign-in in your profile'],
  factorExceeds: [
    403,
    "You can't reset the two-step sign-in of someone with more permissions than you",
  ],
  noFactor: [409, 'Two-step sign-in is off for this user'],
  inactive: [409, "Activate this user first: inactive users can't sign in"],
  deletesSelf: [409, "You can't delete yourself"],
  deletesAdmin: [409, "An admin can't be deleted: change the role to user first"],
  deactivatesSelf: [409, "You can't deactivate yourself"],
  lastAdmin: [409, 'This is the last active admin: make someone else an admin first'],
} as const

type Refusal = keyof typeof refusals

const fieldOf: Partial<Record<Refusal, string>> = {
  deactivatesSelf: 'is_active',
  ownEmail: 'email',
  ownPassword: 'password',
}

/** The error for a refused change, with the field where there is one. */
export function refusal(reason: Refusal): Problem {
  const [status, message] = refusals[reason]
  const field = fieldOf[reason]
  return field ? Problem.field(status, field, message) : new Problem(status, message)
}

/** `rule` is SQL text about the row `actor`. */
const actorIs = (actor: number | null, rule: string) =>
  sql`exists (select 1 from users actor where actor.id = ${actor} and actor.is_active = 1 and ${sql.raw(rule)})`

const isAdmin = (actor: number | null) => actorIs(actor, "actor.role = 'admin'")

/** `may` of the contract as SQL. */
export const actorMay = (actor: number | null, need: Need) =>
  need === 'admin' ? isAdmin(actor) : actorIs(actor, can('actor', need))

const mayManage = (actor: number) => actorMay(actor, 'manage_users')

/** Whether `permissions` holds one that is neither in `had` nor the actor's own. */
const grantsTooMuch = (actor: number, permissions: readonly string[] = [], had: SQL) =>
  sql`exists (
    select 1 from json_each(${JSON.stringify(permissions)}) given
    where given.value not in (select before.value from json_each(${had}) before)
    and not ${actorIs(actor, holds('actor', 'given.value'))})`

/** The opposite of `holdsAllOf` for the row of `users` at hand, unless that is an admin. */
const exceeds = (actor: number) =>
  sql`exists (
    select 1 from json_each(users.permissions) theirs where not ${actorIs(actor, holds('actor', 'theirs.value'))})`

/** SQL: whether the change removes a permission of the user or changes whether they can sign in. */
const changesAccess = ({ permissions, is_active }: UserChange) => {
  const kept = permissions && JSON.stringify(permissions)
  const removes = kept
    ? sql`exists (
        select 1 from json_each(users.permissions) held
        where held.value not in (select remaining.value from json_each(${kept}) remaining))`
    : sql`0`
  const active = is_active === undefined ? null : Number(is_active)
  return sql`(${removes} or coalesce(${active} <> users.is_active, 0))`
}

/** Null when the change says nothing about the email. */
export const changesEmail = ({ email }: UserChange) => sql`(${email ?? null} <> users.email)`

/** Why `actor` may not create this user; null when they may. */
export const refusedCreation = (
  actor: number,
  { role, permissions }: Pick<UserInput, 'role' | 'permissions'>,
) =>
  sql<Refusal | null>`case
    when not ${mayManage(actor)} then 'unpermitted'
    when ${role} = 'admin' and not ${isAdmin(actor)} then 'admin'
    when ${grantsTooMuch(actor, permissions, sql`'[]'`)} then 'permission'
  end`

/** Why `actor` may not change the row of `users` at hand in this way; null when they may. */
export const refusedChange = (actor: number, change: UserChange) => {
  const role = change.role ?? null
  const sets = Number(change.password !== undefined)
  const moves = changesEmail(change)
  const deactivates = Number(change.is_active === false)
  return sql<Refusal | 'stale' | null>`case
    when not ${mayManage(actor)} then 'unpermitted'
    when users.role = 'admin' and not ${isAdmin(actor)} then 'admin'
    when ${role} <> users.role and not ${isAdmin(actor)} then 'role'
    when ${grantsTooMuch(actor, change.permissions, sql`users.permissions`)} then 'permission'
    when users.id = ${actor} and ${moves} then 'ownEmail'
    when users.id = ${actor} and ${sets} then 'ownPassword'
    when (${moves} or ${sets}) and ${exceeds(actor)} then 'exceeds'
    when ${changesAccess(change)} and ${exceeds(actor)} then 'accessExceeds'
    when users.updated_at <> ${change.updated_at ?? null} then 'stale'
    when users.id = ${actor} and ${deactivates} then 'deactivatesSelf'
    when users.role = 'admin' and users.is_active = 1 and (${role} = 'user' or ${deactivates})
      and not exists (
        select 1 from users other
        where other.role = 'admin' and other.is_active = 1 and other.id <> users.id
      ) then 'lastAdmin'
  end`
}

/** SQL: why `actor` may not send the user a link to choose a password; null when they may. */
export const refusedLink = (actor: number) =>
  sql<Refusal | null>`case
    when not ${mayManage(actor)} then 'unpermitted'
    when users.role = 'admin' and not ${isAdmin(actor)} then 'admin'
    when users.id = ${actor} then 'ownPassword'
    when ${exceeds(actor)} then 'exceeds'
    when users.is_active = 0 then 'inactive'
  end`

/** SQL: why `actor` may not reset the user's two-step sign-in; null when they may. As for links. */
export const refusedReset = (actor: number) =>
  sql<Refusal | null>`case
    when not ${mayManage(actor)} then 'unpermitted'
    when users.role = 'admin' and not ${isAdmin(actor)} then 'admin'
    when users.id = ${actor} then 'ownFactor'
    when ${exceeds(actor)} then 'factorExceeds'
    when not ${hasFactor} then 'noFactor'
  end`

/** SQL: why `actor` may not delete the user; null when they may. Covers the last admin. */
export const refusedDeletion = (actor: number) =>
  sql<Refusal | null>`case
    when not ${mayManage(actor)} then 'unpermitted'
    when users.role = 'admin' and not ${isAdmin(actor)} then 'admin'
    when users.role <> 'admin' and ${exceeds(actor)} then 'accessExceeds'
    when users.id = ${actor} then 'deletesSelf'
    when users.role = 'admin' then 'deletesAdmin'
  end`

/** Whether the change to the row of `users` at hand ends that user's sessions. */
export const endsSessions = ({ password, is_active, role }: UserChange) =>
  sql`(${Number(password !== undefined || is_active === false)} or (users.role = 'admin' and ${role ?? null} = 'user'))`

/** SQL: whether the change voids the links to choose a password that were mailed to the user. */
export const voidsLinks = (change: UserChange) =>
  sql`(${endsSessions(change)} or coalesce(${changesEmail(change)}, 0))`
