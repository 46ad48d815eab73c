import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { DeleteRow } from '../rows/DeleteRow.tsx'
import { Confirm } from '../ui/dialog/Confirm.tsx'
import { RowAction, RowActions } from '../ui/list/RowActions.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Empty, Loaded } from '../ui/States.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { deleteWebhook, rotateSecret, type Webhook, webhooksKey, webhooksQuery } from './queries.ts'
import { SecretDialog } from './SecretDialog.tsx'
import { TestDialog } from './TestDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import styles from './Webhooks.module.css'
import { eventWords, formatWords, hostOf, stateOf } from './words.ts'

/** The programs and chats that are told what happens to applications and jobs. */
export default function WebhookList() {
  const list = useQuery(webhooksQuery)
  const [isNew, setNew] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Tell another program, or a channel in your chat, what happens to applications and jobs. No names are sent."
        actions={
          <button type="button" className="button primary" onClick={() => setNew(true)}>
            <Plus size={17} aria-hidden /> New Webhook
          </button>
        }
      />
      <Loaded query={list} failed="Failed to load the webhooks">
        {(webhooks) =>
          webhooks.length ? (
            <ul className={styles.list}>
              {webhooks.map((webhook) => (
                <Row key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          ) : (
            <Empty icon={WebhookIcon} title="No webhooks yet">
              Add the address at which your HR system, Slack or Teams takes webhooks.
            </Empty>
          )
        }
      </Loaded>
      {isNew && (
        <WebhookDialog
          onClose={() => setNew(false)}
          onCreated={(created) => {
            setNew(false)
            setSecret(created)
          }}
        />
      )}
      {secret && (
        <SecretDialog secret={secret} isRotated={false} onClose={() => setSecret(undefined)} />
      )}
    </>
  )
}

function Row({ webhook }: { webhook: Webhook }) {
  const { id, url, events, format } = webhook
  const [open, setOpen] = useState<'edit' | 'test' | 'deliveries' | 'rotate' | 'delete'>()
  const [secret, setSecret] = useState<string>()
  const client = useQueryClient()
  const close = () => setOpen(undefined)
  const name = hostOf(url)
  const { color, badge, text } = stateOf(webhook)

  async function rotate() {
    const rotated = await rotateSecret(id)
    setSecret(rotated.secret)
    await client.invalidateQueries({ queryKey: webhooksKey })
  }
  return (
    <li className={`between wrap ${styles.row}`}>
      <div className={styles.about}>
        <div className="row wrap">
          <h2 className={styles.name}>{name}</h2>
          <span className={`badge state ${color}`}>{badge}</span>
        </div>
        <p>{text}</p>
        <p className="note">
          {`${formatWords[format]}: ${events.map((event) => eventWords[event].toLowerCase()).join(', ')}`}
        </p>
      </div>
      <RowActions
        name={name}
        onDelete={() => setOpen('delete')}
        more={[{ word: 'New secret…', onClick: () => setOpen('rotate') }]}
      >
        <RowAction name={name} word="Deliveries" onClick={() => setOpen('deliveries')} />
        <RowAction name={name} word="Test" onClick={() => setOpen('test')} />
        <RowAction name={name} word="Edit" onClick={() => setOpen('edit')} />
        {open === 'edit' && (
          <WebhookDialog webhook={webhook} onClose={close} onCreated={setSecret} />
        )}
        {open === 'test' && <TestDialog webhook={webhook} onClose={close} />}
        {open === 'deliveries' && <DeliveriesDialog webhook={webhook} onClose={close} />}
        {open === 'rotate' && (
          <Confirm
            title={`Make a new secret for ${name}?`}
            message={
              <p>
                The secret of now stays valid beside the new one for 24 hours, so that you can enter
                the new one at the receiver. If you made a new one less than 24 hours ago, the one
                before that ends at once.
              </p>
            }
            action="Make a new secret"
            danger={false}
            onConfirm={rotate}
            onClose={close}
            failed="No secret was made. The one of now stays valid."
          />
        )}
        {open === 'delete' && (
          <DeleteRow
            name={name}
            thing="webhook"
            send={() => deleteWebhook(id)}
            queries={webhooksKey}
            onClose={close}
          >
            What still waits for it is not sent, and its deliveries go with it.
          </DeleteRow>
        )}
        {secret && <SecretDialog secret={secret} isRotated onClose={() => setSecret(undefined)} />}
      </RowActions>
    </li>
  )
}
