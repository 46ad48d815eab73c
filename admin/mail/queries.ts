import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { type MailState, mailStates } from '#api/mail/contract.ts'
import { api, read, readList } from '../lib/api.ts'
import { listQuery } from '../lib/entity-queries.ts'

export type Mail = InferResponseType<typeof api.outbox.$get, 200>[number]
export type MailStatus = InferResponseType<typeof api.outbox.status.$get, 200>
export type Tab = MailState | 'all'

export const tabs = ['all', ...mailStates] as const

/** Prefix of all mail queries. */
export const mailKey = ['mail'] as const

/** The state changes without user action. */
const live = { refetchInterval: 5_000 }

export const mailListQuery = (state: Tab, page: number) => ({
  ...listQuery<Mail>([...mailKey, 'list', state], page, (query) =>
    readList(api.outbox.$get({ query: { ...query, state } })),
  ),
  ...live,
})

export const mailStatusQuery = queryOptions({
  queryKey: [...mailKey, 'status'],
  queryFn: () => read(api.outbox.status.$get()),
  ...live,
})

/** Whether a mail server is set up; open to staff who cannot see Mail. */
export const mailServerQuery = queryOptions({
  queryKey: ['mail-server'],
  queryFn: async () => (await read(api.outbox.server.$get())).mail_server,
})

/** Sends a test email to the signed-in person at once and returns the mail server's reply. */
export const sendTestMail = () => read(api.outbox.test.$post())

/** Sends an email now, even if it has failed. */
export const retryMail = (id: number) =>
  read(api.outbox[':id'].retry.$post({ param: { id: String(id) } }))

/** Not for emails that were sent or have expired. */
export const canRetry = ({ state, expires_at }: Pick<Mail, 'state' | 'expires_at'>) =>
  state !== 'sent' && !(expires_at && Date.parse(expires_at) <= Date.now())
