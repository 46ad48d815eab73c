import { z } from 'zod'
import { time } from '#api/core/http/contract/row-parts.ts'
import { mailSecurities } from '#db/enums.ts'

export const emailSettingsRow = z
  .strictObject({
    host: z.string().meta({ description: 'Empty while no mail server is set up here.' }),
    port: z.int(),
    security: z.enum(mailSecurities),
    user: z.string(),
    password_set: z.boolean(),
    password_unreadable: z.boolean().meta({
      description:
        'The password was stored with another key, as after a restore elsewhere: it must be entered again, and mail waits.',
    }),
    can_store_password: z.boolean().meta({
      description: 'False where the database is on a server and SECRET_KEY is not set.',
    }),
    from_name: z.string(),
    from_address: z.string(),
    sender: z.string().meta({ description: 'The sender in use, with name and address.' }),
    sender_locked: z.boolean().meta({ description: 'MAIL_FROM is set and wins.' }),
    locked: z.boolean().meta({ description: 'SMTP_URL is set and wins.' }),
    updated_at: time.nullable(),
  })
  .meta({ ref: 'EmailSettings' })

const dnsRecord = z.strictObject({
  type: z.enum(['TXT', 'CNAME']),
  name: z.string().meta({ description: 'Where the record belongs.' }),
  state: z.enum(['found', 'incomplete', 'missing', 'unknown']).meta({
    description:
      '`incomplete`: there is a record, but it does not name the mail server. `unknown`: it could not be looked up.',
  }),
  found: z.string().nullable(),
  add: z.string().nullable().meta({ description: 'The record to add, or to change it to.' }),
})

export const emailDnsRow = z
  .strictObject({
    domain: z
      .string()
      .nullable()
      .meta({ description: "The sender's; null without one that others can look up." }),
    spf: dnsRecord.nullable(),
    dmarc: dnsRecord.nullable(),
    dkim: dnsRecord
      .nullable()
      .meta({ description: 'Only where the provider gives every customer the same selector.' }),
  })
  .meta({ ref: 'EmailDns' })
