import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver, ResolverResult } from 'react-hook-form'
import {
  emailSettingsChange,
  type MailSecurity,
  type MailService,
  type smtpPorts,
} from '#api/office/email-settings/contract.ts'
import { isSetUp, serviceName } from './advice.ts'
import type { Change, EmailSettings } from './queries.ts'

export type Values = {
  /** Empty until it is chosen. */
  kind: MailService | ''
  host: string
  port: (typeof smtpPorts)[number]
  security: MailSecurity
  user: string
  password: string
  from_name: string
  from_address: string
  tenant: string
  client_id: string
  client_secret: string
  secret_expires_on: string
  mailbox: string
  service_account: string
  current_password: string
}

const nothing: Values = {
  kind: '',
  host: '',
  port: 587,
  security: 'starttls',
  user: '',
  password: '',
  from_name: '',
  from_address: '',
  tenant: '',
  client_id: '',
  client_secret: '',
  secret_expires_on: '',
  mailbox: '',
  service_account: '',
  current_password: '',
}

export const valuesOf = (stored?: EmailSettings): Values =>
  stored
    ? {
        ...nothing,
        kind: isSetUp(stored) ? stored.kind : '',
        host: stored.host,
        port: stored.port as Values['port'],
        security: stored.security,
        user: stored.user,
        from_name: stored.from_name,
        from_address: stored.kind === 'smtp' ? stored.from_address : '',
        tenant: stored.tenant,
        client_id: stored.client_id,
        secret_expires_on: stored.secret_expires_on ?? '',
        mailbox: stored.mailbox,
      }
    : nothing

export const names: Partial<Record<keyof Values, string>> = {
  kind: 'Mailbox at',
  host: 'Host',
  port: 'Port',
  security: 'Encryption',
  user: 'User name',
  from_name: 'Sender name',
  from_address: 'Sender address',
  tenant: 'Directory (tenant) ID',
  client_id: 'Application (client) ID',
  secret_expires_on: 'Client secret ends on',
  mailbox: 'Mailbox',
}

export const show = {
  kind: (kind: Values['kind']) => (kind ? serviceName[kind] : 'Not set up'),
}

/** A secret is for one server or app: never send mine to the one that somebody else chose. */
export const together = [
  ...(['kind', 'host', 'port', 'security', 'user', 'password'] as const),
  ...(['tenant', 'client_id', 'client_secret', 'secret_expires_on'] as const),
  ...(['mailbox', 'service_account'] as const),
] as const

/** What is sent: the fields of the chosen kind. */
function changeOf(values: Values) {
  const { kind, from_name, current_password } = values
  const common = { kind, from_name, current_password }
  if (kind === 'microsoft') {
    const { tenant, client_id, client_secret, secret_expires_on, mailbox } = values
    return { ...common, tenant, client_id, client_secret, secret_expires_on, mailbox }
  }
  if (kind === 'google') {
    const { service_account, mailbox } = values
    return { ...common, service_account, mailbox }
  }
  const { host, port, security, user, password, from_address } = values
  return { ...common, host, port, security, user, password, from_address }
}

const checked = zodResolver(emailSettingsChange) as unknown as Resolver<
  ReturnType<typeof changeOf>,
  unknown,
  Change
>

/** @param asksPassword whether the admin has a password that confirms the change */
export const resolverFor =
  (asksPassword: boolean): Resolver<Values, unknown, Change> =>
  async (values, context, options) => {
    const result = await checked(changeOf(values), context, options as never)
    const errors = { ...result.errors }
    if (!values.kind) errors.kind = { type: 'required', message: 'Choose where your mailbox is' }
    if (asksPassword && !values.current_password)
      errors.current_password = { type: 'required', message: 'Enter your own password' }
    // An empty host would remove the mail server, which has a button of its own.
    if (values.kind === 'smtp' && !values.host.trim())
      Object.assign(errors, {
        host: { type: 'required', message: 'Enter the host of the mail server' },
      })
    return Object.keys(errors).length
      ? ({ values: {}, errors } as ResolverResult<Values, Change>)
      : (result as ResolverResult<Values, Change>)
  }
