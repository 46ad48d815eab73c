import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { hiringTeams, users } from '#db/schema.ts'
import { fullName } from '../http/contract/text.ts'
import { isolateBidi } from '../mail/layout.ts'
import { senderDomain } from '../mail/new-mail.ts'
import { queueToUsers } from '../mail/queue.ts'
import { hasAccount, staffMail } from '../mail/staff-mail.ts'
import { type Env, signedInUser } from '../route/context.ts'
import { mailBase, readSiteSettings } from '../site-settings/site-settings.ts'

type Job = { id: number; title: string }

export async function newMemberMail(c: Context<Env>, { id, title }: Job) {
  const settings = await readSiteSettings(c.var.db)
  const { site_name: site } = settings
  return {
    job: id,
    by: signedInUser(c).id,
    domain: senderDomain(c.var.mailFrom),
    mail: {
      subject: `You are on the hiring team: ${isolateBidi(title)}`,
      ...staffMail({
        site,
        heading: 'You are on a hiring team',
        sections: [
          {
            lines: [
              `${fullName(signedInUser(c))} put you on the hiring team for “${title}”. You can read and evaluate its applications, and take part in interviews.`,
            ],
            link: {
              label: 'See its applications',
              url: `${mailBase(c.var, settings)}/backoffice/applications?job_id=${id}`,
            },
          },
        ],
        because: hasAccount(site),
      }),
    },
  }
}

/**
 * A batch statement, before the team is written: tells those of these users who are not on it yet,
 * at most once a day for each job. Nobody is told what they did themselves.
 */
export const queueToNewMembers = (
  db: Db,
  { job, by, domain, mail }: Awaited<ReturnType<typeof newMemberMail>>,
  user_ids: readonly number[],
) =>
  queueToUsers(
    db,
    {
      message_id: sql`'<team-' || ${job} || '-' || ${users.id} || '-' || date('now') || '@' || ${domain} || '>'`,
      ...mail,
    },
    sql`${users.id} in (select value from json_each(${JSON.stringify(user_ids)}))
      and ${users.id} <> ${by}
      and not exists (select 1 from ${hiringTeams}
        where ${hiringTeams.job_id} = ${job} and ${hiringTeams.user_id} = ${users.id})`,
  )
