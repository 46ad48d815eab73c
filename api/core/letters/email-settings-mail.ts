import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { outbox, users } from '#db/schema.ts'
import { compose } from '../mail/layout.ts'
import { senderDomain, timeInMail } from '../mail/new-mail.ts'

export type AdminMail = { id: number; message_id: string; to_address: string }

/**
 * The mail to the admins about changed email settings, and the statement that queues it for each
 * if the statement before it in the batch changed a row. It returns them, not due before `due`:
 * until then the caller tries the mail server of before.
 */
export function emailSettingsMail(
  db: Db,
  {
    site,
    from,
    by,
    facts,
    due,
  }: Record<'site' | 'from' | 'by', string> & { due: SQL; facts: [string, string][] },
) {
  const heading = 'The email settings were changed'
  const subject = `${heading} for ${site}`
  const { text, html } = compose({
    site,
    language: 'en',
    heading,
    sections: [
      {
        lines: [`From now on, all email of ${site} is sent like this:`],
        facts: [...facts, ['Changed by', by], ['Time', timeInMail()]],
      },
      {
        lines: [
          'If you did not expect this, ask the person named above, and change it back under Settings › Email.',
        ],
      },
    ],
    footer: `You're receiving this because you are an admin of ${site}.`,
  })
  const queue = db.all<AdminMail>(sql`
    insert into ${outbox} (message_id, to_name, to_address, subject, text, html, next_try_at)
    select '<' || lower(hex(randomblob(16))) || '@' || ${senderDomain(from)} || '>',
      ${users.first_name} || ' ' || ${users.last_name}, ${users.email},
      ${subject}, ${text}, ${html}, ${due}
    from ${users}
    where ${users.role} = 'admin' and ${users.is_active} = 1 and changes() > 0
    returning id, message_id, to_address`)
  return { subject, text, html, queue }
}
