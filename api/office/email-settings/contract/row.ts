import { z } from 'zod'
import { time } from '#api/core/http/contract/row-parts.ts'
import { mailSecurities, mailServices } from '#db/enums.ts'

export const emailSettingsRow = z
  .strictObject({
    kind: z.enum(mailServices).meta({
      description:
        'Where email leaves: `smtp`, a mail server with a password; `microsoft`, Microsoft 365 by Graph; `google`, Google Workspace by SMTP with XOAUTH2.',
    }),
    host: z
      .string()
      .meta({ description: 'Empty while no mail server is set up here, and with other kinds.' }),
    port: z.int(),
    security: z.enum(mailSecurities),
    user: z.string(),
    password_set: z.boolean(),
    password_unreadable: z.boolean().meta({
      description:
        'The password, client secret or service account was stored with another key, as after a restore elsewhere: it must be entered again, and mail waits.',
    }),
    can_store_password: z.boolean().meta({
      description: 'False where the database is on a server and SECRET_KEY is not set.',
    }),
    tenant: z.string().meta({ description: 'Of Microsoft Entra. Empty with other kinds.' }),
    client_id: z
      .string()
      .meta({ description: 'The app registration in Entra. Empty with other kinds.' }),
    client_secret_set: z.boolean(),
    secret_expires_on: z
      .string()
      .nullable()
      .meta({ description: 'The day on which the client secret ends, as it was typed.' }),
    service_account_set: z.boolean(),
    mailbox: z
      .string()
      .meta({ description: 'The mailbox that email comes from. Empty with `smtp`.' }),
    from_name: z.string(),
    from_address: z
      .string()
      .meta({ description: 'The mailbox, where `kind` is `microsoft` or `google`.' }),
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
