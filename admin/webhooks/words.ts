import type { WebhookEvent, WebhookFormat } from '#api/office/webhooks/contract/events.ts'
import { formatRelative } from '../lib/text/format.ts'
import type { Delivery, Webhook } from './queries.ts'

export const eventWords: Record<WebhookEvent, string> = {
  'application.received': 'Application received',
  'application.decided': 'Status changed',
  'application.moved': 'Step changed',
  'application.withdrawn': 'Application withdrawn',
  'application.erased': 'Application erased',
  'interview.booked': 'Interview booked',
  'interview.canceled': 'Interview canceled',
  'job.published': 'Job published',
  'job.closed': 'Job closed',
}

export const formatWords: Record<WebhookFormat, string> = {
  standard: 'Standard Webhooks (JSON)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
}

export const hostOf = (url: string) => URL.parse(url)?.host ?? url

const many = (count: number) =>
  `${count.toLocaleString('en')} ${count === 1 ? 'delivery' : 'deliveries'}`

/** What a person has to know of it first. */
export function stateOf({ is_active, waiting, failed, delivered_at }: Webhook) {
  if (!is_active) return { color: '', badge: 'Off', text: 'Nothing is sent.' }
  if (failed)
    return { color: 'red', badge: 'Some failed', text: `${many(failed)} failed for good.` }
  if (waiting) return { color: 'yellow', badge: 'Waiting', text: `${many(waiting)} waiting.` }
  if (delivered_at)
    return {
      color: 'green',
      badge: 'Works',
      text: `Last delivered ${formatRelative(delivered_at)}.`,
    }
  return { color: 'green', badge: 'On', text: 'Nothing was sent yet.' }
}

export const deliveryWords: Record<Delivery['state'], { color: string; word: string }> = {
  waiting: { color: 'yellow', word: 'Waiting' },
  delivered: { color: 'green', word: 'Delivered' },
  failed: { color: 'red', word: 'Failed' },
}
