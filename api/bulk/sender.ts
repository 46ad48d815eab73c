import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { may } from '../auth/contract/access.ts'

export type Sender = { id: number; first_name: string; last_name: string; email: string }

/** The person who began the action, while they may still review applications. */
export async function senderOf(db: Db, user_id: number | null): Promise<Sender | undefined> {
  const [user] = await db
    .select({
      id: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      role: users.role,
      permissions: users.permissions,
    })
    .from(users)
    .where(and(eq(users.id, user_id ?? 0), eq(users.is_active, true)))
  return user && may(user, 'review_applications') ? user : undefined
}
