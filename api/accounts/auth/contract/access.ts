import type { Permission, Role } from '#db/enums.ts'

export { type Permission, permissions, type Role, roles } from '#db/enums.ts'

/** The fields of a user that permission checks need. */
type Actor = {
  role: Role
  permissions: readonly Permission[]
  /** The ids of the jobs on whose hiring team they are; none by default. */
  team_jobs?: readonly number[]
}

/** A requirement: a permission, or the admin role, which cannot be granted. */
export type Need = Permission | 'admin'

/**
 * The permission check of server and screens: admins may do everything, users what was granted. Of
 * several needs, one is enough. With a `job` (an id, or any) its hiring team may review
 * applications, too.
 */
export const may = (
  actor: Actor,
  need: Need | readonly Need[],
  job?: number | 'any' | undefined,
): boolean =>
  actor.role === 'admin' ||
  [need]
    .flat()
    .some(
      (one) =>
        (one !== 'admin' && actor.permissions.includes(one)) ||
        (one === 'review_applications' && job !== undefined && isOnTeam(actor, job)),
    )

const isOnTeam = ({ team_jobs = [] }: Actor, job: number | 'any') =>
  job === 'any' ? team_jobs.length > 0 : team_jobs.includes(job)

/**
 * The jobs whose applications `actor` reviews: all with `review_applications`, else those on whose
 * hiring team they are.
 */
export const reviewedJobs = (actor: Actor): 'all' | readonly number[] =>
  may(actor, 'review_applications') ? 'all' : (actor.team_jobs ?? [])

/** Writing templates and the company's steps requires one of each: recruiters hold both others. */
export const needsForTexts = {
  anyOf: ['manage_settings', 'review_applications'],
  and: ['manage_settings', 'manage_jobs'],
} as const

export const mayWriteTexts = (actor: Actor) =>
  may(actor, needsForTexts.anyOf) && may(actor, needsForTexts.and)

/** What using the pictures of the library requires. */
export const needForPictures = ['edit_pages', 'manage_settings'] as const

/**
 * Whether `actor` holds everything that `other` holds: the condition for changing how someone signs
 * in, removing their permissions, activating, deactivating and deleting them.
 */
export const holdsAllOf = (actor: Actor, other: Actor): boolean =>
  other.role === 'admin'
    ? actor.role === 'admin'
    : other.permissions.every((permission) => may(actor, permission))
