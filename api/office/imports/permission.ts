import { and, eq } from 'drizzle-orm'
import { may } from '#api/accounts/auth/contract/access.ts'
import type { Access } from '#api/core/route/route.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'

/** Imports add people and jobs, and those who only see their team's must not see others'. */
export const canImport: Access = {
  kind: 'can',
  anyOf: ['manage_jobs'],
  and: ['review_applications'],
}

export type Sender = { id: number; name: string }

/** The person who began an import, while they may still do it. */
export async function senderOf(db: Db, id: number | null): Promise<Sender | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id ?? 0), eq(users.is_active, true)))
  if (!user || !may(user, 'manage_jobs') || !may(user, 'review_applications')) return
  return { id: user.id, name: `${user.first_name} ${user.last_name}` }
}
