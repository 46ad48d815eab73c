import { queryOptions } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { applicationsKey } from '../applications/queries.ts'
import { api, checked, read } from '../lib/api/api.ts'

export type NotificationList = InferResponseType<typeof api.notifications.$get, 200>
export type Notification = NotificationList['notifications'][number]

/** Below `applicationsKey`: what changes the counts in the sidebar changes this list too. */
export const notificationsQuery = queryOptions({
  queryKey: [...applicationsKey, 'notifications'],
  queryFn: () => read(api.notifications.$get()),
})

export const markNotificationsRead = (until: string) =>
  checked(api.notifications.read.$post({ query: { until } }))
