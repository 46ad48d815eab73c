import { type ContentKind, needFor, type Permission } from './enums.ts'

/*
 * Permissions as SQL text for queries and triggers. `user` names a row of `users`, such as
 * `new` in a trigger. `may` in api/accounts/auth/contract/access.ts says the same of a loaded user.
 */

/** The user is an admin or holds the permission, which is SQL text too. */
export const holds = (user: string, permission: string): string =>
  `(${user}.role = 'admin' OR ${permission} IN (SELECT value FROM json_each(${user}.permissions)))`

export const can = (user: string, permission: Permission): string => holds(user, `'${permission}'`)

/** The user may edit content of the kind that the column says. */
export const canEdit = (user: string, kind: string): string =>
  holds(
    user,
    `CASE ${kind} ${(Object.keys(needFor) as ContentKind[])
      .map((one) => `WHEN '${one}' THEN '${needFor[one]}'`)
      .join(' ')} END`,
  )

/** The user reviews the applications of all jobs. */
export const reviewsAll = (user: string): string => can(user, 'review_applications')

/** A query: the jobs that the user reviews without that, as a member of their hiring teams. */
export const teamJobs = (user: string): string =>
  `SELECT job_id FROM hiring_teams WHERE user_id = ${user}.id`

/** The user reviews the applications of some job. */
export const reviewsSome = (user: string): string =>
  `(${reviewsAll(user)} OR EXISTS (${teamJobs(user)}))`
