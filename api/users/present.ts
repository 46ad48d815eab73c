import type { users } from '#db/schema.ts'

type UserFields = Omit<typeof users.$inferSelect, 'password_hash'>

/** What of a user may leave the server; never the password's hash. */
export const presentUser = (user: UserFields) => ({
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

/** Oneself; `isPendingEnrolment` for two-step sign-in, which has to be set up before anything else. */
export const presentSelf = (user: UserFields, isPendingEnrolment: boolean) => ({
  ...presentUser(user),
  ...(isPendingEnrolment && { second_factor_missing: true as const }),
})

/** The same for who manages users, with whether the person has yet to choose their first password, and has two-step sign-in on. */
export const presentAccount = ({
  password_hash,
  second_factor,
  ...user
}: typeof users.$inferSelect & { second_factor: boolean }) => ({
  ...presentUser(user),
  invited: password_hash === null,
  second_factor,
})
