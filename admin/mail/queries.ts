import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { type MailState, mailStates, noMailServer } from '#api/core/mail/contract.ts'
import { api, read, readList } from '../lib/api/api.ts'
import { listQuery } from '../lib/api/entity-queries.ts'

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

/** Sends an email now, even if it has failed. */
export const retryMail = (id: number) =>
  read(api.outbox[':id'].retry.$post({ param: { id: String(id) } }))

/** An email about a decision that leaves later; staff take it back on the application. */
export const isHeld = ({ state, held_until }: Pick<Mail, 'state' | 'held_until'>) =>
  state === 'waiting' && held_until !== null && Date.parse(held_until) > Date.now()

/** Saved as a file, because no mail server is set up: nothing failed. */
export const isSaved = ({ state, last_error }: Pick<Mail, 'state' | 'last_error'>) =>
  state === 'failed' && last_error === noMailServer

/** Not for emails that were sent, have expired or are held. */
export const canRetry = (mail: Mail) =>
  mail.state !== 'sent' &&
  !isHeld(mail) &&
  !(mail.expires_at && Date.parse(mail.expires_at) <= Date.now())
