import { eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { fullName } from '../http/contract/text.ts'
import { messageId, timeInMail } from '../mail/new-mail.ts'
import { queueMail } from '../mail/queue.ts'
import { hasAccount, staffMail } from '../mail/staff-mail.ts'
import type { Env } from '../route/context.ts'
import { readSiteSettings } from '../site-settings/site-settings.ts'

type Person = { id: number; first_name: string; last_name: string }
type Named = Omit<Person, 'id'>

type AccountChange =
  | 'password'
  | 'email'
  | 'on'
  | 'off'
  | 'app_off'
  | 'reset'
  | 'recovered'
  | 'codes'
  | 'passkey_added'
  | 'passkey_removed'
  | 'token'
  | 'connected'

type Words = {
  heading: string
  /** `by` is the name of the person who did it on someone else's account. */
  what: (by: string | undefined) => string
  otherwise: string
}

const words: Record<AccountChange, Words> = {
  password: {
    heading: 'Your password was changed',
    what: (by) =>
      by
        ? `${by} set a new password for your account and signed you out everywhere.`
        : 'The password of your account was changed. All other sessions were signed out.',
    otherwise:
      'If you did not expect this, choose another password with “Forgot password?” on the sign-in page, and tell an admin.',
  },
  email: {
    heading: 'Your email address was changed',
    what: (by) =>
      `${by ? `${by} changed the email address of your account` : 'The email address of your account was changed'}. You can no longer sign in with this address.`,
    otherwise:
      'If you did not expect this, tell an admin at once: links to choose a new password no longer go to this address.',
  },
  on: {
    heading: 'Two-step sign-in is on',
    what: () =>
      'Two-step sign-in was turned on for your account. From now on you are asked for a code from your authenticator app when you sign in. You were signed out everywhere else.',
    otherwise:
      'If that was not you, someone else is signed in as you: ask an admin to reset it, and choose another password.',
  },
  off: {
    heading: 'Two-step sign-in is off',
    what: () =>
      'Two-step sign-in was turned off for your account. Your password alone is enough to sign in.',
    otherwise:
      'If that was not you, someone else is signed in as you: choose another password, and turn it on again.',
  },
  app_off: {
    heading: 'The authenticator app was turned off',
    what: () =>
      'The authenticator app was turned off for your account. You sign in with your passkey; your password alone is not enough.',
    otherwise:
      'If that was not you, someone else is signed in as you: choose another password, and look through your passkeys in your profile.',
  },
  reset: {
    heading: 'Two-step sign-in was reset',
    what: (by = 'Someone') =>
      `${by} turned off two-step sign-in for your account, passkeys included, and signed you out everywhere. Your password alone is enough to sign in; set two-step sign-in up again in your profile.`,
    otherwise: "If you didn't request this, contact them and change your password.",
  },
  recovered: {
    heading: 'A recovery code was used',
    what: () =>
      "One of your recovery codes was used instead of a code from your authenticator app. It can't be used again.",
    otherwise:
      'If that was not you, someone knows your password and your recovery codes: choose another password, and make new codes in your profile.',
  },
  connected: {
    heading: 'A company sign-in was connected',
    what: (by) =>
      by
        ? `${by} connected an account of your company to yours. It signs in as you.`
        : 'Your account was connected to the one at your company, with which you sign in from now on. Its password, sessions and API tokens of before have ended.',
    otherwise: 'If you did not expect this, tell an admin at once: they can disconnect it.',
  },
  codes: {
    heading: 'New recovery codes were made',
    what: () => 'New recovery codes were made for your account. The earlier ones no longer work.',
    otherwise:
      'If that was not you, someone else is signed in as you: choose another password, and make new codes in your profile.',
  },
  token: {
    heading: 'An API token was created',
    what: () =>
      'An API token was created with your account. A program that has it can do what its scopes allow, as you, until it expires or is revoked.',
    otherwise:
      'If that was not you, someone else is signed in as you: choose another password, and revoke the token: “Programs” in your profile leads to it. A new password alone does not end it.',
  },
  passkey_added: {
    heading: 'A passkey was added',
    what: () =>
      'A passkey was added to your account. Whoever has the device or the account that keeps it can sign in with it, without your password.',
    otherwise:
      'If that was not you, someone else is signed in as you: remove it in your profile, choose another password, and tell an admin.',
  },
  passkey_removed: {
    heading: 'A passkey was removed',
    what: () => 'A passkey was removed from your account. It no longer signs you in.',
    otherwise:
      'If that was not you, someone else is signed in as you: sign out everywhere else in your profile, choose another password, and tell an admin.',
  },
}

type About = {
  what: AccountChange
  /** The name of the person who changed someone else's account. */
  by?: string
  /** By default: if the statement before it in the batch changed a row. */
  condition?: SQL
}

/**
 * Statements for the batch that makes the change: they queue a mail, without secrets, to the
 * address that the user has at that point of the batch.
 */
export async function notice(
  db: Db,
  to: Person,
  { what, by, condition = sql`changes() > 0`, from }: About & { from: string },
) {
  const { site_name: site } = await readSiteSettings(db)
  const { heading, otherwise, what: sentence } = words[what]
  const mail = {
    message_id: messageId(from),
    to_name: fullName(to),
    to_address: users.email,
    subject: `${heading} for ${site}`,
    ...staffMail({
      site,
      heading,
      sections: [
        { lines: [`Dear ${fullName(to)},`, sentence(by), `Time: ${timeInMail()}`, otherwise] },
      ],
      because: hasAccount(site),
    }),
  }
  const write = queueMail(db, mail, sql`${eq(users.id, to.id)} and ${condition}`, users)
  // In a list: awaiting a bare Drizzle query would execute it.
  return [write] as const
}

/** `notice` within a request. */
export const noticeOf = (
  { var: { db, mailFrom } }: Context<Env>,
  to: Person,
  what: AccountChange,
  { by, condition }: { by?: Named; condition?: SQL } = {},
) =>
  notice(db, to, {
    what,
    from: mailFrom,
    ...(by && { by: fullName(by) }),
    ...(condition && { condition }),
  })
