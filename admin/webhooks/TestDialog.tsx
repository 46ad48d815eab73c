import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { complaint } from '../lib/api/api.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { testWebhook, type Webhook } from './queries.ts'
import styles from './Webhooks.module.css'
import { hostOf } from './words.ts'

/** Sends a test and shows what the receiver answered. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => testWebhook(webhook.id),
  })
  return (
    <Modal title={`Test the webhook to ${hostOf(webhook.url)}`} onClose={onClose}>
      <div className="stack gap-4">
        <p>
          It gets a test of the type <code translate="no">webhook.test</code>, signed like
          everything else. Nothing in Foyer changes.
        </p>
        <div role="status">
          {isPending && <p>Waiting for the answer...</p>}
          {!isPending && data && (
            <div className={data.delivered ? 'notice' : 'notice red'}>
              <h3>{data.delivered ? `It arrived: ${data.status}` : 'It did not arrive'}</h3>
              {data.error && <p>{data.error}</p>}
              {data.response && <p className={`note ${styles.answer}`}>{data.response}</p>}
            </div>
          )}
          {!isPending && error && (
            <p className="notice red">{complaint('The test was not sent', error)}</p>
          )}
        </div>
        <ModalActions>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
          <button
            type="button"
            className="button primary"
            data-autofocus
            aria-disabled={isPending}
            onClick={() => !isPending && mutate()}
          >
            <Send size={16} aria-hidden />{' '}
            <span>{data || error ? 'Send again' : 'Send the test'}</span>
          </button>
        </ModalActions>
      </div>
    </Modal>
  )
}
