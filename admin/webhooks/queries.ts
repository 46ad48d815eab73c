import { queryOptions } from '@tanstack/react-query'
import type { InferRequestType, InferResponseType } from 'hono/client'
import { api, read, readList } from '../lib/api/api.ts'

const routes = api.webhooks
const ofOne = routes[':id']

export type Webhook = InferResponseType<typeof routes.$get, 200>[number]
export type WebhookValues = Required<
  Pick<InferRequestType<typeof routes.$post>['json'], 'url' | 'events' | 'format' | 'is_active'>
>
export type Delivery = InferResponseType<typeof ofOne.deliveries.$get, 200>[number]
export type TestAnswer = InferResponseType<typeof ofOne.test.$post, 200>

const param = (id: number) => ({ param: { id: String(id) } })

export const webhooksKey = ['webhooks'] as const

export const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: () => read(routes.$get()),
  // Deliveries go on by themselves.
  refetchInterval: 15_000,
})

export type ShownState = Delivery['state'] | 'all'

export const deliveriesPerPage = 20

export const deliveriesQuery = (id: number, state: ShownState, page: number) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'deliveries', state, page],
    queryFn: () =>
      readList(
        ofOne.deliveries.$get({
          ...param(id),
          query: { state, page: String(page), per_page: String(deliveriesPerPage) },
        }),
      ),
    refetchInterval: 5_000,
  })

/** With the secret of a new one, which is not shown again. */
export const createWebhook = (json: WebhookValues) => read(routes.$post({ json }))

export const changeWebhook = (
  id: number,
  json: Partial<WebhookValues> & { updated_at?: string | undefined },
) => read(ofOne.$put({ ...param(id), json }))

export const deleteWebhook = (id: number) => ofOne.$delete(param(id))
export const rotateSecret = (id: number) => read(ofOne.rotate.$post(param(id)))
export const testWebhook = (id: number) => read(ofOne.test.$post(param(id)))
export const retryFailed = (id: number) => read(ofOne.deliveries.retry.$post(param(id)))
export const retryDelivery = (id: number, delivery: number) =>
  read(
    ofOne.deliveries[':delivery_id'].retry.$post({
      param: { id: String(id), delivery_id: String(delivery) },
    }),
  )
