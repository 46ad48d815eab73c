import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { excerpt } from '../http/contract/excerpt.ts'
import { fullName } from '../http/contract/text.ts'
import { isolateBidi } from '../mail/layout.ts'
import { messageId } from '../mail/new-mail.ts'
import { queueMail } from '../mail/queue.ts'
import { staffMail } from '../mail/staff-mail.ts'
import { unlinkable } from '../mail/unlinkable.ts'

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
  const url = `${base}/backoffice/applications/${about.id}?tab=conversation`
  const author = fullName(by)
  const applicant = unlinkable(fullName(about))
  return {
    kind: 'mention' as const,
    application_id: about.id,
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject: `${isolateBidi(author)} mentioned you: ${isolateBidi(applicant)}`,
    ...staffMail({
      site,
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
      because: `a colleague at ${site} mentioned you in a comment`,
    }),
  }
}

/**
 * A batch statement after the one that wrote the comment: queues the mail if it wrote anything. An
 * insert keeps `changes()`, since it changes one row.
 */
export const queueMention = (db: Db, mail: ReturnType<typeof mentionMail>) =>
  queueMail(db, mail, sql`changes() > 0`)
