import type { Permission, Role } from '#db/enums.ts'

/** What a rule of permission needs to know of a person. */
export type Actor = { role: Role; permissions: readonly Permission[] }

/** The one rule of permission, for the server's guards and the screens alike: an admin may, a user what was granted. */
export const may = (actor: Actor, permission: Permission): boolean =>
  actor.role === 'admin' || actor.permissions.includes(permission)
