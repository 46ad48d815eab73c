import { sql } from 'drizzle-orm'
import { excerpt } from '#api/core/http/contract/excerpt.ts'
import { fullName } from '#api/core/http/contract/text.ts'
import { unlinkable } from '#api/core/letters/unlinkable.ts'
import { compose, isolateBidi } from '#api/core/mail/layout.ts'
import { messageId } from '#api/core/mail/new-mail.ts'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema.ts'

type Person = { first_name: string; last_name: string }

/** Tells a colleague that a comment mentions them. */
export function mentionMail(
  to: Person & { email: string },
  {
    by,
    text,
    about,
  }: { by: Person; text: string; about: Person & { id: number; job_title: string } },
  { site, base, from }: { site: string; base: string; from: string },
) {
  const url = `${base}/backoffice/applications/${about.id}`
  const author = fullName(by)
  const applicant = unlinkable(fullName(about))
  return {
    kind: 'mention' as const,
    application_id: about.id,
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject: `${isolateBidi(author)} mentioned you: ${isolateBidi(applicant)}`,
    ...compose({
      site,
      language: 'en',
      heading: `${author} mentioned you`,
      sections: [
        {
          facts: [
            ['Applicant', applicant],
            ['Position', about.job_title],
            ['Comment', excerpt(text.replace(/\s+/g, ' '), 500)],
          ],
        },
        { link: { label: 'Read the application', url } },
      ],
      footer: `You're receiving this because a colleague at ${site} mentioned you in a comment.`,
    }),
  }
}

/**
 * A batch statement after the one that wrote the comment: queues the mail if it wrote anything. An
 * insert keeps `changes()`, since it changes one row.
 */
export const queueMention = (db: Db, mail: ReturnType<typeof mentionMail>) =>
  db.run(sql`
    insert into ${outbox} (kind, application_id, message_id, to_name, to_address, subject, text, html)
    select ${mail.kind}, ${mail.application_id}, ${mail.message_id}, ${mail.to_name},
      ${mail.to_address}, ${mail.subject}, ${mail.text}, ${mail.html}
    where changes() > 0`)
