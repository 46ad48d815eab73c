import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { hiringTeams, users } from '#db/schema.ts'
import { fullName } from '../http/contract/text.ts'
import { isolateBidi } from '../mail/layout.ts'
import { senderDomain } from '../mail/new-mail.ts'
import { queueToUsers } from '../mail/queue.ts'
import { hasAccount, staffMail } from '../mail/staff-mail.ts'
import { type Env, signedInUser } from '../route/context.ts'
import { mailBase, readSiteSettings } from '../site-settings/site-settings.ts'

/**
 * Batch statements, before the team is written: tell those of these users who are not on it yet, at
 * most once a day for each job. Nobody is told what they did themselves.
 */
export async function queueToNewMembers(
  c: Context<Env>,
  { id: job, title }: { id: number; title: string },
  user_ids: readonly number[],
) {
  const { db, mailFrom } = c.var
  const me = signedInUser(c)
  const settings = await readSiteSettings(db)
  const { site_name: site } = settings
  const url = `${mailBase(c.var, settings)}/backoffice/applications?job_id=${job}`
  const mail = {
    message_id: sql`'<team-' || ${job} || '-' || ${users.id} || '-' || date('now') || '@' || ${senderDomain(mailFrom)} || '>'`,
    subject: `You are on the hiring team: ${isolateBidi(title)}`,
    ...staffMail({
      site,
      heading: 'You are on a hiring team',
      sections: [
        {
          lines: [
            `${fullName(me)} put you on the hiring team for “${title}”. You can read and evaluate its applications, and take part in interviews.`,
          ],
          link: { label: 'See its applications', url },
        },
      ],
      because: hasAccount(site),
    }),
  }
  const isNew = sql`${users.id} in (select value from json_each(${JSON.stringify(user_ids)}))
    and ${users.id} <> ${me.id}
    and not exists (select 1 from ${hiringTeams}
      where ${hiringTeams.job_id} = ${job} and ${hiringTeams.user_id} = ${users.id})`
  return [queueToUsers(db, mail, isNew)]
}
