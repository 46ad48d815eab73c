import type { Examples } from '#api/openapi/example.ts'
import { deliveries, webhooks } from '#db/schema.ts'

const webhook = {
  url: 'https://10.0.0.1/',
  events: ['application.received' as const],
  secret: 'v1.x',
}
const delivery = {
  webhook_id: 1,
  event: 'application.received' as const,
  subject: 'application 1',
  data: { application_id: 1 },
}
const isOff = {
  url: 'https://hooks.example.com/',
  events: ['job.closed' as const],
  is_active: false,
}

export default {
  async prepare(w) {
    await w.db.insert(webhooks).values([webhook, { ...webhook, is_active: false }])
    await w.db
      .insert(deliveries)
      .values([delivery, { ...delivery, state: 'failed', ended_at: '2026-01-02T03:04:05.678Z' }])
  },
  special: {
    'DELETE /webhooks/:id': { at: '/webhooks/2' },
  },
  refusals: [
    [400, 'POST /webhooks', { as: 'ada', json: { ...isOff, url: 'https://127.0.0.1/' } }],
    [409, 'PUT /webhooks/:id', { as: 'ada', json: { updated_at: '2020-01-01T00:00:00.000Z' } }],
    [409, 'POST /webhooks/:id/deliveries/retry', { as: 'ada', at: '/webhooks/2/deliveries/retry' }],
    [
      409,
      'POST /webhooks/:id/deliveries/:delivery_id/retry',
      { as: 'ada', at: '/webhooks/2/deliveries/1/retry' },
    ],
    [400, 'GET /webhooks/:id/deliveries', { as: 'ada', at: '/webhooks/1/deliveries?state=lost' }],
  ],
} satisfies Examples
