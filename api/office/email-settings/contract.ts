import { z } from 'zod'
import { asciiEmail, isEmail, notAnEmail } from '#api/core/http/contract/email.ts'
import { basedOn, day, lineOrNothing } from '#api/core/http/contract/fields.ts'
import { type MailSecurity, mailSecurities, mailServices } from '#db/enums.ts'

export type { MailSecurity, MailService } from '#db/enums.ts'

/** Those of mail servers: no other service of the network can be reached by these settings. */
export const smtpPorts = [25, 465, 587, 2525] as const

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const hostPattern = new RegExp(`^(${label}(\\.${label})*\\.?|[0-9a-f:]*:[0-9a-f:.]*)$`)

const host = lineOrNothing(253)
  .overwrite((typed) => typed.toLowerCase())
  .refine((typed) => typed === '' || hostPattern.test(typed), {
    error: 'Enter a host name like smtp.example.com, without https:// and port',
  })

const mailbox = lineOrNothing(254)
  .refine((typed) => typed === '' || isEmail(typed), notAnEmail)
  .overwrite(asciiEmail)

const notATenant =
  'Enter the Directory (tenant) ID, like 8d1b5f3e-2c4a-4f6b-9e7d-1a2b3c4d5e6f, or a domain of your Microsoft 365'

/** Names of Entra for all directories, to which no app belongs. */
const anyTenant = /^(common|organizations|consumers)$/

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const maxServiceAccount = 10_000
const notAServiceAccount = `Must be the JSON key of a service account, of at most ${maxServiceAccount} characters`

const fields = {
  kind: z.enum(mailServices, `Must be one of ${mailServices.join(', ')}`),
  /** Empty, with the kind `smtp` or none, removes all of them. */
  host,
  port: z.literal(smtpPorts, `Must be ${smtpPorts.slice(0, -1).join(', ')} or ${smtpPorts.at(-1)}`),
  security: z.enum(mailSecurities, `Must be one of ${mailSecurities.join(', ')}`),
  user: lineOrNothing(254),
  from_name: lineOrNothing(100).refine(
    (name) => !/[<>"]/.test(name),
    'Leave out the characters < > "',
  ),
  from_address: mailbox,
  tenant: lineOrNothing(253)
    .overwrite((typed) => typed.toLowerCase())
    .refine((typed) => typed === '' || (hostPattern.test(typed) && !anyTenant.test(typed)), {
      error: notATenant,
    }),
  client_id: lineOrNothing(36)
    .overwrite((typed) => typed.toLowerCase())
    .refine((typed) => typed === '' || uuid.test(typed), {
      error: 'Enter the Application (client) ID, like 3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    }),
  mailbox,
  secret_expires_on: z.union([z.literal(''), day], 'Must be a date like 2026-03-31').nullable(),
}

export const emailSettingsChange = z.strictObject({
  ...z.object(fields).partial().shape,
  /** Missing or empty: the stored one stays, unless host, port, security or user change. */
  password: z.string('Must be text').max(500, 'Must be at most 500 characters').optional(),
  /** Missing or empty: the stored one stays, unless tenant or client_id change. */
  client_secret: z.string('Must be text').max(500, 'Must be at most 500 characters').optional(),
  /** As text or parsed. Missing or empty: the stored one stays. */
  service_account: z
    .union(
      [
        z.string().max(maxServiceAccount, notAServiceAccount),
        z.record(z.string().max(100, notAServiceAccount), z.unknown()),
      ],
      notAServiceAccount,
    )
    .optional(),
  /** Not of admins without a password: they must have signed in just now. */
  current_password: z.string('Enter your own password').optional(),
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
    // Of a connector, or of Graph.
    alsoAt: /\.mail\.protection\.outlook\.com$|^graph\.microsoft\.com$/,
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
