import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { api, read } from '../../lib/api/api.ts'
import { patchRow } from '../../lib/api/entity-queries.ts'
import {
  type Application,
  applicationDetailKey,
  applicationListKey,
  applicationsKey,
} from '../queries.ts'

const messages = api.applications[':id'].messages

export type Message = InferResponseType<typeof messages.$get, 200>[number]

/** Reading it marks the candidate's messages as read. Read again while an email is on its way. */
export const messagesQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsKey, 'messages', id],
    queryFn: async ({ client }) => {
      const all = await read(messages.$get({ param: { id: String(id) }, query: {} }))
      patchRow(client, applicationListKey, id, { unread_messages: 0 })
      client.setQueryData<Application>(
        applicationDetailKey(id),
        (shown) => shown && { ...shown, unread_messages: 0 },
      )
      return all
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ mail_state }) => mail_state === 'waiting') ? 5_000 : false,
  })

/** A second call with the same key and text sends nothing. */
export const sendMessage = (id: number, text: string, key: string) =>
  read(
    messages.$post(
      { param: { id: String(id) }, json: { text } },
      { headers: { 'Idempotency-Key': key } },
    ),
  )
