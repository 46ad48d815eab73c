import type { Context } from 'hono'
import type { Env } from '#api/core/route/context.ts'
import type { users } from '#db/schema.ts'

type UserFields = Omit<typeof users.$inferSelect, 'password_hash'>

/** The columns of a user that responses may contain; never the password hash. */
const presentUser = (user: UserFields) => ({
  id: user.id,
  email: user.email,
  first_name: user.first_name,
  last_name: user.last_name,
  role: user.role,
  is_active: user.is_active,
  permissions: user.permissions,
  created_at: user.created_at,
  updated_at: user.updated_at,
})

/** The signed-in user; `isPendingEnrolment` when they must set up two-step sign-in first. */
export const presentSelf = (
  { var: { companySignIn: company } }: Context<Env>,
  user: UserFields & { team_jobs: number[]; has_password: boolean },
  isPendingEnrolment = false,
) => ({
  ...presentUser(user),
  notify_applications: user.notify_applications,
  notify_messages: user.notify_messages,
  tell: user.tell,
  company_sign_in: company ? { label: company.label, only: company.isOnly } : null,
  has_password: user.has_password,
  team_jobs: user.team_jobs,
  ...(isPendingEnrolment && { second_factor_missing: true as const }),
})

/** For user management: adds whether an invitation is pending and two-step sign-in is on. */
export const presentAccount = ({
  password_hash,
  second_factor,
  ...user
}: typeof users.$inferSelect & { second_factor: boolean }) => ({
  ...presentUser(user),
  invited: password_hash === null,
  second_factor,
})
