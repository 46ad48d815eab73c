import type { MailProblem } from '#api/core/mail/contract.ts'
import type { MailService } from '#api/office/email-settings/contract.ts'
import type { EmailSettings } from './queries.ts'

export const serviceName: Record<MailService, string> = {
  microsoft: 'Microsoft 365',
  google: 'Google Workspace',
  smtp: 'Another provider',
}

/** Whether email leaves at all. */
export const isSetUp = ({ kind, host }: Pick<EmailSettings, 'kind' | 'host'>): boolean =>
  kind !== 'smtp' || host !== ''

/** What email goes through, in a sentence. */
export const serverName = ({ kind, host }: Pick<EmailSettings, 'kind' | 'host'>): string =>
  kind === 'smtp' ? host || 'none' : serviceName[kind]

/** What signs in. */
export const secretName: Record<MailService, string> = {
  microsoft: 'client secret',
  google: 'service account key',
  smtp: 'password',
}

/** Whether what signs in is there. */
export const hasSecret = (settings: EmailSettings): boolean =>
  settings.kind === 'microsoft'
    ? settings.client_secret_set
    : settings.kind === 'google'
      ? settings.service_account_set
      : !settings.user || settings.password_set

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
  account: 'The reply below says what to change. The steps above show where.',
  busy: 'Email waits, and is sent by itself. Try the test again later.',
  other: 'Your email provider can tell you what this means.',
}

/** Hosts of a provider that a firewall may block, and problems that they cause. */
const hostsOf = {
  microsoft: 'login.microsoftonline.com and graph.microsoft.com, port 443',
  google: 'oauth2.googleapis.com, port 443, and smtp.gmail.com, port 465',
} as const
const ofNetwork: MailProblem[] = ['refused', 'not_found', 'timeout', 'certificate', 'encryption']

/** What to do about a test email that was not sent through these settings. */
export function adviceFor(
  problem: MailProblem,
  { kind, host }: Pick<EmailSettings, 'kind' | 'host'>,
): string {
  if (kind !== 'smtp') {
    if (ofNetwork.includes(problem))
      return `Ask the person who runs this server whether it can reach ${hostsOf[kind]}.`
    if (problem === 'password_unreadable') return `Enter the ${secretName[kind]} again and save.`
  }
  return problem === 'sign_in' && passwordsEndAt(host)
    ? 'From the end of December 2026, Microsoft 365 refuses passwords by default: choose Microsoft 365 at the top, which needs none. Where passwords are allowed, check both, and that “Authenticated SMTP” is on for the mailbox.'
    : advice[problem]
}

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
