import { sql } from 'drizzle-orm'
import { prepared } from '#db/prepared.ts'
import { users } from '#db/schema.ts'

/** Reviewers who asked to be told of new applications; at most 50. */
export const noticeRecipients = prepared((db) =>
  db
    .select({
      email: users.email,
      first_name: users.first_name,
      last_name: users.last_name,
    })
    .from(users)
    .where(
      sql`${users.notify_applications} = 1 and ${users.is_active} = 1 and (${users.role} = 'admin'
        or 'review_applications' in (select value from json_each(${users.permissions})))`,
    )
    .limit(50)
    .prepare(),
)
