import { type SQL, sql } from 'drizzle-orm'
import { type AdminSetting, builtInSettings } from '#api/core/site-settings/contract/table.ts'
import type { Db } from '#db/client.ts'
import { outbox, users } from '#db/schema.ts'
import { compose } from '../mail/layout.ts'
import { senderDomain, timeInMail } from '../mail/new-mail.ts'

type Sections = Parameters<typeof compose>[0]['sections']

/** A batch statement: emails every active admin, if `condition` holds. */
export function mailAdmins(
  db: Db,
  {
    site,
    from,
    heading,
    sections,
  }: Record<'site' | 'from' | 'heading', string> & { sections: Sections },
  condition: SQL,
) {
  const { text, html } = compose({
    site,
    language: 'en',
    heading,
    sections,
    footer: `You're receiving this because you are an admin of ${site}.`,
  })
  return db.run(sql`
    insert into ${outbox} (message_id, to_name, to_address, subject, text, html)
    select '<' || lower(hex(randomblob(16))) || '@' || ${senderDomain(from)} || '>',
      ${users.first_name} || ' ' || ${users.last_name}, ${users.email},
      ${`${heading} for ${site}`}, ${text}, ${html}
    from ${users}
    where ${users.role} = 'admin' and ${users.is_active} = 1 and ${condition}`)
}

/** Statements for a batch that tell every active admin about the change, if `condition` holds. */
export function notifyAdmins(
  db: Db,
  {
    key,
    value,
    by,
    site,
    from,
  }: Record<'value' | 'by' | 'site' | 'from', string> & {
    key: AdminSetting
  },
  condition: SQL,
) {
  const write = mailAdmins(
    db,
    {
      site,
      from,
      heading: `The setting ${key} was changed`,
      sections: [
        {
          lines: [builtInSettings[key].adminsOnly.notice],
          facts: [
            ['Setting', key],
            ['New value', value || '(empty)'],
            ['Changed by', by],
            ['Time', timeInMail()],
          ],
        },
        {
          lines: [
            'If you did not expect this, change it back under Settings and ask the person named above. Earlier values are in the activity log.',
          ],
        },
      ],
    },
    condition,
  )
  // In a list: awaiting a bare Drizzle query would execute it.
  return [write] as const
}
