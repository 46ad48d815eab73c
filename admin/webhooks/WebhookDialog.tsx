import { webhookEvents, webhookFormats } from '#api/office/webhooks/contract/events.ts'
import { Choice, Choices } from '../jobs/form/Choices.tsx'
import { CheckField } from '../ui/form/CheckField.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { checkedByServer, useEntityForm } from '../ui/save/use-entity-form.ts'
import { useSave } from '../ui/save/use-save.ts'
import {
  changeWebhook,
  createWebhook,
  type Webhook,
  type WebhookValues,
  webhooksKey,
} from './queries.ts'
import { eventWords, formatWords, hostOf } from './words.ts'

const valuesOf = (webhook?: Webhook): WebhookValues => ({
  url: webhook?.url ?? '',
  events: webhook?.events ?? [],
  format: webhook?.format ?? 'standard',
  is_active: webhook?.is_active ?? true,
})

/** Creates or changes a webhook; `onCreated` gets the secret of a new one. */
export function WebhookDialog({
  webhook,
  onClose,
  onCreated,
}: {
  webhook?: Webhook
  onClose: () => void
  onCreated: (secret: string) => void
}) {
  const state = useEntityForm<WebhookValues, WebhookValues, Webhook>({
    kind: 'webhook',
    stored: webhook,
    valuesOf,
    resolver: checkedByServer<WebhookValues>,
    names: { url: 'Address', events: 'Events', format: 'Format', is_active: 'On' },
    rows: { events: (event: string) => event },
    // An address may contain a secret.
    draftName: null,
  })
  const { form } = state
  const { errors } = form.formState
  const saving = useSave<WebhookValues, WebhookValues, Webhook, Webhook & { secret?: string }>(
    state,
    {
      save: (values, updated_at) =>
        webhook ? changeWebhook(webhook.id, { ...values, updated_at }) : createWebhook(values),
      key: webhooksKey,
      messageOf: ({ url }) =>
        webhook
          ? `The webhook to ${hostOf(url)} was updated`
          : `The webhook to ${hostOf(url)} was created`,
      failed: 'The webhook was not saved',
      onSaved: ({ secret }) => (secret ? onCreated(secret) : onClose()),
    },
  )
  return (
    <FormDialog
      {...{ state, saving, onClose }}
      title={webhook ? `Edit the webhook to ${hostOf(webhook.url)}` : 'New Webhook'}
      action={webhook ? 'Save' : 'Create Webhook'}
    >
      <TextField
        label="Address"
        placeholder="https://hr.example.com/foyer"
        help="Where the other program, or the channel in your chat, receives webhooks."
        inputMode="url"
        error={errors.url?.message}
        {...form.register('url')}
      />
      <SelectField label="Format" error={errors.format?.message} {...form.register('format')}>
        {webhookFormats.map((format) => (
          <option key={format} value={format}>
            {formatWords[format]}
          </option>
        ))}
      </SelectField>
      <Choices id="events" legend="Events" error={errors.events?.message}>
        {webhookEvents.map((event) => (
          <Choice key={event} label={eventWords[event]}>
            <input type="checkbox" value={event} {...form.register('events')} />
          </Choice>
        ))}
      </Choices>
      <CheckField
        id="webhook-active"
        label="On"
        help="Switched off, nothing is queued, and what still waits counts as failed."
        error={errors.is_active?.message}
        {...form.register('is_active')}
      />
    </FormDialog>
  )
}
