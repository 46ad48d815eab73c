import { and, eq } from 'drizzle-orm'
import { may } from '#api/accounts/auth/contract/access.ts'
import type { Reviewer } from '#api/core/reviewers/scope.ts'
import { teamJobs } from '#api/core/reviewers/scope.ts'
import type { Db } from '#db/client.ts'
import type { BulkAction } from '#db/enums.ts'
import { users } from '#db/schema.ts'
import type { Leased } from './chunk.ts'

/** What members of hiring teams do to many: they delete nothing, and email one at a time. */
export const forMembers: readonly BulkAction[] = ['status', 'tag']

export type Sender = { id: number; first_name: string; last_name: string; email: string }

/** The person who began the action, while they may still do it to any application. */
export async function senderOf(
  db: Db,
  { user_id, action }: Pick<Leased, 'user_id' | 'action'>,
): Promise<(Sender & Reviewer) | undefined> {
  const [user] = await db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      role: users.role,
      permissions: users.permissions,
      team_jobs: teamJobs,
    })
    .from(users)
    .where(and(eq(users.id, user_id ?? 0), eq(users.is_active, true)))
  const job = forMembers.includes(action) ? 'any' : undefined
  return user && may(user, 'review_applications', job) ? user : undefined
}
