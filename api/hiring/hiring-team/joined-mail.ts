import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { fullName } from '#api/core/http/contract/text.ts'
import { compose, isolateBidi } from '#api/core/mail/layout.ts'
import { senderDomain } from '#api/core/mail/new-mail.ts'
import { type Env, signedInUser } from '#api/core/route/context.ts'
import { mailBase, readSiteSettings } from '#api/core/site-settings/site-settings.ts'
import type { Db } from '#db/client.ts'
import { outbox, hiringTeams as table, users } from '#db/schema.ts'

type Job = { id: number; title: string }

export async function newMemberMail(c: Context<Env>, { id, title }: Job) {
  const settings = await readSiteSettings(c.var.db)
  const { site_name: site } = settings
  return {
    job: id,
    by: signedInUser(c).id,
    domain: senderDomain(c.var.mailFrom),
    subject: `You are on the hiring team: ${isolateBidi(title)}`,
    ...compose({
      site,
      language: 'en',
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
      footer: `You're receiving this because you have a ${site} account.`,
    }),
  }
}

/**
 * A batch statement, before the team is written: tells those of these users who are not on it yet,
 * at most once a day for each job. Nobody is told what they did themselves.
 */
export const queueToNewMembers = (
  db: Db,
  { job, by, domain, subject, text, html }: Awaited<ReturnType<typeof newMemberMail>>,
  user_ids: readonly number[],
) =>
  db.run(sql`
    insert into ${outbox} (message_id, to_name, to_address, subject, text, html)
    select '<team-' || ${job} || '-' || ${users.id} || '-' || date('now') || '@' || ${domain} || '>',
      ${users.first_name} || ' ' || ${users.last_name}, ${users.email}, ${subject}, ${text}, ${html}
    from ${users}
    where ${users.id} in (select value from json_each(${JSON.stringify(user_ids)}))
      and ${users.is_active} = 1 and ${users.id} <> ${by}
      and not exists (select 1 from ${table}
        where ${table.job_id} = ${job} and ${table.user_id} = ${users.id})
    on conflict (message_id) do nothing`)
