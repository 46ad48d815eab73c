import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { outbox } from '#db/schema.ts'
import { fullName } from '../contract/text.ts'
import type { Env } from '../http.ts'
import { compose } from './mail-layout.ts'
import { messageId, type NewMail } from './new-mail.ts'
import { readSiteSettings } from './site-settings.ts'

type Person = { first_name: string; last_name: string; email: string }

/** What happened to somebody's two-step sign-in. */
type Happening = 'on' | 'off' | 'reset' | 'recovered'

const words: Record<Happening, [subject: string, what: string, otherwise: string]> = {
  on: [
    'Two-step sign-in is on',
    'Two-step sign-in was switched on for your account. From now on you are asked for a code of your authenticator app when you sign in. You were signed out everywhere else.',
    'If that was not you, somebody else is signed in as you: ask whoever manages users to reset it, and choose another password.',
  ],
  off: [
    'Two-step sign-in is off',
    'Two-step sign-in was switched off for your account. Your password alone is enough to sign in.',
    'If that was not you, somebody else is signed in as you: choose another password, and switch it on again.',
  ],
  reset: [
    'Two-step sign-in was reset',
    'switched off two-step sign-in for your account, and signed you out everywhere. Your password alone is enough to sign in; set two-step sign-in up again in your profile.',
    'If you did not ask for that, ask them why, and choose another password.',
  ],
  recovered: [
    'A recovery code was used',
    'One of your recovery codes was used in place of a code of your authenticator app. It works no longer.',
    'If that was not you, somebody knows your password and your recovery codes: choose another password, and make new codes in your profile.',
  ],
}

/** The mail that tells somebody what happened; `by` is who reset it. Nothing secret is in it. */
function noticeMail(
  to: Person,
  { what, by, site, from }: { what: Happening; by: string; site: string; from: string },
): NewMail {
  const [heading, told, otherwise] = words[what]
  const happened = what === 'reset' ? `${by} ${told}` : told
  return {
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: to.email,
    subject: `${heading} for ${site}`,
    ...compose({
      site,
      heading,
      sections: [{ lines: [`Dear ${fullName(to)},`, happened, otherwise] }],
      footer: `You get this message because of your account in the back office of ${site}.`,
    }),
  }
}

/** Statements for the batch that gives cause: they write the mail down, if the one before them changed a row. */
export async function notice(
  db: Db,
  to: Person,
  about: { what: Happening; from: string; by?: string },
) {
  const { site_name: site } = await readSiteSettings(db)
  const mail = noticeMail(to, { by: 'Someone', ...about, site })
  const write = db.run(sql`
    insert into ${outbox} (message_id, to_name, to_address, subject, text, html)
    select ${mail.message_id}, ${mail.to_name}, ${mail.to_address}, ${mail.subject}, ${mail.text}, ${mail.html}
    where changes() > 0`)
  // In a list: a query alone would be sent as soon as somebody waits for it.
  return [write] as const
}

/** The same in the course of a call; `by` is who has it done, when it is not the person themselves. */
export const noticeOf = (
  { var: { db, mailFrom } }: Context<Env>,
  to: Person,
  what: Happening,
  by?: Omit<Person, 'email'>,
) => notice(db, to, { what, from: mailFrom, ...(by && { by: fullName(by) }) })
