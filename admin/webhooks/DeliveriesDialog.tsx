import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { complaint } from '../lib/api/api.ts'
import { formatCount } from '../lib/text/format.ts'
import { Modal, ModalActions } from '../ui/dialog/Modal.tsx'
import { Moment } from '../ui/Moment.tsx'
import { Loaded } from '../ui/States.tsx'
import {
  type Delivery,
  deliveriesPerPage,
  deliveriesQuery,
  retryDelivery,
  retryFailed,
  type ShownState,
  type Webhook,
  webhooksKey,
} from './queries.ts'
import styles from './Webhooks.module.css'
import { deliveryWords, eventWords, hostOf } from './words.ts'

const states: Record<ShownState, string> = {
  all: 'All',
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** What was sent in the last 30 days, and what became of it. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [state, setState] = useState<ShownState>('all')
  const [page, setPage] = useState(1)
  const client = useQueryClient()
  const list = useQuery({
    ...deliveriesQuery(webhook.id, state, page),
    placeholderData: keepPreviousData,
  })
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async (delivery: number | 'failed') => {
      if (delivery === 'failed') return (await retryFailed(webhook.id)).retried
      await retryDelivery(webhook.id, delivery)
      return 1
    },
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
  const retry = (delivery: number | 'failed') => !isPending && mutate(delivery)
  return (
    <Modal title={`Deliveries to ${hostOf(webhook.url)}`} onClose={onClose} size="large">
      <div className="stack gap-4">
        <div className="between wrap">
          <fieldset className="segments">
            <legend className="visually-hidden">Which deliveries</legend>
            {Object.entries(states).map(([value, label]) => (
              <label key={value} className="pick">
                <input
                  type="radio"
                  name="delivery-state"
                  checked={state === value}
                  onChange={() => {
                    setState(value as ShownState)
                    setPage(1)
                  }}
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
          {webhook.failed > 0 && webhook.is_active && (
            <button
              type="button"
              className="button small"
              aria-disabled={isPending}
              onClick={() => retry('failed')}
            >
              Retry all failed
            </button>
          )}
        </div>
        <p role="status" className={error ? 'error' : 'help'}>
          {error && <span>{complaint('Nothing was sent again', error)}</span>}
          {!error && data !== undefined && (
            <span>{`${formatCount(data)} will be sent again, after earlier ones of the same application.`}</span>
          )}
        </p>
        <Loaded query={list} failed="Failed to load the deliveries" rows={3}>
          {({ rows, total }) =>
            rows.length ? (
              <>
                <ul className={styles.deliveries}>
                  {rows.map((delivery) => (
                    <Row
                      key={delivery.id}
                      delivery={delivery}
                      onRetry={webhook.is_active ? () => retry(delivery.id) : undefined}
                    />
                  ))}
                </ul>
                {total > deliveriesPerPage && (
                  <div className="between wrap">
                    <p className="meta tabular">
                      <span>{`Page ${page} of ${Math.ceil(total / deliveriesPerPage)}`}</span>
                    </p>
                    <div className="line">
                      <button
                        type="button"
                        className="button small"
                        disabled={page === 1}
                        onClick={() => setPage(page - 1)}
                      >
                        Newer
                      </button>
                      <button
                        type="button"
                        className="button small"
                        disabled={page * deliveriesPerPage >= total}
                        onClick={() => setPage(page + 1)}
                      >
                        Older
                      </button>
                    </div>
                  </div>
                )}
              </>
            ) : (
              <p className="soft">
                <span>{state === 'all' ? 'Nothing was sent in the last 30 days.' : 'None.'}</span>
              </p>
            )
          }
        </Loaded>
        <ModalActions>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </ModalActions>
      </div>
    </Modal>
  )
}

function Row({ delivery, onRetry }: { delivery: Delivery; onRetry: (() => void) | undefined }) {
  const { event, state, attempts, status, error, created_at, next_at } = delivery
  const { color, word } = deliveryWords[state]
  return (
    <li className={`between wrap ${styles.delivery}`}>
      <div className={styles.about}>
        <p className="row wrap">
          <strong>{eventWords[event]}</strong>
          <span className={`badge state ${color}`}>{word}</span>
        </p>
        <p className="note">
          <Moment at={created_at} />
          {attempts > 0 && (
            <span>{`, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}</span>
          )}
          {status !== null && <span>{`, answered ${status}`}</span>}
          {next_at && attempts > 0 && (
            <span>
              , next <Moment at={next_at} />
            </span>
          )}
        </p>
        {error && <p className="note">{error}</p>}
      </div>
      {onRetry && state !== 'delivered' && (
        <button
          type="button"
          className="button quiet small"
          aria-label={`Retry ${eventWords[event]}, ${delivery.id}`}
          onClick={onRetry}
        >
          Retry
        </button>
      )}
    </li>
  )
}
