export {
  type WebhookEvent,
  type WebhookFormat,
  webhookEvents,
  webhookFormats,
} from '#db/enums.ts'
