import type { Context } from 'hono'
import { Problem } from '#api/core/http/problem.ts'
import type { Env } from '#api/core/route/context.ts'
import type { Role } from '#db/enums.ts'

/** Whether the person may sign in with something of Foyer's own: with OIDC_ONLY only admins. */
export const mayUseOwnDoor = (
  { var: { companySignIn: company } }: Context<Env>,
  { role }: { role: Role },
): boolean => !company?.isOnly || role === 'admin'

/**
 * Throws 409 for people who sign in with the company only: no password, mailed link or passkey of
 * theirs counts. Call it after the password is checked: it reveals that the user is not an admin.
 */
export function refuseOwnDoor(c: Context<Env>, person: { role: Role }, field?: string): void {
  if (mayUseOwnDoor(c, person)) return
  const label = c.var.companySignIn?.label
  const message = `Only admins sign in with a password or passkey here. Everyone else signs in with ${label}.`
  throw field ? Problem.field(409, field, message) : new Problem(409, message)
}
