import { z } from 'zod'
import { asciiEmail, isEmail, notAnEmail } from '#api/core/http/contract/email.ts'
import { basedOn, lineOrNothing } from '#api/core/http/contract/fields.ts'
import { type MailSecurity, mailSecurities } from '#db/enums.ts'

export type { MailSecurity } from '#db/enums.ts'

/** Those of mail servers: no other service of the network can be reached by these settings. */
export const smtpPorts = [25, 465, 587, 2525] as const

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostPattern = new RegExp(`^(${label}(\\.${label})*\\.?|[0-9a-f:]*:[0-9a-f:.]*)$`)

const host = lineOrNothing(253)
  .overwrite((typed) => typed.toLowerCase())
  .refine((typed) => typed === '' || hostPattern.test(typed), {
    error: 'Enter a host name like smtp.example.com, without https:// and port',
  })

const fields = {
  /** Empty removes all of them. */
  host,
  port: z.literal(smtpPorts, `Must be ${smtpPorts.slice(0, -1).join(', ')} or ${smtpPorts.at(-1)}`),
  security: z.enum(mailSecurities, `Must be one of ${mailSecurities.join(', ')}`),
  user: lineOrNothing(254),
  from_name: lineOrNothing(100).refine(
    (name) => !/[<>"]/.test(name),
    'Leave out the characters < > "',
  ),
  from_address: lineOrNothing(254)
    .refine((typed) => typed === '' || isEmail(typed), notAnEmail)
    .overwrite(asciiEmail),
}

export const emailSettingsChange = z.strictObject({
  ...z.object(fields).partial().shape,
  /** Missing or empty: the stored one stays, unless host, port, security or user change. */
  password: z.string('Must be text').max(500, 'Must be at most 500 characters').optional(),
  current_password: z.string('Enter your own password').min(1, 'Enter your own password'),
  updated_at: basedOn.nullable(),
})

export type Connection = { host: string; port: number; security: MailSecurity; user: string }

/** Whether the stored password can stay: it is sealed for exactly this connection. */
export const isSameConnection = (one: Connection, other: Connection) =>
  one.host === other.host &&
  one.port === other.port &&
  one.security === other.security &&
  one.user === other.user

export type Preset = {
  name: string
  host: string
  port: (typeof smtpPorts)[number]
  security: MailSecurity
  /** Its other hosts. */
  alsoAt?: RegExp
  /** What SPF records of its customers include. */
  spf?: string
  /** Where every customer has the same DKIM selector; `target` where its record is the same, too. */
  dkim?: { selector: string; target?: (domain: string) => string }
}

export const presets: readonly Preset[] = [
  {
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
    // Of a connector.
    alsoAt: /\.mail\.protection\.outlook\.com$/,
    spf: 'spf.protection.outlook.com',
    dkim: { selector: 'selector1' },
  },
  {
    name: 'Google',
    host: 'smtp.gmail.com',
    port: 587,
    security: 'starttls',
    alsoAt: /^smtp-relay\.gmail\.com$/,
    spf: '_spf.google.com',
    dkim: { selector: 'google' },
  },
  {
    name: 'Fastmail',
    host: 'smtp.fastmail.com',
    port: 465,
    security: 'tls',
    spf: 'spf.messagingengine.com',
    dkim: { selector: 'fm1', target: (domain) => `fm1.${domain}.dkim.fmhosted.com` },
  },
  {
    name: 'Postmark',
    host: 'smtp.postmarkapp.com',
    port: 587,
    security: 'starttls',
    spf: 'spf.mtasv.net',
  },
  {
    name: 'Mailgun',
    host: 'smtp.mailgun.org',
    port: 587,
    security: 'starttls',
    alsoAt: /^smtp\.eu\.mailgun\.org$/,
    spf: 'mailgun.org',
  },
  {
    name: 'Amazon SES',
    host: 'email-smtp.us-east-1.amazonaws.com',
    port: 587,
    security: 'starttls',
    alsoAt: /^email-smtp\.[a-z0-9-]+\.amazonaws\.com$/,
    spf: 'amazonses.com',
  },
  {
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: 587,
    security: 'starttls',
    spf: 'spf.brevo.com',
  },
]

/** The provider of a host, also in another region or of a connector. */
export const presetOf = (host: string): Preset | undefined =>
  presets.find((preset) => preset.host === host || preset.alsoAt?.test(host))
