import type { MailProblem } from '#api/core/mail/contract.ts'

const advice: Record<MailProblem, string> = {
  sign_in:
    'Check the user name and the password. Google and Fastmail want an app password, not the one you sign in with.',
  encryption:
    'The encryption doesn’t fit the port: 465 usually needs TLS; 587, 25 and 2525 need STARTTLS.',
  certificate:
    'The server’s certificate isn’t valid for this host. Check the host for typos. If the server is your own, give it a valid certificate.',
  refused:
    'Nothing is listening at this host and port. Check both, and whether a firewall blocks outgoing email.',
  not_found: 'No server has this name. Check the host for typos.',
  no_greeting:
    'The encryption probably doesn’t fit the port: try TLS with 465, or STARTTLS with 587.',
  timeout: 'Check host and port. Many hosting companies block port 25: try 587 or 2525 then.',
  sender:
    'This account can’t send from that address. Use an address of the account, or add it at your provider.',
  recipient:
    'The server accepts you, but not your own address as a recipient. Check the address in your profile, and whether your account can send to everyone yet.',
  password_unreadable: 'Enter the password again and save.',
  no_server: 'Choose your provider above, and save.',
  account: 'The reply below says what to change.',
  busy: 'Email waits, and is sent by itself. Try the test again later.',
  other: 'Your email provider can tell you what this means.',
}

/** What to do about a test email that was not sent through this host. */
export const adviceFor = (problem: MailProblem, host: string): string =>
  problem === 'sign_in' && passwordsEndAt(host)
    ? 'From the end of December 2026, Microsoft 365 refuses passwords by default: see at the top what else works. Where passwords are allowed, check both, and that “Authenticated SMTP” is on for the mailbox.'
    : advice[problem]

/**
 * Whether the provider ends sign-in with a password: Exchange Online, by its “SMTP AUTH Basic
 * Authentication Deprecation Timeline” of 27 January 2026.
 */
export const passwordsEndAt = (host: string): boolean =>
  host.trim().toLowerCase() === 'smtp.office365.com'

/** What each provider wants as user name and password. */
export const signInHint: Record<string, string> = {
  'Microsoft 365':
    'User name: your full email address. “Authenticated SMTP” must be on for the mailbox, and security defaults off, in the Microsoft 365 and Entra admin centers. With a connector: leave both empty.',
  Google:
    'User name: your full email address. Password: an app password (Google Account › Security › 2-Step Verification).',
  Fastmail:
    'User name: your full email address. Password: an app password (Settings › Privacy & Security).',
  Postmark: 'User name and password: both are the Server API token.',
  Mailgun: 'The SMTP credentials of your domain. In the EU, the host is smtp.eu.mailgun.org.',
  'Amazon SES': 'The SMTP credentials of SES, not your AWS keys. Put your region into the host.',
  Brevo: 'User name: your SMTP login. Password: an SMTP key (SMTP & API).',
}
